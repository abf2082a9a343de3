import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, lastGroup, newComment, newTrip, readTrip } from "#tests/factories/trips.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectInvalid,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const UNKNOWN = "01a1fea0-fa5a-7365-a54d-b8396911c8f9";

function expectNotTheirs(sent: Awaited<ReturnType<typeof send>>): void {
  expectRefused(sent, 403, "FORBIDDEN", "Only the person who wrote this comment may do that.");
}

async function thread(person: Person, tripId: string, target: string): Promise<CommentDto[]> {
  const sent = await send(commentsApi.list, { params: { tripId }, token: person.token, query: { target } });
  expect(sent.status, sent.text).toBe(200);
  return sent.body as CommentDto[];
}

describe("writing a comment", () => {
  test("is refused to strangers and for targets that aren't in the trip", async () => {
    const scene = await newTripFixture();
    const other = await newTripFixture();
    const params = { tripId: scene.tripId };
    const target = { kind: "stop", id: scene.stop.id };
    const input = { params, body: { target, body: "Hi" } };
    expectUnauthenticated(await send(commentsApi.create, input));
    expectAbsent(await send(commentsApi.create, { ...input, token: scene.stranger.token }), "trip");
    const { token } = scene.owner;
    const on = (kind: string, id: string) =>
      send(commentsApi.create, { params, token, body: { target: { kind, id }, body: "Hi" } });
    expectAbsent(await on("stop", UNKNOWN), "stop");
    expectAbsent(await on("stop", other.stop.id), "stop");
    expectAbsent(await on("trip", other.tripId), "trip");
    expectInvalid(await on("day", scene.trip.days[0]?.id ?? ""), [
      "target.kind",
      'Send one of "trip", "stop", "reservation", "expense".',
    ]);
    expectInvalid(await send(commentsApi.create, { params, token, body: { target, body: " \n " } }), [
      "body",
      "Write something first.",
    ]);
    expectInvalid(
      await send(commentsApi.create, { params, token, body: { target, body: "x".repeat(5001) } }),
      ["body", "At most 5000 characters."],
    );
    await send(stopsApi.delete, { params: { ...params, stopId: scene.stop.id }, token });
    expectAbsent(await on("stop", scene.stop.id), "stop");
    expect(await thread(scene.owner, scene.tripId, `trip:${scene.tripId}`)).toEqual([]);
  });

  test("is for every role, and is counted where it was written", async () => {
    const scene = await newTripFixture();
    const { tripId, stop } = scene;
    const target = { kind: "stop" as const, id: stop.id };
    const roles = ["owner", "editor", "viewer", "guest"] as const;
    const written: unknown[] = [];
    for (const role of roles) {
      const before = await readTrip(scene.owner, tripId);
      const body = { id: uuidv7(), target, body: `  ${role}: shall we?\nI think so. ` };
      const sent = await send(commentsApi.create, { params: { tripId }, token: scene[role].token, body });
      expect(expectWritten(sent, 201)).toBe(before.seq + 1);
      const member = before.members.find(({ userId }) => userId === scene[role].userId);
      expect(sent.body).toEqual({
        id: body.id,
        target,
        memberId: member?.id,
        body: `${role}: shall we?\nI think so.`,
        mentions: [],
        editedAt: null,
        resolvedAt: null,
        deletedAt: null,
        version: 1,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      const events = await lastGroup(scene.owner, tripId, before.seq);
      expect(events).toMatchObject([
        { op: "comment.created", entity: sent.body, actorId: scene[role].userId },
      ]);
      written.push(sent.body);
    }
    expect(await thread(scene.guest, tripId, `stop:${stop.id}`)).toEqual(written);
    expect(await thread(scene.guest, tripId, `trip:${tripId}`)).toEqual([]);
    await newComment(scene.viewer, tripId);
    const trip = await readTrip(scene.viewer, tripId);
    expect(trip).toMatchObject({ commentCount: 1, stops: [{ ...stop, commentCount: 4 }] });
  });
});

describe("a thread", () => {
  test("is refused to strangers and without a target of the trip", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId };
    const { token } = scene.guest;
    const target = `stop:${scene.stop.id}`;
    expectUnauthenticated(await send(commentsApi.list, { params, query: { target } }));
    const query = { target };
    expectAbsent(await send(commentsApi.list, { params, query, token: scene.stranger.token }), "trip");
    expectAbsent(
      await send(commentsApi.list, { params, token, query: { target: `stop:${UNKNOWN}` } }),
      "stop",
    );
    expectInvalid(await send(commentsApi.list, { params, token }), [
      "query.target",
      "This is missing: send a text.",
    ]);
    for (const wrong of ["stop", `day:${UNKNOWN}`, "stop:1", `${target}:2`]) {
      expectInvalid(await send(commentsApi.list, { params, token, query: { target: wrong } }), [
        "query.target",
        "Use trip:{id}, stop:{id}, reservation:{id} or expense:{id}.",
      ]);
    }
  });

  test("comes in pages, oldest first", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const written: string[] = [];
    for (let index = 0; index < 7; index++) written.push((await newComment(ann, trip.id)).id);
    const seen: string[][] = [];
    let next: string | undefined = `/api/trips/${trip.id}/comments?target=trip:${trip.id}&limit=3`;
    while (next !== undefined) {
      const response: Response = await handlerFetch(next, {
        headers: { authorization: `Bearer ${ann.token}` },
      });
      seen.push(((await response.json()) as CommentDto[]).map(({ id }) => id));
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
    }
    expect(seen.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(seen.flat()).toEqual(written);
  });
});

