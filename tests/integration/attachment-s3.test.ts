// @alone: sets the environment, which the service reads once
import { afterAll, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import type { AttachmentIntent } from "#lib/shared/attachments.ts";
import { startS3 } from "#tests/doubles/s3.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { getFile } from "#tests/helpers/attachments.ts";
import { bytesOf, joinBytes, newPdf, newZip } from "#tests/helpers/files.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { newPicture } from "#tests/helpers/pictures.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectRefused,
  expectWritten,
} from "#tests/helpers/refusals.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const s3 = await startS3();
Object.assign(process.env, s3.env);

afterAll(() => s3.stop());

const BIG = newPdf({ size: 5 * 1024 * 1024 });

function intentOf(
  { tripId }: TripFixture,
  bytes: Bytes,
  overrides: Partial<AttachmentIntent> = {},
): AttachmentIntent {
  const target = { kind: "trip" as const, id: tripId };
  const size = bytes.byteLength;
  return { id: uuidv7(), target, name: "ticket.pdf", contentType: "application/pdf", size, ...overrides };
}

function ask(
  what: "begin" | "confirm",
  { tripId, editor }: TripFixture,
  body: object,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return send(attachmentsApi[what], { params: { tripId }, token: editor.token, body, headers });
}

interface Way {
  url: string;
  fields: Record<string, string>;
}

async function begin(scene: TripFixture, intent: AttachmentIntent): Promise<Way> {
  const sent = await ask("begin", scene, intent);
  expect(sent.status, sent.text).toBe(200);
  // The helper `send` checks the body against its schema.
  return sent.body as Way;
}

async function sendForm(
  { url, fields }: Way,
  bytes: Bytes,
  changed: Record<string, string> = {},
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changed })) form.append(name, value);
  form.append("file", new Blob([bytes]));
  return (await fetch(url, { method: "POST", body: form })).status;
}

async function keysOf({ tripId }: TripFixture): Promise<string[]> {
  await awaitDeferredWork();
  return (await s3.keys()).filter((key) => key.includes(tripId));
}

test("a large file goes to the bucket by itself, and is the trip's once it is confirmed", async () => {
  const scene = await newTripFixture();
  const { tripId, viewer } = scene;
  const intent = intentOf(scene, BIG);
  const way = await begin(scene, intent);
  expect(await sendForm(way, BIG)).toBe(204);
  expect((await readTrip(viewer, tripId)).attachments).toEqual([]);
  const headers = { "idempotency-key": uuidv7() };
  const sent = await ask("confirm", scene, intent, headers);
  expectWritten(sent, 201);
  const { target, name, contentType, size } = intent;
  expect(sent.body).toMatchObject({ id: intent.id, target, name, contentType, size, version: 1 });
  expect((await readTrip(viewer, tripId)).attachments).toEqual([sent.body]);
  const [key, ...others] = await keysOf(scene);
  expect([key?.startsWith(`attachments/${tripId}/`), others]).toEqual([true, []]);
  const file = await getFile(viewer, { tripId, attachmentId: intent.id });
  expect(Buffer.from(await file.arrayBuffer()).equals(BIG)).toBe(true);
  const part = await getFile(viewer, { tripId, attachmentId: intent.id }, { range: "bytes=-6" });
  expect([part.status, await part.text()]).toEqual([206, "%%EOF\n"]);
  const again = [await ask("confirm", scene, intent, headers), await ask("confirm", scene, intent)];
  expect(again.map(({ status, body }) => [status, body])).toEqual([
    [201, sent.body],
    [200, sent.body],
  ]);
  expect(await keysOf(scene)).toEqual([key]);
});

test("the form puts what was said, where it was said, and nothing else", async () => {
  const scene = await newTripFixture();
  const intent = intentOf(scene, newPdf());
  const way = await begin(scene, intent);
  const bytes = newPdf();
  const longer = newPdf({ size: bytes.length + 1 });
  const changes: [Bytes, Record<string, string>][] = [
    [longer, {}],
    [bytes.slice(1), {}],
    [bytes, { key: `attachments/${scene.tripId}/${"x".repeat(43)}` }],
    [bytes, { "Content-Type": "text/html" }],
    [bytes, { acl: "public-read" }],
    [
      bytes,
      { policy: Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString("base64") },
    ],
  ];
  for (const [file, changed] of changes) expect(await sendForm(way, file, changed)).toBe(403);
  expect(await keysOf(scene)).toEqual([]);
});

