import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { newAttachment, newReservation } from "#tests/factories/bookings.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { as, lastGroup, newTrip, readTrip } from "#tests/factories/trips.ts";
import { filesOf, getFile } from "#tests/helpers/attachments.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { send } from "#tests/helpers/handlers.ts";
import { formWith, newPicture } from "#tests/helpers/pictures.ts";
import {
  expectAbsent,
  expectForbidden,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

function uploadTo({ tripId }: TripFixture, name = "ticket.pdf") {
  const query = { id: uuidv7(), target: `trip:${tripId}`, name };
  return { params: { tripId }, query, form: formWith(newPdf(), name, "application/pdf") };
}

describe("adding a file", () => {
  test("is for editors and owners, and what others send leaves nothing behind", async () => {
    const scene = await newTripFixture();
    const input = uploadTo(scene);
    expectUnauthenticated(await send(attachmentsApi.upload, input));
    expectAbsent(await send(attachmentsApi.upload, { ...input, token: scene.stranger.token }), "trip");
    for (const role of ["guest", "viewer"] as const) {
      const sent = await send(attachmentsApi.upload, { ...input, token: scene[role].token });
      expectForbidden(sent, role, "editor");
    }
    expect(await filesOf(scene.tripId)).toEqual([]);
  });

  test("answers its row, as it is read later, and logs it", async () => {
    const scene = await newTripFixture();
    const { tripId, editor, owner } = scene;
    const { seq: before, members } = await readTrip(owner, tripId);
    const booking = await newReservation(owner, tripId);
    const input = uploadTo(scene, "京都 ticket.pdf");
    const query = { ...input.query, target: `reservation:${booking.id}` };
    const sent = await send(attachmentsApi.upload, { ...input, query, token: editor.token });
    const seq = expectWritten(sent, 201);
    const row = {
      id: query.id,
      target: { kind: "reservation", id: booking.id },
      name: "京都 ticket.pdf",
      contentType: "application/pdf",
      size: newPdf().byteLength,
      memberId: members.find(({ userId }) => userId === editor.userId)?.id,
      deletedAt: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    };
    expect(sent.body).toEqual(row);
    expect((await readTrip(owner, tripId)).attachments).toEqual([sent.body]);
    const listed = await send(attachmentsApi.list, { params: { tripId }, token: scene.guest.token });
    expect(listed.body).toEqual([sent.body]);
    const [event, ...more] = await lastGroup(owner, tripId, before + 1);
    expect(event).toMatchObject({ seq, op: "attachment.created", entityId: query.id, entity: row });
    expect(more).toEqual([]);
    const [key, ...others] = await filesOf(tripId);
    expect(others).toEqual([]);
    expect(key).toMatch(new RegExp(`^attachments/${tripId}/[\\w-]{43}$`));
    expect(key).not.toContain(query.id);
  });

  test("sent again, under its key or its id, it is there once", async () => {
    const scene = await newTripFixture();
    const { tripId, editor } = scene;
    const { token } = editor;
    const headers = { "idempotency-key": uuidv7() };
    const input = { ...uploadTo(scene), token };
    const first = await send(attachmentsApi.upload, { ...input, headers });
    const byKey = await send(attachmentsApi.upload, { ...input, headers });
    const byId = await send(attachmentsApi.upload, input);
    expect([first.status, byKey.status, byId.status]).toEqual([201, 201, 200]);
    expect([byKey.body, byId.body]).toEqual([first.body, first.body]);
    const both = await Promise.all(
      [uploadTo(scene), uploadTo(scene)].map(() => send(attachmentsApi.upload, input)),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await filesOf(tripId)).toHaveLength(1);
    expect((await readTrip(editor, tripId)).attachments).toEqual([first.body]);
  });

  test("the same key for another file, or the same file elsewhere, is no repeat", async () => {
    const scene = await newTripFixture();
    const { token } = scene.editor;
    const headers = { "idempotency-key": uuidv7() };
    const input = { ...uploadTo(scene), token };
    expectWritten(await send(attachmentsApi.upload, { ...input, headers }), 201);
    const others = [
      { ...input, headers, form: formWith(newPdf({ text: "another" }), "a.pdf", "application/pdf") },
      { ...input, headers, query: { ...input.query, target: `stop:${scene.stop.id}` } },
      { ...input, headers, query: { ...input.query, name: "other.pdf" } },
    ];
    for (const other of others) {
      const message = "This Idempotency-Key was used for another request. Use a new one.";
      expectRefused(await send(attachmentsApi.upload, other), 409, "KEY_REUSED", message);
      const { headers: _, ...byId } = other;
      const taken = "This id is in use. Send a new UUID of version 7.";
      expectRefused(await send(attachmentsApi.upload, byId), 409, "ID_TAKEN", taken);
    }
    expect(await filesOf(scene.tripId)).toHaveLength(1);
  });

  test("twice at once under one id, it is there once", async () => {
    const scene = await newTripFixture();
    const input = { ...uploadTo(scene), token: scene.editor.token };
    const sent = await Promise.all([1, 2, 3].map(() => send(attachmentsApi.upload, input)));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect(await filesOf(scene.tripId)).toHaveLength(1);
  });
});

test("where the service keeps files itself, there is no other way than through it", async () => {
  const { tripId, editor } = await newTripFixture();
  const target = { kind: "trip", id: tripId };
  const body = { id: uuidv7(), target, name: "a.pdf", contentType: "application/pdf", size: 5_000_000 };
  const sent = await send(attachmentsApi.begin, { params: { tripId }, token: editor.token, body });
  expect([sent.status, sent.body]).toEqual([200, { url: null, fields: {}, expiresAt: null }]);
});

describe("reading a file", () => {
  test("is for the trip's members, each time anew", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, guest, stranger } = scene;
    const { id } = await newAttachment(owner, tripId);
    const params = { tripId, attachmentId: id };
    expectUnauthenticated(await send(attachmentsApi.read, { params }));
    expectAbsent(await send(attachmentsApi.read, { params, token: stranger.token }), "trip");
    const read = await getFile(guest, params);
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(newPdf());
    await call(tripsApi.leave, { params: { tripId } }, as(guest));
    const known = { "if-none-match": read.headers.get("etag") ?? "" };
    expectAbsent(await send(attachmentsApi.read, { params, token: guest.token, headers: known }), "trip");
  });

  test("of another trip's file says that there is none", async () => {
    const scene = await newTripFixture();
    const other = await newTrip(scene.owner);
    const { id: attachmentId } = await newAttachment(scene.owner, other.id);
    const { token } = scene.owner;
    const params = { tripId: scene.tripId, attachmentId };
    for (const endpoint of [attachmentsApi.read, attachmentsApi.delete, attachmentsApi.restore])
      expectAbsent(await send(endpoint, { params, token }), "attachment");
    expect((await getFile(scene.owner, { tripId: other.id, attachmentId })).status).toBe(200);
  });

  test("shows it under its name, keeps it private, and lets it do nothing", async () => {
    const { tripId, owner } = await newTripFixture();
    const image = await newPicture({ format: "webp" });
    const file = await newAttachment(owner, tripId, { name: "deer", bytes: image });
    const response = await getFile(owner, { tripId, attachmentId: file.id });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-length": String(image.byteLength),
      "content-disposition": `inline; filename="deer.webp"; filename*=UTF-8''deer.webp`,
      "cache-control": "private, max-age=300",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "accept-ranges": "bytes",
      vary: "authorization, cookie, origin",
    });
    const pdf = await newAttachment(owner, tripId);
    const policy = (await getFile(owner, { tripId, attachmentId: pdf.id })).headers.get(
      "content-security-policy",
    );
    expect(policy).toBe("frame-ancestors 'none'");
  });

  test("who has it already is told so, and HEAD gets no body", async () => {
    const { tripId, owner } = await newTripFixture();
    const { id: attachmentId, size } = await newAttachment(owner, tripId);
    const params = { tripId, attachmentId };
    const etag = (await getFile(owner, params)).headers.get("etag") ?? "";
    const known = await getFile(owner, params, { "if-none-match": `"other", W/${etag}` });
    expect([known.status, await known.text()]).toEqual([304, ""]);
    const head = await getFile(owner, params, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(size),
      "",
    ]);
  });

  test.each([
    ["bytes=0-4", 206, "0-4", "%PDF-"],
    ["bytes=5-", 206, "5-", undefined],
    ["bytes=-6", 206, "-6", "%%EOF\n"],
    ["bytes=0-999999", 206, "0-", undefined],
    ["bytes=-999999", 206, "0-", undefined],
    ["bytes=4-1", 200, undefined, undefined],
    ["bytes=0-1,4-5", 200, undefined, undefined],
    ["bytes=-", 200, undefined, undefined],
    ["lines=0-4", 200, undefined, undefined],
  ])("by a range %s", async (range, status, span, text) => {
    const { tripId, owner } = await newTripFixture();
    const { id: attachmentId, size } = await newAttachment(owner, tripId);
    const response = await getFile(owner, { tripId, attachmentId }, { range });
    const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
    expect(response.status).toBe(status);
    expect(Number(response.headers.get("content-length"))).toBe(body.length);
    if (text !== undefined) expect(body).toBe(text);
    if (span === undefined) return expect(response.headers.get("content-range")).toBeNull();
    const [first = "", last = ""] = span.split("-");
    const from = first === "" ? size - Number(last) : Number(first);
    const to = first === "" || last === "" ? size - 1 : Number(last);
    expect(response.headers.get("content-range")).toBe(`bytes ${from}-${to}/${size}`);
    expect(body).toBe(
      Buffer.from(newPdf())
        .toString("latin1")
        .slice(from, to + 1),
    );
  });

  test("by a range that lies outside is refused with its size; one of a changed file gets all of it", async () => {
    const { tripId, owner } = await newTripFixture();
    const { id: attachmentId, size } = await newAttachment(owner, tripId);
    const params = { tripId, attachmentId };
    const outside = await send(attachmentsApi.read, {
      params,
      token: owner.token,
      headers: { range: `bytes=${size}-` },
    });
    const message = `This file has ${size} bytes.`;
    expectRefused(outside, 416, "RANGE_NOT_SATISFIABLE", message, { details: { size } });
    expect(outside.headers.get("content-range")).toBe(`bytes */${size}`);
    const other = await getFile(owner, params, { range: "bytes=0-4", "if-range": '"other"' });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, size]);
    const etag = other.headers.get("etag") ?? "";
    const same = await getFile(owner, params, { range: "bytes=0-4", "if-range": etag });
    expect([same.status, await same.text()]).toEqual([206, "%PDF-"]);
  });
});

