// @alone: looks at whole tables
import { beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { purgeDeletedTrips } from "#lib/server/trips/purge-trips.ts";
import { feedsApi } from "#lib/shared/api/feeds.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { DELETED_TRIP_DAYS } from "#lib/shared/trip-trash.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newAttachment, newReservation } from "#tests/factories/bookings.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import {
  newComment,
  newDecision,
  newInvite,
  newItem,
  newStop,
  newSuggestion,
  newTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { tablesWith } from "#tests/helpers/account-rows.ts";
import { filesOf } from "#tests/helpers/attachments.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectWritten } from "#tests/helpers/refusals.ts";
import { recordStatements } from "#tests/helpers/statements.ts";
import { lockTripRow } from "#tests/helpers/trip-lock.ts";

const KEPT = `${DELETED_TRIP_DAYS} days`;

function purge(): Promise<number> {
  return purgeDeletedTrips(freshDatabase(), new Date());
}

/** Deletes a trip and dates the deletion back. */
async function deleted(owner: Person, tripId: string, ago: string): Promise<void> {
  expectWritten(await send(tripsApi.delete, { params: { tripId }, token: owner.token }), 204);
  await freshDatabase().pool.query("update trips set deleted_at = now() - $2::interval where id = $1", [
    tripId,
    ago,
  ]);
}

async function expiredTrip(): Promise<{
  owner: Person;
  trip: TripDto;
  restore: () => ReturnType<typeof send>;
}> {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  await deleted(owner, trip.id, `${KEPT} 1 hour`);
  const input = { params: { tripId: trip.id }, token: owner.token };
  return { owner, trip, restore: () => send(tripsApi.restore, input) };
}

async function isThere(tripId: string): Promise<boolean> {
  const { rowCount } = await freshDatabase().pool.query("select from trips where id = $1", [tripId]);
  return rowCount === 1;
}

beforeEach(async () => {
  await purge();
});

describe("a trip that was deleted", () => {
  test("is in its owner's list, and can be restored, exactly as long as it is there", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const listed = async () => {
      const sent = await send(tripsApi.list, { token: ann.token, query: { filter: "deleted" } });
      return (sent.body as unknown[]).length;
    };
    await deleted(ann, trip.id, `${DELETED_TRIP_DAYS - 1} days 23 hours 59 minutes`);
    expect([await purge(), await listed(), await isThere(trip.id)]).toEqual([0, 1, true]);
    await freshDatabase().pool.query("update trips set deleted_at = deleted_at - interval '2 minutes'");
    expect(await listed()).toBe(0);
    expect([await purge(), await isThere(trip.id)]).toEqual([1, false]);
    expectAbsent(await send(tripsApi.restore, { params: { tripId: trip.id }, token: ann.token }), "trip");
  });

  test("goes with all that it had, bytes too, by a job of the tick", async () => {
    const scene = await newTripFixture();
    const { owner, editor, viewer, tripId, stop } = scene;
    const { id: bystander } = await newTrip(owner);
    const booking = await newReservation(editor, tripId, { stopId: stop.id });
    await newAttachment(editor, tripId, { target: { kind: "reservation", id: booking.id } });
    await newAttachment(owner, bystander);
    await newDecision(editor, tripId, { candidates: [stop.id] });
    await newItem(editor, tripId, { isPrivate: true });
    await newSuggestion(viewer, tripId, { changes: [{ op: "stops.delete", entityId: stop.id, input: {} }] });
    await newInvite(owner, tripId);
    const [member] = scene.trip.members;
    await newComment(editor, tripId, { body: "Look", mentions: member ? [member.id] : [] });
    await send(feedsApi.create, { params: { tripId }, token: editor.token, body: {} });
    expect(Object.keys(await tablesWith(tripId))).toEqual(
      expect.arrayContaining(["attachments", "calendar_feeds", "notifications", "trip_events"]),
    );
    await deleted(owner, tripId, `${KEPT} 1 hour`);
    await runTick(new Date(Date.now() + 61_000));
    await awaitDeferredWork();
    // The answers to writes are stored for a week, for retries.
    const { idempotency_keys: _answers, ...left } = await tablesWith(tripId);
    expect(left).toEqual({});
    expect([(await filesOf(tripId)).length, (await filesOf(bystander)).length]).toEqual([0, 1]);
    expect((await readTrip(owner, bystander)).attachments).toHaveLength(1);
  });
});

describe("the purge", () => {
  test("leaves a trip alone that is restored while it comes to it", async () => {
    const { trip, restore } = await expiredTrip();
    await recordStatements(purge, ({ name }) =>
      name === "lock_expired_trip" ? restore().then((sent) => void expectWritten(sent)) : undefined,
    );
    expect(await isThere(trip.id)).toBe(true);
  });

  test("waits for nobody who is writing a trip, and takes it the next time", async () => {
    const [held, other] = [await expiredTrip(), await expiredTrip()];
    const lock = await lockTripRow(held.trip.id);
    expect([await purge(), await isThere(other.trip.id)]).toEqual([1, false]);
    await lock.release();
    expect([await purge(), await isThere(held.trip.id)]).toEqual([1, false]);
  });

  test("of many at once takes each once, however many instances are at it", async () => {
    const { owner } = await expiredTrip();
    await freshDatabase().pool.query(
      `insert into trips (id, title, timezone, currency, deleted_at)
         select gen_random_uuid(), 'Old', 'UTC', 'EUR', now() - interval '40 days' from generate_series(1, 120)`,
    );
    const purged = await Promise.all([purge(), purge(), purge()]);
    expect(purged.reduce((sum, count) => sum + count)).toBe(121);
    expect((await send(tripsApi.list, { token: owner.token, query: { filter: "all" } })).body).toEqual([
      expect.objectContaining({ isDemo: true }),
    ]);
  });

  test("that fails for one trip goes on with the others, and has it the next time", async () => {
    const trips = [await expiredTrip(), await expiredTrip(), await expiredTrip()];
    let first = true;
    await recordStatements(purge, ({ name }) => {
      if (name !== "purge_trip" || !first) return undefined;
      first = false;
      return Promise.reject(new Error("Connection terminated unexpectedly"));
    });
    const there = await Promise.all(trips.map(({ trip }) => isThere(trip.id)));
    expect(there).toEqual([true, false, false]);
    expect(await purge()).toBe(1);
  });

  test("of a trip whose owner has its stops' ids no more lets them be used again", async () => {
    const { owner, trip, restore } = await expiredTrip();
    await restore();
    const id = "0199b6a0-7c00-7000-8000-00000000dead";
    await newStop(owner, trip, { id });
    await deleted(owner, trip.id, `${KEPT} 1 hour`);
    expect(await purge()).toBe(1);
    expect((await newStop(owner, await newTrip(owner), { id })).id).toBe(id);
  });
});
