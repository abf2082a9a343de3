import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { attachments } from "#db/schema/reservations.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from "#lib/shared/attachment-limits.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { newTrip, readTrip } from "#tests/factories/trips.ts";
import { filesOf } from "#tests/helpers/attachments.ts";
import { bytesOf, joinBytes, newPdf, newZip } from "#tests/helpers/files.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { formWith, newPicture } from "#tests/helpers/pictures.ts";
import {
  expectAbsent,
  expectArchived,
  expectInvalid,
  expectRefused,
  expectWritten,
} from "#tests/helpers/refusals.ts";

interface Given {
  name?: string;
  bytes?: Uint8Array<ArrayBuffer>;
  target?: string;
}

function upload(
  { tripId, editor }: Pick<TripFixture, "tripId" | "editor">,
  { name = "ticket.pdf", bytes = newPdf(), target = `trip:${tripId}` }: Given,
): Promise<RawAnswer> {
  const form = formWith(bytes, name, "application/pdf");
  return send(attachmentsApi.upload, {
    params: { tripId },
    query: { target, name },
    form,
    token: editor.token,
  });
}

/** Checks that a refused request has written no row and stored no object. */
async function expectNothing(
  scene: TripFixture,
  given: Given,
  expectThat: (sent: RawAnswer) => void,
): Promise<void> {
  const before = await readTrip(scene.owner, scene.tripId);
  const held = await filesOf(scene.tripId);
  expectThat(await upload(scene, given));
  expect(await readTrip(scene.owner, scene.tripId)).toEqual(before);
  expect(await filesOf(scene.tripId)).toEqual(held);
}

const HIDDEN = "This file holds another one, such as an archive or a web page. Save it again, and send that.";
const BROKEN =
  "This file is damaged or incomplete, or something follows its end. Save it again, and send that.";
const LARGE = "This picture has too many pixels. Choose one of at most 50 megapixels.";

describe("refused, with no object left behind, is", () => {
  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, string]>([
    [
      "a PDF that is an archive",
      async () => joinBytes(newPdf(), newZip({ before: newPdf().length })),
      HIDDEN,
    ],
    ["a picture that is an archive", async () => joinBytes(await newPicture(), newZip()), HIDDEN],
    ["a PDF that is a page", async () => newPdf({ text: "<html><script>alert(1)</script>" }), HIDDEN],
    ["a file that breaks off", async () => (await newPicture()).slice(0, -20), BROKEN],
    ["a small file with a huge picture", hugePicture, LARGE],
  ])("%s", async (_, make, message) => {
    const bytes = await make();
    await expectNothing(await newTripFixture(), { bytes }, (sent) => expectInvalid(sent, ["file", message]));
  });

  test.each([
    ["an SVG that says it is a PDF", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"],
    ["a page that says it is a PDF", "<!doctype html><script>alert(1)</script>"],
    ["a program", "MZ\u0090\u0000"],
  ])("%s", async (_, text) => {
    await expectNothing(await newTripFixture(), { bytes: bytesOf(text) }, (sent) =>
      expectRefused(sent, 415, "UNSUPPORTED_MEDIA_TYPE", "Send a PDF, JPEG, PNG or WebP file."),
    );
  });

  test("what is larger than a file may be, before it is read", async () => {
    const bytes = newPdf({ size: MAX_ATTACHMENT_BYTES + 1024 * 1024 });
    await expectNothing(await newTripFixture(), { bytes }, (sent) =>
      expectRefused(sent, 413, "TOO_LARGE", "The file is larger than 10 MiB."),
    );
    const largest = await newTripFixture();
    expectWritten(await upload(largest, { bytes: newPdf({ size: MAX_ATTACHMENT_BYTES }) }), 201);
  });

  test.each<[string, string]>([
    ["../../etc/passwd.pdf", "Send the file's name without folders."],
    ["..\\boot.pdf", "Send the file's name without folders."],
    ["/ticket.pdf", "Send the file's name without folders."],
    ["..", "Send the file's name without folders."],
    [" ", "Fill this in."],
    ["a\u0000.pdf", "Remove line breaks and control characters."],
    ["a\r\nset-cookie: b.pdf", "Remove line breaks and control characters."],
    ["ticket\u202efdp.exe", "Remove the characters that change the direction of the text."],
    ["\u2067ticket.pdf", "Remove the characters that change the direction of the text."],
    ["ticket.html", "By its content this file should end in .pdf. Rename it."],
    ["ticket.pdf.exe", "By its content this file should end in .pdf. Rename it."],
    ["ticket.png", "By its content this file should end in .pdf. Rename it."],
  ])("the name %j", async (name, message) => {
    await expectNothing(await newTripFixture(), { name }, (sent) =>
      expectInvalid(sent, ["query.name", message]),
    );
  });

  test("a name that is too long", async () => {
    const name = `${"x".repeat(197)}.pdf`;
    await expectNothing(await newTripFixture(), { name }, (sent) =>
      expectInvalid(sent, ["query.name", "At most 200 characters."]),
    );
  });

  test("what hangs on another trip, on its things, or on what was deleted", async () => {
    const scene = await newTripFixture();
    const other = await newTrip(scene.owner);
    const { tripId, stop, editor } = scene;
    await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token: editor.token });
    const stranger = await newTripFixture();
    await expectNothing(scene, { target: `trip:${other.id}` }, (sent) => expectAbsent(sent, "trip"));
    for (const id of [stop.id, stranger.stop.id, uuidv7()])
      await expectNothing(scene, { target: `stop:${id}` }, (sent) => expectAbsent(sent, "stop"));
    await expectNothing(scene, { target: `reservation:${stop.id}` }, (sent) =>
      expectAbsent(sent, "reservation"),
    );
  });

  test("what is sent to an archived trip", async () => {
    const scene = await newTripFixture();
    const { tripId, owner } = scene;
    await send(tripsApi.archive, { params: { tripId }, token: owner.token });
    await expectNothing(scene, {}, expectArchived);
  });
});

