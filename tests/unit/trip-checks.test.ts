import { describe, expect, test } from "vitest";
import type { ReservationFields } from "#lib/shared/reservations.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import { type CheckedTrip, checkTrip } from "#lib/shared/trip-checks.ts";

const AT = "2026-11-01T00:00:00.000Z";
const revision = { deletedAt: null, version: 1, createdAt: AT, updatedAt: AT };

function stop(id: string, more: Partial<StopFields>): StopFields {
  const plain = {
    place: null,
    category: "sight",
    timezone: null,
    notes: null,
    url: null,
    cost: null,
  } as const;
  const times = {
    startTime: null,
    endTime: null,
    participants: null,
    hours: null,
    travelMode: null,
    formerDate: null,
  };
  return { id, dayId: "d1", position: id, name: id, ...plain, ...times, ...revision, ...more };
}

function booking(id: string, more: Partial<ReservationFields>): ReservationFields {
  const plain = { from: null, to: null, confirmation: null, provider: null, contact: null, url: null };
  const rest = { notes: null, cost: null, stopId: null, participants: null, start: null, end: null };
  return { id, kind: "activity", title: id, ...plain, ...rest, ...revision, ...more };
}

const at = (local: string, zone = "Asia/Tokyo") => ({ local, zone });
const BED = booking("bed", { kind: "lodging", start: at("2026-11-14"), end: at("2026-11-16") });

/** Returns a trip from Saturday to Monday in Japan, with lodging for both nights. */
function trip(more: Partial<CheckedTrip>): CheckedTrip {
  const days = ["2026-11-14", "2026-11-15", "2026-11-16"].map((date, index) => ({
    id: `d${index + 1}`,
    date,
    timezone: null,
  }));
  const range = { startDate: "2026-11-14", endDate: "2026-11-16", timezone: "Asia/Tokyo" };
  return { ...range, days, stops: [], reservations: [BED], ...more };
}

function found(more: Partial<CheckedTrip>) {
  return checkTrip(trip(more)).map(({ key: _, ...check }) => check);
}

test("a trip that works has nothing to say", () => {
  const stops = [
    stop("a", { startTime: "09:00", endTime: "10:00" }),
    stop("b", { startTime: "10:00", endTime: "11:00" }),
  ];
  expect(checkTrip(trip({ stops }))).toEqual([]);
});

describe("overlapping fixed times", () => {
  const a = stop("a", { startTime: "09:00", endTime: "10:30" });
  const b = stop("b", { startTime: "10:00", endTime: "11:00" });

  test("what has no end can lie in something, and nothing can lie in it", () => {
    expect(found({ stops: [a, { ...b, endTime: null }] })).toMatchObject([{ kind: "overlap" }]);
    expect(found({ stops: [{ ...a, endTime: null }, b] })).toEqual([]);
    const table = booking("c", { kind: "restaurant", start: at("2026-11-14T10:00") });
    expect(found({ stops: [a], reservations: [BED, table] })).toMatchObject([{ kind: "overlap" }]);
  });

  test("are told once, earlier first, whatever the order of the plan", () => {
    const expected = {
      kind: "overlap",
      date: "2026-11-14",
      first: { kind: "stop", id: "a" },
      second: { kind: "stop", id: "b" },
    };
    expect(found({ stops: [a, b] })).toEqual([expected]);
    expect(found({ stops: [b, a] })).toEqual([expected]);
  });

  test("are none where nobody takes part in both", () => {
    expect(
      found({
        stops: [
          { ...a, participants: ["ann"] },
          { ...b, participants: ["bob"] },
        ],
      }),
    ).toEqual([]);
    const both = { ...b, participants: ["bob", "ann"] };
    expect(found({ stops: [{ ...a, participants: ["ann"] }, both] })).toHaveLength(1);
    expect(found({ stops: [{ ...a, participants: ["ann"] }, b] })).toHaveLength(1);
  });

  test("are judged as instants, across zones", () => {
    const flight = booking("flight", {
      kind: "flight",
      start: at("2026-11-14T08:00"),
      end: at("2026-11-14T02:30", "Europe/Lisbon"),
    });
    // 02:30 in Lisbon is 11:30 in Tokyo.
    expect(found({ stops: [b], reservations: [BED, flight] })).toMatchObject([
      { first: { kind: "reservation", id: "flight" }, second: { kind: "stop", id: "b" } },
    ]);
    expect(
      found({ stops: [{ ...b, startTime: "11:30", endTime: "12:00" }], reservations: [BED, flight] }),
    ).toEqual([]);
  });

  test("are none between a booking and the stop that it is for", () => {
    const times = { start: at("2026-11-14T10:00"), end: at("2026-11-14T11:00") };
    expect(found({ stops: [b], reservations: [BED, booking("r", { ...times, stopId: "b" })] })).toEqual([]);
    expect(found({ stops: [b], reservations: [BED, booking("r", times)] })).toHaveLength(1);
  });
});