test("what was confirmed can't be changed by sending again, and unconfirmed it is nobody's", async () => {
  const scene = await newTripFixture();
  const intent = intentOf(scene, newPdf());
  const way = await begin(scene, intent);
  await sendForm(way, newPdf());
  const sent = await ask("confirm", scene, intent);
  await awaitDeferredWork();
  const other = newPdf({ text: "x" }).slice(0, newPdf().length);
  expect(await sendForm(way, other)).toBe(204);
  const params = { tripId: scene.tripId, attachmentId: intent.id };
  expect(new Uint8Array(await (await getFile(scene.editor, params)).arrayBuffer())).toEqual(newPdf());
  expect((await ask("confirm", scene, intent)).body).toEqual(sent.body);
  const stranger = await newTripFixture();
  expectInvalid(
    await ask("confirm", { ...scene, editor: scene.owner }, { ...intent, id: uuidv7() }),
    ARRIVED,
  );
  expectAbsent(await ask("confirm", { ...scene, editor: stranger.editor }, intent), "trip");
});

const ARRIVED: [string, string] = [
  "id",
  "The file has not arrived yet. Send it to where `begin` says, then confirm.",
];
const HIDDEN = "This file holds another one, such as an archive or a web page. Save it again, and send that.";

test("confirming looks at the file as an upload does, and what is refused goes", async () => {
  const scene = await newTripFixture();
  const polyglot = joinBytes(newPdf(), newZip({ before: newPdf().length }));
  const picture = await newPicture();
  const cases: [Bytes, (sent: RawAnswer) => void][] = [
    [polyglot, (sent) => expectInvalid(sent, ["file", HIDDEN])],
    [picture, (sent) => expectInvalid(sent, ["contentType", "By its content this file is image/png."])],
    [
      bytesOf("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      (sent) => expectRefused(sent, 415, "UNSUPPORTED_MEDIA_TYPE", "Send a PDF, JPEG, PNG or WebP file."),
    ],
  ];
  for (const [bytes, expectThat] of cases) {
    const intent = intentOf(scene, bytes);
    expect(await sendForm(await begin(scene, intent), bytes)).toBe(204);
    expectThat(await ask("confirm", scene, intent));
    expect(await keysOf(scene)).toEqual([]);
  }
  expect((await readTrip(scene.owner, scene.tripId)).attachments).toEqual([]);
});

test("nothing is confirmed that has not arrived, or not all of it", async () => {
  const scene = await newTripFixture();
  const intent = intentOf(scene, newPdf());
  expectInvalid(await ask("confirm", scene, intent), ARRIVED);
  await sendForm(await begin(scene, intent), newPdf());
  const { length } = newPdf();
  const message = `What has arrived has ${length} bytes. Send the whole file again.`;
  expectInvalid(await ask("confirm", scene, { ...intent, size: length + 1 }), ["size", message]);
  expectWritten(await ask("confirm", scene, intent), 201);
});

test("a form is given to editors only, for names and sizes that will do", async () => {
  const scene = await newTripFixture();
  const intent = intentOf(scene, newPdf());
  expectForbidden(await ask("begin", { ...scene, editor: scene.viewer }, intent), "viewer", "editor");
  expectAbsent(await ask("begin", { ...scene, editor: scene.stranger }, intent), "trip");
  expectInvalid(await ask("begin", scene, { ...intent, size: 10 * 1024 * 1024 + 1 }), [
    "size",
    "At most 10 MiB.",
  ]);
  const name = "By its content this file should end in .pdf. Rename it.";
  expectInvalid(await ask("begin", scene, { ...intent, name: "ticket.html" }), ["name", name]);
  expectInvalid(await ask("begin", scene, { ...intent, name: "../ticket.pdf" }), [
    "name",
    "Send the file's name without folders.",
  ]);
});

test("small files go through the service, into the bucket as well; while it is away nothing changes", async () => {
  const scene = await newTripFixture();
  const { tripId, owner } = scene;
  const file = await newAttachment(owner, tripId);
  expect(await keysOf(scene)).toHaveLength(1);
  const input = { params: { tripId, attachmentId: file.id }, token: owner.token };
  expect((await getFile(owner, input.params)).status).toBe(200);
  await s3.stop();
  const message = "The storage for files does not answer. Nothing was lost: send the same request again.";
  expectRefused(await send(attachmentsApi.read, input), 503, "UNAVAILABLE", message);
  await expect(newAttachment(owner, tripId)).rejects.toMatchObject({ status: 503 });
  expect((await readTrip(owner, tripId)).attachments).toEqual([file]);
});
