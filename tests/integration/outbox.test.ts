import { expect, test } from "vitest";
import { selectUnpublished } from "#db/queries/outbox.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newItem, newStop } from "#tests/factories/trips.ts";

/** Sets whether a room listens, and counts all former events as published. */
async function setRoom(tripId: string, epoch: number): Promise<number> {
  const text = "update trips set room_epoch = $2, published_seq = seq where id = $1 returning seq";
  const { rows } = await freshDatabase().pool.query<{ seq: number }>(text, [tripId, epoch]);
  return rows[0]?.seq ?? Number.NaN;
}

async function outboxOf(tripId: string): Promise<unknown> {
  const before = new Date(Date.now() + 60_000);
  const due = await selectUnpublished(freshDatabase(), { before, limit: 1000 });
  return due.find(({ id }) => id === tripId);
}

test("the events of a write stay in the outbox until a listening room is known to have them", async () => {
  const { owner, trip, tripId } = await newTripFixture();
  const seq = await setRoom(tripId, 1);
  // No room answers in this test, and writes of stops and of items reach the outbox by different code.
  await newStop(owner, trip);
  expect(await outboxOf(tripId)).toEqual({ id: tripId, roomEpoch: 1, publishedSeq: seq, seq: seq + 1 });
  await newItem(owner, tripId);
  expect(await outboxOf(tripId)).toEqual({ id: tripId, roomEpoch: 1, publishedSeq: seq, seq: seq + 2 });
});

test("events that no room waits for are not in the outbox", async () => {
  const { owner, trip, tripId } = await newTripFixture();
  await setRoom(tripId, -1);
  await newStop(owner, trip);
  await newItem(owner, tripId);
  expect(await outboxOf(tripId)).toBeUndefined();
});