describe("changing a comment", () => {
  test("is its author's alone: not an editor's, not the owner's", async () => {
    const scene = await newTripFixture();
    const { tripId } = scene;
    const comment = await newComment(scene.viewer, tripId);
    const params = { tripId, commentId: comment.id };
    const input = { params, body: { body: "Edited" } };
    expectUnauthenticated(await send(commentsApi.update, input));
    expectAbsent(await send(commentsApi.update, { ...input, token: scene.stranger.token }), "trip");
    for (const role of ["guest", "editor", "owner"] as const) {
      expectNotTheirs(await send(commentsApi.update, { ...input, token: scene[role].token }));
      expectNotTheirs(await send(commentsApi.restore, { params, token: scene[role].token }));
    }
    const { token } = scene.viewer;
    const absent = { ...params, commentId: UNKNOWN };
    expectAbsent(await send(commentsApi.update, { ...input, token, params: absent }), "comment");
    expectInvalid(await send(commentsApi.update, { params, token, body: { body: "" } }), [
      "body",
      "Write something first.",
    ]);
    const { seq } = await readTrip(scene.owner, tripId);
    const sent = await send(commentsApi.update, { ...input, token });
    expect(expectWritten(sent)).toBe(seq + 1);
    const at = expect.any(String);
    expect(sent.body).toEqual({ ...comment, body: "Edited", editedAt: at, updatedAt: at, version: 2 });
    expect(await thread(scene.guest, tripId, `trip:${tripId}`)).toEqual([sent.body]);
    expect(await lastGroup(scene.owner, tripId, seq)).toMatchObject([
      { op: "comment.updated", entity: sent.body },
    ]);
    expect(expectWritten(await send(commentsApi.update, { ...input, token }))).toBe(seq + 1);
  });

  test("is settled and opened again by anyone who may write comments", async () => {
    const scene = await newTripFixture();
    const { tripId } = scene;
    const comment = await newComment(scene.viewer, tripId);
    const params = { tripId, commentId: comment.id };
    const resolve = (person: Person, resolved: boolean) =>
      send(commentsApi.resolve, { params, token: person.token, body: { resolved } });
    expectAbsent(await resolve(scene.stranger, true), "trip");
    const at = expect.any(String);
    const settled = await resolve(scene.guest, true);
    const seq = expectWritten(settled);
    expect(settled.body).toEqual({ ...comment, resolvedAt: at, updatedAt: at, version: 2 });
    expect(expectWritten(await resolve(scene.owner, true))).toBe(seq);
    const opened = await resolve(scene.owner, false);
    expect(opened.body).toEqual({ ...comment, updatedAt: at, version: 3 });
    expect((await historyAfter(scene.owner, tripId, seq - 1)).map(({ op }) => op)).toEqual([
      "comment.resolved",
      "comment.resolved",
    ]);
  });
});

