import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectInvalid,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

test("a vote is refused to strangers, for stops that aren't there, and for other values", async () => {
  const scene = await newTripFixture();
  const other = await newTripFixture();
  const params = { tripId: scene.tripId, stopId: scene.stop.id };
  const input = { params, body: { value: 1 } };
  expectUnauthenticated(await send(stopsApi.vote, input));
  expectAbsent(await send(stopsApi.vote, { ...input, token: scene.stranger.token }), "trip");
  const { token } = scene.guest;
  for (const stopId of [uuidv7(), other.stop.id]) {
    expectAbsent(await send(stopsApi.vote, { ...input, token, params: { ...params, stopId } }), "stop");
  }
  for (const value of [2, -2, 0.5, "1", null]) {
    expectInvalid(await send(stopsApi.vote, { params, token, body: { value } }), [
      "value",
      "Send one of -1, 0, 1.",
    ]);
  }
  expectInvalid(await send(stopsApi.vote, { params, token, body: { value: 1, memberId: uuidv7() } }), [
    "memberId",
    "This field is unknown.",
  ]);
  const gone = scene.owner.token;
  await send(stopsApi.delete, { params, token: gone });
  expectAbsent(await send(stopsApi.vote, { ...input, token }), "stop");
  await send(stopsApi.restore, { params, token: gone });
  expect((await readTrip(scene.owner, scene.tripId)).stops[0]?.votes).toEqual([]);
});

test("everyone in the trip votes for themselves, guests too, and the stop's version stays", async () => {
  const scene = await newTripFixture();
  const params = { tripId: scene.tripId, stopId: scene.stop.id };
  const before = await readTrip(scene.owner, scene.tripId);
  const expected: { memberId: string; value: number }[] = [];
  for (const [role, value] of [
    ["owner", 1],
    ["editor", -1],
    ["viewer", 1],
    ["guest", -1],
  ] as const) {
    const { token, userId } = scene[role];
    const { seq } = await readTrip(scene.owner, scene.tripId);
    const sent = await send(stopsApi.vote, { params, token, body: { value } });
    expect(expectWritten(sent)).toBe(seq + 1);
    const memberId = before.members.find((member) => member.userId === userId)?.id ?? "";
    const vote = { stopId: scene.stop.id, memberId, value, updatedAt: expect.any(String) };
    expect(sent.body).toEqual(vote);
    expect(await lastGroup(scene.owner, scene.tripId, seq)).toMatchObject([
      {
        op: "vote.set",
        entityId: scene.stop.id,
        actorId: userId,
        entity: vote,
        changes: { value: [0, value] },
      },
    ]);
    expected.push({ memberId, value });
  }
  const votes = expected.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1));
  expect((await readTrip(scene.viewer, scene.tripId)).stops).toEqual([{ ...scene.stop, votes }]);
});

test("a vote is changed, repeated without effect, and taken back", async () => {
  const scene = await newTripFixture();
  const params = { tripId: scene.tripId, stopId: scene.stop.id };
  const vote = (value: number) => send(stopsApi.vote, { params, token: scene.guest.token, body: { value } });
  const first = expectWritten(await vote(1));
  expect(expectWritten(await vote(1))).toBe(first);
  expect(expectWritten(await vote(-1))).toBe(first + 1);
  expect((await readTrip(scene.guest, scene.tripId)).stops[0]?.votes).toMatchObject([{ value: -1 }]);
  expect((await vote(0)).body).toMatchObject({ value: 0 });
  expect((await readTrip(scene.guest, scene.tripId)).stops).toEqual([scene.stop]);
  expect(expectWritten(await vote(0))).toBe(first + 2);
});
