import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { trips } from "#db/schema/trips.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newComment, newInvite, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectArchived,
  expectForbidden,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const GONE = "This invite no longer works. Ask for a new link.";

describe("archiving", () => {
  test("is the owner's alone, and so is opening again", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId };
    for (const state of [tripsApi.archive, tripsApi.unarchive]) {
      expectUnauthenticated(await send(state, { params }));
      expectAbsent(await send(state, { params, token: scene.stranger.token }), "trip");
      for (const role of ["guest", "viewer", "editor"] as const) {
        expectForbidden(await send(state, { params, token: scene[role].token }), role, "owner");
      }
    }
    expect((await readTrip(scene.owner, scene.tripId)).archivedAt).toBeNull();
  });

  test("shows in status and history, and comes off again", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const input = { params: { tripId: trip.id }, token: ann.token };
    const archived = await send(tripsApi.archive, input);
    expect(expectWritten(archived)).toBe(trip.seq + 1);
    const at = expect.any(String);
    const next = { version: 2, updatedAt: at, seq: trip.seq + 1 };
    expect(archived.body).toEqual({ ...trip, ...next, status: "archived", archivedAt: at });
    expect(await readTrip(ann, trip.id)).toEqual(archived.body);
    expect(await lastGroup(ann, trip.id, trip.seq)).toMatchObject([
      { op: "trip.archived", actorId: ann.userId, changes: { archivedAt: [null, at] } },
    ]);
    expectArchived(await send(tripsApi.archive, input));
    const opened = await send(tripsApi.unarchive, input);
    expectWritten(opened);
    expect(opened.body).toEqual({ ...trip, version: 3, updatedAt: at, seq: trip.seq + 2 });
    expect(await lastGroup(ann, trip.id, trip.seq + 1)).toMatchObject([{ op: "trip.unarchived" }]);
    expect(expectWritten(await send(tripsApi.unarchive, input))).toBe(trip.seq + 2);
  });

  test("refuses every change to the plan and its talk, also the owner's", async () => {
    const { owner, editor, tripId, stop } = await newTripFixture();
    const comment = await newComment(owner, tripId);
    const params = { tripId, stopId: stop.id, dayId: stop.dayId ?? "", commentId: comment.id };
    const member = { ...params, userId: editor.userId };
    await send(tripsApi.archive, { params, token: owner.token });
    const before = await readTrip(owner, tripId);
    const attempts = [
      [tripsApi.update, params, { title: "K" }],
      [tripsApi.update, params, { startDate: null, endDate: null }],
      [daysApi.update, params, { title: "K" }],
      [stopsApi.create, params, { name: "K", dayId: null }],
      [stopsApi.update, params, { name: "K" }],
      [stopsApi.move, params, { dayId: null, afterId: null }],
      [stopsApi.delete, params, undefined],
      [stopsApi.restore, params, undefined],
      [stopsApi.vote, params, { value: 1 }],
      [commentsApi.create, params, { target: { kind: "trip", id: tripId }, body: "K" }],
      [commentsApi.update, params, { body: "K" }],
      [commentsApi.resolve, params, { resolved: true }],
      [commentsApi.delete, params, undefined],
      [commentsApi.restore, params, undefined],
      [eventsApi.undo, { ...params, seq: String(before.seq - 1) }, undefined],
      [invitesApi.create, params, { role: "viewer" }],
      [membersApi.update, member, { role: "viewer" }],
      [tripsApi.transfer, params, { userId: editor.userId }],
    ] as const;
    for (const [endpoint, path, body] of attempts) {
      expectArchived(await send(endpoint, { params: path, token: owner.token, body }));
    }
    expect(await readTrip(owner, tripId)).toEqual(before);
  });

  test("lets people go: leaving, removing and revoking work", async () => {
    const { owner, viewer, editor, guest, tripId } = await newTripFixture();
    const invite = await newInvite(editor, tripId);
    const params = { tripId };
    await send(tripsApi.archive, { params, token: owner.token });
    expectWritten(await send(tripsApi.leave, { params, token: viewer.token }), 204);
    const removed = { ...params, userId: guest.userId };
    expectWritten(await send(membersApi.remove, { params: removed, token: owner.token }), 204);
    const revoked = { ...params, inviteId: invite.id };
    expect((await send(invitesApi.revoke, { params: revoked, token: owner.token })).status).toBe(204);
    expect((await readTrip(owner, tripId)).members.map(({ leftAt }) => leftAt !== null)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("deleting", () => {
  test("is the owner's alone", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId };
    expectUnauthenticated(await send(tripsApi.delete, { params }));
    expectAbsent(await send(tripsApi.delete, { params, token: scene.stranger.token }), "trip");
    for (const role of ["guest", "viewer", "editor"] as const) {
      expectForbidden(await send(tripsApi.delete, { params, token: scene[role].token }), role, "owner");
    }
    expect(await readTrip(scene.owner, scene.tripId)).toMatchObject({ deletedAt: null });
  });

  test("hides the trip from everyone but its owner, who can only read and restore it", async () => {
    const { owner, editor, stranger, tripId, stop } = await newTripFixture();
    const before = await readTrip(owner, tripId);
    const invite = await newInvite(owner, tripId);
    const params = { tripId, stopId: stop.id };
    const deleted = await send(tripsApi.delete, { params, token: owner.token });
    expect(expectWritten(deleted, 204)).toBe(before.seq + 1);
    for (const endpoint of [
      tripsApi.get,
      eventsApi.list,
      membersApi.list,
      tripsApi.restore,
      tripsApi.delete,
    ]) {
      expectAbsent(await send(endpoint, { params, token: editor.token }), "trip");
    }
    for (const endpoint of [tripsApi.delete, tripsApi.archive, stopsApi.delete]) {
      expectAbsent(await send(endpoint, { params, token: owner.token }), "trip");
    }
    const input = { params: { token: invite.token }, token: stranger.token };
    expectRefused(await send(invitesApi.preview, input), 410, "INVITE_GONE", GONE);
    expectRefused(await send(invitesApi.accept, input), 410, "INVITE_GONE", GONE);
    const at = expect.any(String);
    const gone = await readTrip(owner, tripId);
    expect(gone).toEqual({ ...before, deletedAt: at, version: 2, updatedAt: at, seq: before.seq + 1 });
    expect(await lastGroup(owner, tripId, before.seq)).toMatchObject([
      { op: "trip.deleted", entity: { id: tripId }, actorId: owner.userId },
    ]);
  });

  test("is undone by the owner's restore, with everything that was there", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const before = await readTrip(editor, tripId);
    const input = { params: { tripId }, token: owner.token };
    await send(tripsApi.delete, input);
    const restored = await send(tripsApi.restore, input);
    expect(expectWritten(restored)).toBe(before.seq + 2);
    const after = { ...before, version: 3, updatedAt: expect.any(String), seq: before.seq + 2 };
    expect(restored.body).toEqual({ ...after, role: "owner" });
    expect(await readTrip(editor, tripId)).toEqual(after);
    expect(await lastGroup(owner, tripId, before.seq + 1)).toMatchObject([{ op: "trip.restored" }]);
    // Restoring a trip that is not deleted changes nothing.
    expect(expectWritten(await send(tripsApi.restore, input))).toBe(before.seq + 2);
  });

  test("leaves the trip in the owner's list of deleted ones, and within reach, for 30 days", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const input = { params: { tripId: trip.id }, token: ann.token };
    const deleted = { token: ann.token, query: { filter: "deleted" } };
    const rows = freshDatabase().drizzle.update(trips);
    const deleteDaysAgo = (days: number) =>
      rows.set({ deletedAt: new Date(Date.now() - days * 86_400_000) }).where(eq(trips.id, trip.id));
    await deleteDaysAgo(31);
    expect((await send(tripsApi.list, deleted)).body).toEqual([]);
    await deleteDaysAgo(29);
    expect((await send(tripsApi.list, deleted)).body).toMatchObject([{ id: trip.id }]);
    expectWritten(await send(tripsApi.restore, input));
  });
});

test("an archived trip that is deleted and restored is archived still", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  await patchTrip(ann, trip.id, { title: "Kyoto at last" });
  const input = { params: { tripId: trip.id }, token: ann.token };
  await send(tripsApi.archive, input);
  expectWritten(await send(tripsApi.delete, input), 204);
  expect((await send(tripsApi.restore, input)).body).toMatchObject({
    status: "archived",
    title: "Kyoto at last",
  });
});