describe("deleting a comment", () => {
  test("is for its author and the owner, and takes its words out of the history", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, viewer } = scene;
    const first = "The secret is out";
    const comment = await newComment(viewer, tripId, { body: first });
    const params = { tripId, commentId: comment.id };
    await send(commentsApi.update, { params, token: viewer.token, body: { body: "No other secret" } });
    for (const role of ["guest", "editor"] as const) {
      expectNotTheirs(await send(commentsApi.delete, { params, token: scene[role].token }));
    }
    const before = await readTrip(owner, tripId);
    expect(before.commentCount).toBe(1);
    const deleted = await send(commentsApi.delete, { params, token: owner.token });
    expect(expectWritten(deleted, 204)).toBe(before.seq + 1);
    expect(await thread(viewer, tripId, `trip:${tripId}`)).toEqual([]);
    expect(await readTrip(owner, tripId)).toMatchObject({ commentCount: 0 });
    const history = await historyAfter(owner, tripId, 0);
    expect(JSON.stringify(history)).not.toContain("secret");
    expect(history.at(-1)).toMatchObject({
      op: "comment.deleted",
      entity: { id: comment.id, target: comment.target },
    });
    expectAbsent(await send(commentsApi.delete, { params, token: viewer.token }), "comment");
    expectAbsent(
      await send(commentsApi.update, { params, token: viewer.token, body: { body: "x" } }),
      "comment",
    );
  });

  test("is taken back by the author, words and all", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, viewer } = scene;
    const comment = await newComment(viewer, tripId, { body: "Still here" });
    const params = { tripId, commentId: comment.id };
    await send(commentsApi.delete, { params, token: viewer.token });
    for (const role of ["owner", "editor", "guest"] as const) {
      expectNotTheirs(await send(commentsApi.restore, { params, token: scene[role].token }));
    }
    const { seq } = await readTrip(owner, tripId);
    const restored = await send(commentsApi.restore, { params, token: viewer.token });
    expect(expectWritten(restored)).toBe(seq + 1);
    expect(restored.body).toEqual({ ...comment, version: 3, updatedAt: expect.any(String) });
    expect(await thread(owner, tripId, `trip:${tripId}`)).toEqual([restored.body]);
    expect(await readTrip(owner, tripId)).toMatchObject({ commentCount: 1 });
    expect(expectWritten(await send(commentsApi.restore, { params, token: viewer.token }))).toBe(seq + 1);
  });
});

describe("what an owner took away", () => {
  const TAKEN = "The trip's owner deleted this comment. Only the owner can bring it back.";

  test("is brought back by the owner, whoever that is by then, and not by its author", async () => {
    const { tripId, owner, editor, viewer } = await newTripFixture();
    const comment = await newComment(viewer, tripId);
    const params = { tripId, commentId: comment.id };
    const restore = ({ token }: Person) => send(commentsApi.restore, { params, token });
    await send(commentsApi.delete, { params, token: owner.token });
    for (const person of [viewer, editor]) expectRefused(await restore(person), 403, "FORBIDDEN", TAKEN);
    const restored = await restore(owner);
    expect(restored.body).toEqual({ ...comment, version: 3, updatedAt: expect.any(String) });
    const seq = expectWritten(await send(commentsApi.delete, { params, token: owner.token }), 204);
    await send(tripsApi.transfer, { params, token: owner.token, body: { userId: editor.userId } });
    const undo = (person: Person) =>
      send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: person.token });
    expectRefused(await restore(owner), 403, "FORBIDDEN", TAKEN);
    expectRefused(await undo(owner), 403, "FORBIDDEN", TAKEN);
    expect(await undo(viewer)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expectWritten(await restore(editor));
  });

  test("is brought back by undo as long as they own the trip", async () => {
    const { tripId, owner, viewer } = await newTripFixture();
    const comment = await newComment(viewer, tripId);
    const params = { tripId, commentId: comment.id };
    const seq = expectWritten(await send(commentsApi.delete, { params, token: owner.token }), 204);
    expectWritten(await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: owner.token }));
    expect(await thread(viewer, tripId, `trip:${tripId}`)).toMatchObject([{ id: comment.id, version: 3 }]);
    // If the author deletes the comment afterwards, only the author can restore it.
    await send(commentsApi.delete, { params, token: viewer.token });
    expectNotTheirs(await send(commentsApi.restore, { params, token: owner.token }));
    expectWritten(await send(commentsApi.restore, { params, token: viewer.token }));
  });
});

test("what someone wrote stays when they leave", async () => {
  const { tripId, owner, viewer } = await newTripFixture();
  const comment = await newComment(viewer, tripId);
  await send(tripsApi.leave, { params: { tripId }, token: viewer.token });
  expect(await thread(owner, tripId, `trip:${tripId}`)).toEqual([comment]);
});
