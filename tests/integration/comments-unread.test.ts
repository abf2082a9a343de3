import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { tripMembers } from "#db/schema/members.ts";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { CommentTarget, UnreadThread } from "#lib/shared/comments.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newComment, newMember, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectInvalid,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const UNKNOWN = "01a1fea0-fa5a-7365-a54d-b8396911c8f9";

async function unread(person: Person, tripId: string): Promise<UnreadThread[]> {
  return (await call(commentsApi.unread, { params: { tripId } }, as(person))).data;
}

function mark(person: Person, tripId: string, target: CommentTarget, upTo: string, key?: string) {
  const headers: Record<string, string> = key ? { "idempotency-key": key } : {};
  return send(commentsApi.read, {
    params: { tripId },
    token: person.token,
    body: { target, upTo },
    headers,
  });
}

function onTrip(tripId: string): CommentTarget {
  return { kind: "trip", id: tripId };
}

/** Returns the texts that the notifications of a person quote. */
async function told(person: Person) {
  const { data } = await call(notificationsApi.list, { query: {} }, as(person));
  return data.map(({ details }) => details.excerpt);
}

describe("what is unread", () => {
  test("is asked by members", async () => {
    const { tripId, stranger } = await newTripFixture();
    expectUnauthenticated(await send(commentsApi.unread, { params: { tripId } }));
    expectAbsent(await send(commentsApi.unread, { params: { tripId }, token: stranger.token }), "trip");
  });

  test("are the live comments of others that came after one's mark", async () => {
    const { tripId, stop, owner, viewer, guest } = await newTripFixture();
    const onStop = { kind: "stop" as const, id: stop.id };
    const first = await newComment(owner, tripId, { target: onStop });
    const second = await newComment(guest, tripId, { target: onStop });
    const whole = await newComment(owner, tripId);
    expect(await unread(viewer, tripId)).toEqual([
      { target: onTrip(tripId), count: 1, newestId: whole.id },
      { target: onStop, count: 2, newestId: second.id },
    ]);
    expect(await unread(guest, tripId)).toEqual([{ target: onTrip(tripId), count: 1, newestId: whole.id }]);
    expect(await unread(owner, tripId)).toEqual([{ target: onStop, count: 1, newestId: second.id }]);
    await mark(viewer, tripId, onStop, first.id);
    expect(await unread(viewer, tripId)).toContainEqual({ target: onStop, count: 1, newestId: second.id });
    const params = { tripId, commentId: second.id };
    await send(commentsApi.delete, { params, token: guest.token });
    expect((await unread(viewer, tripId)).map(({ target }) => target)).toEqual([onTrip(tripId)]);
    await send(commentsApi.restore, { params, token: guest.token });
    expect((await unread(viewer, tripId)).length).toBe(2);
    await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token: owner.token });
    expect((await unread(viewer, tripId)).map(({ target }) => target)).toEqual([onTrip(tripId)]);
  });

  test("is nothing that was said before one came", async () => {
    const { tripId, trip, owner } = await newTripFixture();
    await newComment(owner, tripId);
    const late = await newMember(owner, trip, "editor");
    expect(await unread(late, tripId)).toEqual([]);
    const said = await newComment(owner, tripId);
    expect(await unread(late, tripId)).toEqual([{ target: onTrip(tripId), count: 1, newestId: said.id }]);
  });

  test("ends where one writes oneself", async () => {
    const { tripId, owner, viewer } = await newTripFixture();
    await newComment(owner, tripId);
    await newComment(viewer, tripId);
    expect(await unread(viewer, tripId)).toEqual([]);
    const later = await newComment(owner, tripId);
    expect(await unread(viewer, tripId)).toEqual([{ target: onTrip(tripId), count: 1, newestId: later.id }]);
  });

  test("goes by when comments arrived: an id of a slow clock hides none", async () => {
    const { tripId, owner, viewer } = await newTripFixture();
    const old = uuidv7({ msecs: Date.now() - 3_600_000 });
    const read = await newComment(owner, tripId);
    await mark(viewer, tripId, onTrip(tripId), read.id);
    await newComment(owner, tripId, { id: old });
    expect(await unread(viewer, tripId)).toEqual([{ target: onTrip(tripId), count: 1, newestId: old }]);
    await mark(viewer, tripId, onTrip(tripId), old);
    expect(await unread(viewer, tripId)).toEqual([]);
  });

  test("is nothing for the demo trip's readers, who have no mark to set", async () => {
    const person = await newPerson();
    const { data: trips } = await call(tripsApi.list, { query: {} }, as(person));
    const demo = trips.find(({ isDemo }) => isDemo);
    if (!demo) throw new Error("There is no demo trip.");
    expect(await unread(person, demo.id)).toEqual([]);
    const sent = await mark(person, demo.id, onTrip(demo.id), UNKNOWN);
    expect(sent).toMatchObject({ status: 403, body: { code: "DEMO_READ_ONLY" } });
  });
});