async function hugePicture(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 8000, height: 8000, channels: 3 as const, background: "white" };
  return new Uint8Array(await sharp({ create }).png().toBuffer());
}

async function fill(
  { tripId }: TripFixture,
  count: number,
  deletedAt: Date | null = null,
): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const id = uuidv7();
    const file = { name: "a.pdf", contentType: "application/pdf" as const, size: 1, digest: "x" };
    return { id, tripId, targetKind: "trip" as const, targetId: tripId, ...file, objectKey: id, deletedAt };
  });
  await freshDatabase().drizzle.insert(attachments).values(rows);
  return rows.map(({ id }) => id);
}

const FULL = `A trip holds at most ${MAX_ATTACHMENTS} files. Delete some first.`;

test("of several that are sent at once only as many are taken as there is room for", async () => {
  const scene = await newTripFixture();
  await fill(scene, MAX_ATTACHMENTS - 1);
  const sent = await Promise.all([1, 2, 3, 4].map(() => upload(scene, {})));
  const [taken, ...refused] = sent.toSorted((a, b) => a.status - b.status);
  expect(taken?.status).toBe(201);
  for (const each of refused) expectRefused(each, 422, "LIMIT_REACHED", FULL);
  expect(await filesOf(scene.tripId)).toHaveLength(1);
  await expectNothing(scene, {}, (late) => expectRefused(late, 422, "LIMIT_REACHED", FULL));
});

test("deleting makes room, and a restore needs some", async () => {
  const scene = await newTripFixture();
  const { tripId, editor } = scene;
  const { token } = editor;
  const { id: attachmentId } = await newAttachment(editor, tripId);
  const params = { tripId, attachmentId };
  expectWritten(await send(attachmentsApi.delete, { params, token }), 204);
  const [first = ""] = await fill(scene, MAX_ATTACHMENTS);
  expectRefused(await send(attachmentsApi.restore, { params, token }), 422, "LIMIT_REACHED", FULL);
  expectWritten(await send(attachmentsApi.delete, { params: { tripId, attachmentId: first }, token }), 204);
  expectWritten(await send(attachmentsApi.restore, { params, token }));
});

test("deleting and sending again fills no storage: what can be restored counts after a while", async () => {
  const scene = await newTripFixture();
  await fill(scene, 4 * MAX_ATTACHMENTS, new Date());
  const message = "Many files of this trip were deleted lately. Try again in a few days.";
  await expectNothing(scene, {}, (sent) => expectRefused(sent, 422, "LIMIT_REACHED", message));
});