test("a transfer that is longer than the gap says how long it is and what there is", () => {
  const kyoto = { lat: 34.98585, lng: 135.75877 };
  const osaka = { lat: 34.6873, lng: 135.5259 };
  const from = stop("a", { startTime: "09:00", endTime: "10:00", place: kyoto });
  const to = (startTime: string) => stop("b", { startTime, endTime: "23:00", place: osaka });
  expect(found({ stops: [from, to("10:20")] })).toEqual([
    { kind: "transfer", date: "2026-11-14", from: "a", to: "b", needed: expect.any(Number), free: 20 },
  ]);
  expect(found({ stops: [from, to("12:00")] })).toEqual([]);
  const ride = { ...from, category: "transport" as const };
  expect(found({ stops: [ride, to("10:20")] })).toEqual([]);
  // A stop at which only other members take part is not between the two stops.
  const apart = [{ ...from, participants: ["ann"] }, stop("c", { participants: ["ben"] })];
  expect(found({ stops: [...apart, { ...to("10:20"), participants: ["ann"] }] })).toMatchObject([
    { kind: "transfer", from: "a", to: "b" },
  ]);
});

describe("nights", () => {
  test("without a bed are told together when they follow each other", () => {
    expect(found({ reservations: [] })).toEqual([{ kind: "night", date: "2026-11-14", count: 2 }]);
    const first = { ...BED, end: at("2026-11-15") };
    expect(found({ reservations: [first] })).toEqual([{ kind: "night", date: "2026-11-15", count: 1 }]);
  });

  test("on a journey need none, and the last day has none", () => {
    const night = booking("train", {
      kind: "train",
      start: at("2026-11-15T21:00"),
      end: at("2026-11-16T07:00"),
    });
    expect(found({ reservations: [{ ...BED, end: at("2026-11-15") }, night] })).toEqual([]);
  });
});

describe("hours", () => {
  const hours = {
    sat: [{ opens: "18:00", closes: "02:00" }],
    mon: [
      { opens: "09:00", closes: "12:00" },
      { opens: "14:00", closes: "17:00" },
    ],
  };

  test("make a stop on a closed day a problem, and one without hours none", () => {
    const stops = [
      stop("a", { dayId: "d2", hours }),
      stop("b", { dayId: "d2" }),
      stop("c", { dayId: null, hours }),
    ];
    expect(found({ stops })).toEqual([{ kind: "closed", date: "2026-11-15", stopId: "a", allDay: true }]);
  });
});

test("a booking outside the trip is told, one at its edges is not", () => {
  const early = booking("early", { start: at("2026-11-13T20:00") });
  const edge = booking("edge", { start: at("2026-11-14T00:00"), end: at("2026-11-16T23:59") });
  expect(found({ reservations: [BED, early, edge] })).toEqual([
    { kind: "outside", date: "2026-11-13", reservationId: "early" },
  ]);
  expect(checkTrip(trip({ startDate: null, endDate: null, days: [], reservations: [early] }))).toEqual([]);
});
