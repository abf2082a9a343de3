import { describe, expect, test } from "vitest";
import { createMemberPlanFilter } from "#app/trips/[tripId]/_model/plan/member-plan.ts";
import { createBookingGrouper } from "#app/trips/[tripId]/_model/plan/day-bookings.ts";
import { createStopGrouper, planRows, stopsOf } from "#app/trips/[tripId]/_model/plan/plan-model.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { hasCommonParticipant, takesPart } from "#lib/shared/participants.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { checkTrip } from "#lib/shared/trip-checks.ts";
import { CREATED_AT, stop as sampleStop } from "#tests/realtime/sample-trip.ts";

const DATE = "2026-11-14";
const days: DayDto[] = [
  { id: "d1", date: DATE, title: null, notes: null, timezone: null, version: 1, updatedAt: CREATED_AT },
];

function stop(id: string, participants: string[] | null, more: Partial<StopDto> = {}): StopDto {
  return sampleStop({ id, name: id, dayId: "d1", position: id, participants, ...more });
}

function at(local: string) {
  return { local, zone: "Asia/Tokyo" };
}

function stay(id: string, participants: string[] | null): ReservationDto {
  const rest = { from: null, to: null, confirmation: null, provider: null, contact: null, url: null };
  const none = { notes: null, cost: null, stopId: null, commentCount: 0, deletedAt: null };
  const [start, end] = [at(`${DATE}T15:00`), at("2026-11-15T10:00")];
  const revision = { version: 1, createdAt: CREATED_AT, updatedAt: CREATED_AT };
  return { id, kind: "lodging", title: id, start, end, participants, ...rest, ...none, ...revision };
}

describe("who takes part", () => {
  test("everyone, where nobody is named", () => {
    expect(takesPart(null, "ann")).toBe(true);
    expect(takesPart(["ann"], "ann")).toBe(true);
    expect(takesPart(["ben"], "ann")).toBe(false);
    expect(takesPart([], "ann")).toBe(false);
  });

  test("in two things is whoever is in both", () => {
    expect(hasCommonParticipant(null, ["ann"])).toBe(true);
    expect(hasCommonParticipant(["ann", "ben"], ["ben"])).toBe(true);
    expect(hasCommonParticipant(["ann"], ["ben"])).toBe(false);
    expect(hasCommonParticipant([], ["ben"])).toBe(false);
  });
});

describe("a lane", () => {
  const group = createStopGrouper();
  const groupBookings = createBookingGrouper();
  const ours = stop("a", null);
  const mine = stop("b", ["ann"]);
  const theirs = stop("c", ["ben", "mika"]);
  const idea = stop("d", ["ben"], { dayId: null });

  function plan(stops: StopDto[], bookings: ReservationDto[] = []) {
    return [group(stops, days), groupBookings(bookings, days)] as const;
  }

  test("has what one takes part in, and says what the others do meanwhile", () => {
    const hotel = stay("hotel", ["ben"]);
    const lane = createMemberPlanFilter("ann")(...plan([ours, theirs, mine], [hotel, stay("inn", null)]));
    expect(stopsOf(lane.byDay, "d1")).toEqual([ours, mine]);
    expect(new Set(lane.bookings.get("d1")?.map(({ reservation }) => reservation.id))).toEqual(
      new Set(["inn"]),
    );
    // A stay appears twice on its first day and is one reservation.
    expect(lane.others.get("d1")).toEqual({ stops: [theirs], bookings: [hotel], memberIds: ["ben", "mika"] });
  });

  test("keeps ideas, which are everybody's until they have a day", () => {
    const lane = createMemberPlanFilter("ann")(...plan([ours, idea]));
    expect(stopsOf(lane.byDay, null)).toEqual([idea]);
    expect(lane.others.size).toBe(0);
  });

  test("numbers and ways are those of the lane", () => {
    const kyoto = { lat: 34.9949, lng: 135.785 };
    const stops = [
      stop("a", null, { place: kyoto }),
      stop("b", ["ben"], { place: { lat: 35.0394, lng: 135.7292 } }),
      stop("c", ["ann"], { place: { lat: 34.998, lng: 135.7808 } }),
    ];
    const lane = createMemberPlanFilter("ann")(...plan(stops));
    const rows = planRows(stopsOf(lane.byDay, "d1"), DATE, "Asia/Tokyo");
    expect(rows.map(({ number, leg }) => [number, leg?.mode ?? null])).toEqual([
      [1, null],
      [2, "walk"],
    ]);
  });

  test("keeps the lists of a day of which nothing changed", () => {
    const follow = createMemberPlanFilter("ann");
    const before = follow(...plan([ours, theirs]));
    const after = follow(...plan([ours, theirs, idea]));
    expect(stopsOf(after.byDay, "d1")).toBe(stopsOf(before.byDay, "d1"));
    expect(after.others.get("d1")).toBe(before.others.get("d1"));
  });
});

