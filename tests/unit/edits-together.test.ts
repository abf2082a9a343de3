import { expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import { createTripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import { makeWrite } from "#lib/client/writes/write-kinds.ts";
import { advanceBase } from "#lib/client/sync/write-rules.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import { settlementRow } from "#tests/helpers/money-rows.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService } from "#tests/realtime/fake-service.ts";
import { ANN, event, STOP_ID, stopFields, TRIP_ID, trip } from "#tests/realtime/sample-trip.ts";

const PAID = "0199b6a0-7c00-7000-8000-0000000000e6";
const FLIGHT = "0199b6a0-7c00-7000-8000-0000000000e1";

test("an amount that was typed in euros is sent over the payment that its author saw, not over one in dollars", async () => {
  const clock = new FakeClock();
  const service = new FakeService();
  const line = new TripRequests({ userId: ANN, clock, call: { fetch: service.fetch } });
  const seen = settlementRow({ id: PAID, amount: 5000, currency: "EUR" });
  const store = new TripStore(trip({ settlements: [seen] }), { userId: ANN, clock, line });
  const inDollars = { ...seen, currency: "USD", note: "Cash", version: 3 };
  store.receive([
    event(11, { op: "settlement.updated", entity: inDollars, changes: { note: [null, "Cash"] } }),
    event(12, { op: "settlement.updated", entity: inDollars, changes: { currency: ["EUR", "USD"] } }),
    event(13, { op: "settlement.updated", entity: inDollars, changes: { note: ["Cash", null] } }),
  ]);
  const actions = createTripActions(store, () => undefined);
  void actions.updateSettlement(PAID, { amount: 6000 }, { baseSeq: 10 });
  void actions.updateSettlement(PAID, { paidOn: "2026-11-12" }, { baseSeq: 10 });
  await flushPromises();
  expect(service.request(0).headers.get("x-base-seq")).toBe("11");
  await service.request(0).answer(200, inDollars, 13);
  expect(service.request(1).headers.get("x-base-seq")).toBe("13");
});

/** Returns the base seq of an edit, which was 10, after somebody else has changed one field. */
function baseAfter(write: Parameters<typeof advanceBase>[0]["write"], field: string): number | undefined {
  const pending = { write, baseSeq: 10 };
  const entityId = write.label.entityId;
  const changes: Record<string, [unknown, unknown]> = { [field]: [null, null] };
  const touched: TripEvent = event(11, { op: "stop.updated", entity: stopFields(), entityId, changes });
  advanceBase(pending, touched, ANN);
  return pending.baseSeq;
}

const END = { local: "2026-11-14T13:00", zone: "Asia/Tokyo" };
const dates = { startDate: "2026-11-14", endDate: "2026-11-15" };
const brought = { name: "Apia", timezone: "Pacific/Apia" };
const found = { name: "Apia", lat: -13.8, lng: -171.8 };

test.each([
  ["another currency", makeWrite("updateTrip", TRIP_ID, { currency: "EUR" }, {}), "formerCurrencies"],
  ["dates", makeWrite("updateTrip", TRIP_ID, dates, {}), "endDate"],
  ["a destination with its zone", makeWrite("updateTrip", TRIP_ID, { destination: brought }, {}), "timezone"],
  ["a destination on the map", makeWrite("updateTrip", TRIP_ID, { destination: found }, {}), "timezone"],
  ["a place", makeWrite("updateStop", TRIP_ID, STOP_ID, { place: { lat: 35, lng: 135 } }, {}), "timezone"],
  ["a booking's end", makeWrite("updateReservation", TRIP_ID, FLIGHT, { end: END }, {}), "start"],
  ["a booking's start", makeWrite("updateReservation", TRIP_ID, FLIGHT, { start: END }, {}), "end"],
  ["a payment's currency", makeWrite("updateSettlement", TRIP_ID, PAID, { currency: "EUR" }, {}), "amount"],
])("%s rests on what it conflicts with beside itself: %#", (_, write, beside) => {
  expect(baseAfter(write, beside)).toBe(10);
  expect(baseAfter(write, "notes")).toBe(11);
});

test("a destination by its name alone brings no zone along, and none rests on one", () => {
  const write = makeWrite("updateTrip", TRIP_ID, { destination: { name: "Pokhara" } }, {});
  expect(baseAfter(write, "timezone")).toBe(11);
  expect(baseAfter(makeWrite("updateTrip", TRIP_ID, { destination: null }, {}), "timezone")).toBe(11);
});