describe("a mark", () => {
  test("is set by members, on a comment of the thread", async () => {
    const { tripId, stop, owner, viewer, stranger } = await newTripFixture();
    const other = await newTripFixture();
    const target = onTrip(tripId);
    const comment = await newComment(owner, tripId);
    const elsewhere = await newComment(other.owner, other.tripId);
    const body = { target, upTo: comment.id };
    expectUnauthenticated(await send(commentsApi.read, { params: { tripId }, body }));
    expectAbsent(await mark(stranger, tripId, target, comment.id), "trip");
    const wrong = ["upTo", "This is no comment of that thread."] as [string, string];
    for (const id of [UNKNOWN, elsewhere.id]) expectInvalid(await mark(viewer, tripId, target, id), wrong);
    expectInvalid(await mark(viewer, tripId, { kind: "stop", id: stop.id }, comment.id), wrong);
    expectInvalid(await mark(viewer, tripId, onTrip(other.tripId), elsewhere.id), wrong);
    expect((await unread(viewer, tripId)).length).toBe(1);
  });

  test("only moves forward, and is no event of the trip", async () => {
    const { tripId, owner, viewer } = await newTripFixture();
    const target = onTrip(tripId);
    const [first, second] = [await newComment(owner, tripId), await newComment(owner, tripId)];
    const { seq } = await readTrip(owner, tripId);
    const key = uuidv7();
    const sent = await mark(viewer, tripId, target, second.id, key);
    expect(sent).toMatchObject({ status: 200, body: { target, upTo: second.id } });
    expect((await mark(viewer, tripId, target, second.id, key)).body).toEqual(sent.body);
    expectRefused(
      await mark(viewer, tripId, target, first.id, key),
      409,
      "KEY_REUSED",
      "This Idempotency-Key was used for another request. Use a new one.",
    );
    expect((await mark(viewer, tripId, target, first.id)).body).toEqual({ target, upTo: second.id });
    expect(await unread(viewer, tripId)).toEqual([]);
    expect((await readTrip(owner, tripId)).seq).toBe(seq);
    await send(tripsApi.archive, { params: { tripId }, token: owner.token });
    expect((await mark(viewer, tripId, target, second.id)).status).toBe(200);
  });

  test("ends at the newest when many are set at once", async () => {
    const { tripId, owner, viewer } = await newTripFixture();
    const target = onTrip(tripId);
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.push((await newComment(owner, tripId)).id);
    const shuffled = [...ids.slice(4), ...ids.slice(0, 4)];
    const sent = await Promise.all(shuffled.map((id) => mark(viewer, tripId, target, id)));
    expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await unread(viewer, tripId)).toEqual([]);
  });
});