function warnings(...stops: StopDto[]) {
  return planRows(stops, DATE, "Asia/Tokyo").map(({ warning }) => warning);
}

describe("warnings of a row", () => {
  test("nobody is in two places when others are there", () => {
    const museum = stop("a", ["ann"], { startTime: "10:00", endTime: "12:00" });
    expect(warnings(museum, stop("b", ["ben"], { startTime: "11:00" }))).toEqual([null, null]);
    const lunch = stop("c", ["ann"], { startTime: "11:30" });
    // The stop between the two overlapping stops is another member's.
    expect(warnings(museum, stop("b", ["ben"], { startTime: "11:00" }), lunch)[2]).toMatchObject({
      kind: "overlap",
      key: "overlap:a:c",
    });
  });

  test("a stop that its own hours leave out says so, for the day or for the time", () => {
    const hours = { sat: [{ opens: "10:00", closes: "17:00" }] };
    expect(warnings(stop("a", null, { hours, startTime: "11:00" }))).toEqual([null]);
    const late = { kind: "closed", key: "closed:a", allDay: false };
    expect(warnings(stop("a", null, { hours, startTime: "18:00" }))).toEqual([late]);
    expect(warnings(stop("a", null, { hours: {} }))).toEqual([{ ...late, allDay: true }]);
  });

  test("one that was set aside is gone", () => {
    const shut = stop("a", null, { hours: {} });
    expect(planRows([shut], DATE, "Asia/Tokyo", new Set(["closed:a"]))[0]?.warning).toBeNull();
  });

  test("say what the list of checks says, under the same keys", () => {
    const [kyoto, arashiyama] = [
      { lat: 34.9949, lng: 135.785 },
      { lat: 35.017, lng: 135.671 },
    ];
    const stops = [
      stop("a", ["ann"], { startTime: "09:00", endTime: "10:30", place: kyoto }),
      stop("b", ["ben"], { startTime: "09:30", endTime: "11:00", place: kyoto }),
      stop("c", null, { startTime: "10:00", place: kyoto }),
      stop("d", ["ann"], { startTime: "12:00", endTime: "12:30", place: kyoto, hours: {} }),
      stop("e", ["ben"], { startTime: "12:10" }),
      stop("f", ["ann"], { startTime: "12:35", endTime: "13:00", place: arashiyama }),
      stop("g", ["ann"], { startTime: "13:00", category: "lodging", place: arashiyama }),
    ];
    const trip = { startDate: DATE, endDate: DATE, timezone: "Asia/Tokyo", days, stops, reservations: [] };
    const checks = new Set(checkTrip(trip).map(({ key }) => key));
    const said = warnings(...stops).flatMap((warning) => warning?.key ?? []);
    expect(said).toEqual(["overlap:b:c", "closed:d", "transfer:d:f"]);
    expect(said.filter((key) => !checks.has(key))).toEqual([]);
    // A row reports only the stop directly before it.
    expect([...checks].filter((key) => !said.includes(key))).toEqual(["overlap:a:c"]);
  });
});
