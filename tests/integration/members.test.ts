import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newComment, newInvite, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectLastOwner,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const at = expect.any(String);

async function memberOf({ owner, tripId }: TripFixture, userId: string): Promise<MemberDto | undefined> {
  return (await readTrip(owner, tripId)).members.find((member) => member.userId === userId);
}

describe("the list of members", () => {
  test("is for members, and equals the trip's", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId };
    expectUnauthenticated(await send(membersApi.list, { params }));
    expectAbsent(await send(membersApi.list, { params, token: scene.stranger.token }), "trip");
    await send(tripsApi.leave, { params, token: scene.viewer.token });
    const sent = await send(membersApi.list, { params, token: scene.guest.token });
    expect(sent.body).toEqual((await readTrip(scene.owner, scene.tripId)).members);
    expect(sent.body).toHaveLength(5);
  });
});

describe("changing a role", () => {
  test("is the owner's alone, for people who are in the trip", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId, userId: scene.viewer.userId };
    const input = { params, body: { role: "editor" } };
    expectUnauthenticated(await send(membersApi.update, input));
    expectAbsent(await send(membersApi.update, { ...input, token: scene.stranger.token }), "trip");
    for (const role of ["guest", "viewer", "editor"] as const) {
      expectForbidden(await send(membersApi.update, { ...input, token: scene[role].token }), role, "owner");
    }
    const { token } = scene.owner;
    for (const userId of [uuidv7(), scene.stranger.userId]) {
      expectAbsent(
        await send(membersApi.update, { ...input, token, params: { ...params, userId } }),
        "member",
      );
    }
    for (const role of ["owner", "king"]) {
      expectInvalid(await send(membersApi.update, { params, token, body: { role } }), [
        "role",
        'Send one of "editor", "viewer", "guest".',
      ]);
    }
    expectLastOwner(
      await send(membersApi.update, { ...input, token, params: { ...params, userId: scene.owner.userId } }),
    );
    expect(await memberOf(scene, scene.viewer.userId)).toMatchObject({ role: "viewer", version: 1 });
  });

  test("is told as one event and works from the next request on", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId, userId: scene.viewer.userId };
    const { token } = scene.owner;
    const before = await memberOf(scene, scene.viewer.userId);
    const { seq } = await readTrip(scene.owner, scene.tripId);
    const sent = await send(membersApi.update, { params, token, body: { role: "editor" } });
    expect(expectWritten(sent)).toBe(seq + 1);
    expect(sent.body).toEqual({ ...before, role: "editor", version: 2, updatedAt: at });
    expect(await memberOf(scene, scene.viewer.userId)).toEqual(sent.body);
    expect(await lastGroup(scene.owner, scene.tripId, seq)).toMatchObject([
      { op: "member.updated", entity: sent.body, changes: { role: ["viewer", "editor"] } },
    ]);
    const rename = { params, body: { title: "Theirs" } };
    expectWritten(await send(tripsApi.update, { ...rename, token: scene.viewer.token }));
    const again = await send(membersApi.update, { params, token, body: { role: "editor" } });
    expect(expectWritten(again)).toBe(seq + 2);
    await send(membersApi.update, { params, token, body: { role: "viewer" } });
    expectForbidden(
      await send(tripsApi.update, { ...rename, token: scene.viewer.token }),
      "viewer" as const,
      "editor" as const,
    );
  });
});

describe("removing a member", () => {
  test("is the owner's alone, and never of the last owner", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId, userId: scene.guest.userId };
    expectUnauthenticated(await send(membersApi.remove, { params }));
    expectAbsent(await send(membersApi.remove, { params, token: scene.stranger.token }), "trip");
    for (const role of ["guest", "viewer", "editor"] as const) {
      expectForbidden(await send(membersApi.remove, { params, token: scene[role].token }), role, "owner");
    }
    const { token } = scene.owner;
    for (const userId of [uuidv7(), scene.stranger.userId]) {
      expectAbsent(await send(membersApi.remove, { params: { ...params, userId }, token }), "member");
    }
    expectLastOwner(
      await send(membersApi.remove, { params: { ...params, userId: scene.owner.userId }, token }),
    );
  });

  test("shuts them out at once and keeps what they did", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, editor, stop } = scene;
    const comment = await newComment(editor, tripId);
    const params = { tripId, userId: editor.userId, stopId: stop.id, commentId: comment.id };
    await send(stopsApi.vote, { params, token: editor.token, body: { value: 1 } });
    const before = await readTrip(owner, tripId);
    const member = await memberOf(scene, editor.userId);
    const sent = await send(membersApi.remove, { params, token: owner.token });
    expect(expectWritten(sent, 204)).toBe(before.seq + 1);
    const left = { ...member, leftAt: at, version: 2, updatedAt: at };
    expect(await memberOf(scene, editor.userId)).toEqual(left);
    expect(await lastGroup(owner, tripId, before.seq)).toMatchObject([{ op: "member.left", entity: left }]);
    for (const endpoint of [
      tripsApi.get,
      membersApi.list,
      invitesApi.list,
      stopsApi.delete,
      commentsApi.delete,
    ]) {
      expectAbsent(await send(endpoint, { params, token: editor.token }), "trip");
    }
    expectAbsent(await send(membersApi.remove, { params, token: owner.token }), "member");
    expectAbsent(
      await send(membersApi.update, { params, token: owner.token, body: { role: "viewer" } }),
      "member",
    );
    const after = await readTrip(owner, tripId);
    expect(after.stops).toEqual(before.stops);
    expect(after.commentCount).toBe(1);
  });

  test("who comes back by a new invite is the same member, with the invite's role", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, editor } = scene;
    const before = await memberOf(scene, editor.userId);
    await send(membersApi.remove, { params: { tripId, userId: editor.userId }, token: owner.token });
    const { token } = await newInvite(owner, tripId, { role: "viewer" });
    const { seq } = await readTrip(owner, tripId);
    expectWritten(await send(invitesApi.accept, { params: { token }, token: editor.token }));
    const back = { ...before, role: "viewer", leftAt: null, version: 3, updatedAt: at };
    expect(await memberOf(scene, editor.userId)).toEqual(back);
    expect(await lastGroup(owner, tripId, seq)).toMatchObject([{ op: "member.joined", entity: back }]);
  });
});