describe("mentions", () => {
  test("are read with the thread by when they arrived: an id of a slow clock hides none", async () => {
    const { tripId, owner, editor, viewer } = await newTripFixture();
    const { members } = await readTrip(owner, tripId);
    const mentions = members.filter(({ userId }) => userId === editor.userId).map(({ id }) => id);
    const slow = uuidv7({ msecs: Date.now() - 3_600_000 });
    const fast = uuidv7({ msecs: Date.now() + 3_600_000 });
    const first = await newComment(viewer, tripId, { id: fast, mentions });
    const last = await newComment(viewer, tripId, { id: slow, mentions });
    const read = async () => {
      const { data } = await call(notificationsApi.list, { query: {} }, as(editor));
      return data.filter(({ readAt }) => readAt !== null).map(({ details }) => details.entityId);
    };
    await mark(editor, tripId, onTrip(tripId), first.id);
    expect(await read()).toEqual([first.id]);
    await mark(editor, tripId, onTrip(tripId), last.id);
    expect(await read()).toEqual([last.id, first.id]);
  });

  test("are members who are in the trip, with an account or without", async () => {
    const { tripId, owner, editor, viewer } = await newTripFixture();
    const other = await newTripFixture();
    const ritva = { id: uuidv7(), tripId, userId: null, name: "Ritva", role: "viewer" as const };
    await freshDatabase().drizzle.insert(tripMembers).values(ritva);
    const { members } = await readTrip(owner, tripId);
    const idOf = ({ userId }: Person) => members.find((member) => member.userId === userId)?.id ?? "";
    const [foreign] = (await readTrip(other.owner, other.tripId)).members;
    const wrong = ["mentions", "Mention members of the trip only."] as [string, string];
    const write = (mentions: string[]) =>
      send(commentsApi.create, {
        params: { tripId },
        token: viewer.token,
        body: { target: onTrip(tripId), body: "@Ann @Ritva?", mentions },
      });
    for (const id of [UNKNOWN, foreign?.id ?? ""]) expectInvalid(await write([idOf(owner), id]), wrong);
    expectInvalid(await write([idOf(owner), idOf(owner)]), ["mentions", "Name each member once."]);
    await send(tripsApi.leave, { params: { tripId }, token: editor.token });
    expectInvalid(await write([idOf(editor)]), wrong);
    const sent = await write([idOf(owner), ritva.id]);
    expect(sent.body).toMatchObject({ mentions: [idOf(owner), ritva.id] });
  });

  test("change with the text; those who left meanwhile may stay", async () => {
    const { tripId, owner, editor, viewer } = await newTripFixture();
    const { members } = await readTrip(owner, tripId);
    const idOf = ({ userId }: Person) => members.find((member) => member.userId === userId)?.id ?? "";
    const comment = await newComment(viewer, tripId, { body: "@Ed?", mentions: [idOf(editor)] });
    await send(tripsApi.leave, { params: { tripId }, token: editor.token });
    const edit = (body: object) =>
      send(commentsApi.update, { params: { tripId, commentId: comment.id }, token: viewer.token, body });
    const kept = await edit({ body: "@Ed, @Olga?", mentions: [idOf(editor), idOf(owner)] });
    expect(kept.body).toMatchObject({ mentions: [idOf(editor), idOf(owner)], version: 2 });
    const untouched = await edit({ body: "@Ed and @Olga?" });
    expect(untouched.body).toMatchObject({ mentions: [idOf(editor), idOf(owner)], version: 3 });
    const seq = expectWritten(await edit({ body: "Olga?", mentions: [] }));
    expectInvalid(await edit({ body: "@Ed", mentions: [idOf(editor)] }), [
      "mentions",
      "Mention members of the trip only.",
    ]);
    expect(expectWritten(await edit({ body: "Olga?", mentions: [] }))).toBe(seq);
  });

  test("reach the inbox once, of those who are named", async () => {
    const { tripId, stop, owner, editor, viewer } = await newTripFixture();
    const { members } = await readTrip(owner, tripId);
    const idOf = ({ userId }: Person) => members.find((member) => member.userId === userId)?.id ?? "";
    const target = { kind: "stop" as const, id: stop.id };
    const comment = await newComment(viewer, tripId, { target, body: "@Ed?", mentions: [idOf(editor)] });
    expect(await told(editor)).toEqual(["@Ed?"]);
    expect(await told(owner)).toEqual([]);
    const params = { tripId, commentId: comment.id };
    const body = { body: "@Ed and @Olga?", mentions: [idOf(editor), idOf(owner), idOf(viewer)] };
    await send(commentsApi.update, { params, token: viewer.token, body });
    for (const person of [editor, owner]) expect(await told(person)).toEqual(["@Ed and @Olga?"]);
    // Authors get no notification of what they wrote themselves.
    expect(await told(viewer)).toEqual([]);
    const { data } = await call(notificationsApi.list, { query: {} }, as(owner));
    expect(data[0]).toMatchObject({
      kind: "mention",
      details: { subject: stop.name, target, entityId: comment.id },
    });
  });
});