describe("deleting a file", () => {
  test("takes it from the trip and from readers, and a restore brings it back", async () => {
    const { tripId, owner, editor, viewer } = await newTripFixture();
    const file = await newAttachment(owner, tripId);
    const params = { tripId, attachmentId: file.id };
    const { token } = editor;
    expectForbidden(await send(attachmentsApi.delete, { params, token: viewer.token }), "viewer", "editor");
    expectWritten(await send(attachmentsApi.delete, { params, token }), 204);
    expectAbsent(await send(attachmentsApi.read, { params, token }), "attachment");
    expectAbsent(await send(attachmentsApi.delete, { params, token }), "attachment");
    expect((await readTrip(owner, tripId)).attachments).toEqual([]);
    const restored = await send(attachmentsApi.restore, { params, token });
    expectWritten(restored);
    expect(restored.body).toEqual({ ...file, version: 3, updatedAt: expect.any(String) });
    expect((await readTrip(owner, tripId)).attachments).toEqual([restored.body]);
    expect(new Uint8Array(await (await getFile(viewer, params)).arrayBuffer())).toEqual(newPdf());
  });

  test("while somebody reads it lets them read on", async () => {
    const { tripId, owner } = await newTripFixture();
    const bytes = newPdf({ size: 5 * 1024 * 1024 });
    const { id: attachmentId } = await newAttachment(owner, tripId, { bytes });
    const params = { tripId, attachmentId };
    const reader = (await getFile(owner, params)).body?.getReader();
    let size = (await reader?.read())?.value?.length ?? 0;
    expectWritten(await send(attachmentsApi.delete, { params, token: owner.token }), 204);
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
      size += chunk.value.length;
    expect(size).toBe(bytes.length);
  });

  test("is undone like everything else, and so is adding", async () => {
    const { tripId, owner } = await newTripFixture();
    const { token } = owner;
    const file = await newAttachment(owner, tripId);
    const added = (await readTrip(owner, tripId)).seq;
    const undo = (seq: number) => send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token });
    const undone = expectWritten(await undo(added));
    expect(await shown()).toEqual([]);
    const redone = expectWritten(await undo(undone));
    expect(await shown()).toMatchObject([{ id: file.id }]);
    expect(redone).toBeGreaterThan(undone);
    const params = { tripId, attachmentId: file.id };
    const deleted = expectWritten(await send(attachmentsApi.delete, { params, token }), 204);
    expect((await undo(deleted)).status).toBe(200);
    expect(await shown()).toMatchObject([{ id: file.id }]);

    async function shown(): Promise<AttachmentDto[]> {
      return (await readTrip(owner, tripId)).attachments;
    }
  });
});