describe("leaving", () => {
  test("is for members, and not for the last owner", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId };
    expectUnauthenticated(await send(tripsApi.leave, { params }));
    expectAbsent(await send(tripsApi.leave, { params, token: scene.stranger.token }), "trip");
    expectLastOwner(await send(tripsApi.leave, { params, token: scene.owner.token }));
    for (const role of ["guest", "viewer", "editor"] as const) {
      const { seq } = await readTrip(scene.owner, scene.tripId);
      const { token, userId } = scene[role];
      expect(expectWritten(await send(tripsApi.leave, { params, token }), 204)).toBe(seq + 1);
      expect(await lastGroup(scene.owner, scene.tripId, seq)).toMatchObject([
        { op: "member.left", actorId: userId, entity: { userId, leftAt: at, role } },
      ]);
      expectAbsent(await send(tripsApi.get, { params, token }), "trip");
      expectAbsent(await send(tripsApi.leave, { params, token }), "trip");
    }
  });
});

describe("handing the trip over", () => {
  test("is the owner's alone, to someone who is in the trip", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId };
    const input = { params, body: { userId: scene.editor.userId } };
    expectUnauthenticated(await send(tripsApi.transfer, input));
    expectAbsent(await send(tripsApi.transfer, { ...input, token: scene.stranger.token }), "trip");
    for (const role of ["guest", "viewer", "editor"] as const) {
      expectForbidden(await send(tripsApi.transfer, { ...input, token: scene[role].token }), role, "owner");
    }
    const { token } = scene.owner;
    expectAbsent(
      await send(tripsApi.transfer, { params, token, body: { userId: scene.stranger.userId } }),
      "member",
    );
    expectInvalid(await send(tripsApi.transfer, { params, token, body: {} }), [
      "userId",
      "This is missing: send a text.",
    ]);
    await send(tripsApi.leave, { params, token: scene.viewer.token });
    expectAbsent(
      await send(tripsApi.transfer, { params, token, body: { userId: scene.viewer.userId } }),
      "member",
    );
    expect((await readTrip(scene.owner, scene.tripId)).role).toBe("owner");
  });

  test("makes one owner and one editor in one write", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, viewer } = scene;
    const { seq } = await readTrip(owner, tripId);
    const input = { params: { tripId }, token: owner.token, body: { userId: viewer.userId } };
    const sent = await send(tripsApi.transfer, input);
    expect(expectWritten(sent)).toBe(seq + 2);
    expect(sent.body).toMatchObject({ role: "editor", seq: seq + 2 });
    expect(await readTrip(owner, tripId)).toEqual(sent.body);
    const roles = (await readTrip(viewer, tripId)).members.map(({ userId, role }) => [userId, role]);
    expect(roles).toContainEqual([viewer.userId, "owner"]);
    expect(roles).toContainEqual([owner.userId, "editor"]);
    expect(roles.filter(([, role]) => role === "owner")).toHaveLength(1);
    const ops = (await lastGroup(owner, tripId, seq)).map(({ op }) => op);
    expect(ops).toEqual(["member.updated", "member.updated"]);
    expectForbidden(await send(tripsApi.transfer, input), "editor", "owner");
    // After the transfer of ownership, the former owner may leave.
    expectWritten(await send(tripsApi.leave, { params: { tripId }, token: owner.token }), 204);
  });
});

test("nobody can write in another's name: what is done is signed by who did it", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const members = trip.members.map(({ id, userId }) => [id, userId]);
  expect(members).toEqual([[expect.any(String), ann.userId]]);
  const body = { target: { kind: "trip", id: trip.id }, body: "Hi", memberId: trip.members[0]?.id };
  const sent = await send(commentsApi.create, { params: { tripId: trip.id }, token: ann.token, body });
  expectInvalid(sent, ["memberId", "This field is unknown."]);
});
