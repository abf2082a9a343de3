import { describe, expect, test } from "vitest";
import { withEditedTime, localTime, minutesBetween } from "#app/trips/[tripId]/_bookings/start-and-end.ts";
import { countFiles, groupBookings } from "#app/trips/[tripId]/_bookings/booking-groups.ts";
import {
  bookingsOf,
  createBookingGrouper,
  nightOf,
  weaveBookings,
} from "#app/trips/[tripId]/_model/plan/day-bookings.ts";
import { planRows } from "#app/trips/[tripId]/_model/plan/plan-model.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { reservationsOn } from "#lib/shared/reservation-days.ts";
import type { LocalTime, ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { stop as sampleStop } from "#tests/realtime/sample-trip.ts";

const at = "2026-11-01T00:00:00.000Z";
const [TOKYO, HONOLULU] = ["Asia/Tokyo", "Pacific/Honolulu"];

function tokyo(local: string): LocalTime {
  return { local, zone: TOKYO };
}

function honolulu(local: string): LocalTime {
  return { local, zone: HONOLULU };
}

function booking(id: string, fields: Partial<ReservationDto> = {}): ReservationDto {
  const empty = { from: null, to: null, confirmation: null, provider: null, contact: null, url: null };
  const none = { notes: null, cost: null, stopId: null, participants: null, deletedAt: null };
  const row = { version: 1, createdAt: at, updatedAt: at, commentCount: 0 };
  return { id, kind: "activity", title: id, start: null, end: null, ...empty, ...none, ...row, ...fields };
}

function day(id: string, date: string): DayDto {
  return { id, date, title: null, notes: null, timezone: null, version: 1, updatedAt: at };
}

const kanra = booking("kanra", {
  kind: "lodging",
  start: tokyo("2026-11-14T15:00"),
  end: tokyo("2026-11-16T11:00"),
});
const outbound = booking("outbound", {
  kind: "flight",
  start: { local: "2026-11-13T17:35", zone: "Europe/Helsinki" },
  end: tokyo("2026-11-14T13:55"),
});
/** The flight departs after midnight and lands on the day before. */
const eastward = booking("eastward", {
  kind: "flight",
  start: tokyo("2026-11-16T00:30"),
  end: honolulu("2026-11-15T12:40"),
});

describe("the bookings of each day", () => {
  const days = [day("fri", "2026-11-13"), day("sat", "2026-11-14"), day("sun", "2026-11-15")];

  test("are what they are there, over the date line too", () => {
    const byDay = createBookingGrouper()([outbound, kanra, eastward], days);
    const said = days.map(({ id }) =>
      bookingsOf(byDay, id).map(({ reservation, kind }) => `${reservation.id} ${kind}`),
    );
    expect(said).toEqual([
      ["outbound departure"],
      ["outbound arrival", "kanra check-in", "kanra night"],
      ["eastward arrival", "kanra night"],
    ]);
  });

  test("keep their list where nothing of it changed, so that only the changed day renders again", () => {
    const group = createBookingGrouper();
    const before = group([outbound, eastward], days);
    const after = group([{ ...outbound, title: "AY 67" }, eastward], days);
    expect(bookingsOf(after, "sat")).not.toBe(bookingsOf(before, "sat"));
    expect(bookingsOf(after, "sun")).toBe(bookingsOf(before, "sun"));
    expect(bookingsOf(after, "nowhere")).toEqual([]);
  });
});

let count = 0;
function stop(name: string, startTime: string | null = null): StopDto {
  count += 1;
  const position = `a${String(count).padStart(4, "0")}`;
  return sampleStop({ id: name, dayId: "sat", position, name, startTime, endTime: null });
}

describe("bookings among a day's stops", () => {
  const date = "2026-11-14";

  function woven(stops: StopDto[], ...bookings: ReservationDto[]) {
    const rows = planRows(stops, date, TOKYO);
    return weaveBookings(rows, reservationsOn(bookings, date), date, TOKYO).map((row) =>
      row.stop ? row.stop.stop.id : `${row.booking.reservation.id} ${row.booking.kind}`,
    );
  }

  test("stand at their times, and the night ends the day", () => {
    expect(woven([stop("market", "17:15"), stop("dinner", "19:30")], outbound, kanra)).toEqual([
      "outbound arrival",
      "kanra check-in",
      "market",
      "dinner",
      "kanra night",
    ]);
    const tea = booking("tea", { start: tokyo("2026-11-14T18:00") });
    expect(woven([stop("market", "17:15"), stop("dinner", "19:30")], tea)).toEqual([
      "market",
      "tea at",
      "dinner",
    ]);
  });

  test("never change the order of the stops, however their times run", () => {
    const stops = [stop("late", "20:00"), stop("any"), stop("early", "08:00")];
    const tea = booking("tea", { start: tokyo("2026-11-14T10:00") });
    const order = woven(stops, outbound, kanra, tea).filter((name) => !name.includes(" "));
    expect(order).toEqual(["late", "any", "early"]);
  });

  test("what opens a day comes before stops without a time, what closes it after them", () => {
    const leaving = booking("leaving", {
      kind: "train",
      start: tokyo("2026-11-14T16:00"),
      end: tokyo("2026-11-15T08:00"),
    });
    expect(woven([stop("one"), stop("two")], outbound, leaving)).toEqual([
      "outbound arrival",
      "one",
      "two",
      "leaving departure",
    ]);
    const [lunch, dinner] = ["12:30", "19:00"].map((time) =>
      booking(`at ${time}`, { kind: "restaurant", start: tokyo(`2026-11-14T${time}`) }),
    );
    expect(woven([stop("park")], ...[lunch, dinner].flatMap((each) => each ?? []))).toEqual([
      "at 12:30 at",
      "park",
      "at 19:00 at",
    ]);
  });

  test("a time of another zone counts as the moment it is", () => {
    // 02:00 in Helsinki is 09:00 in Tokyo.
    const call = booking("call", { start: { local: "2026-11-14T02:00", zone: "Europe/Helsinki" } });
    expect(woven([stop("breakfast", "08:00"), stop("walk", "10:00")], call)).toEqual([
      "breakfast",
      "call at",
      "walk",
    ]);
  });

  test("two at known times keep their order across stops without one", () => {
    const leaving = booking("leaving", { kind: "train", start: tokyo("2026-11-14T07:00"), end: null });
    const back = booking("back", {
      kind: "car",
      start: tokyo("2026-11-12T07:00"),
      end: tokyo("2026-11-14T18:00"),
    });
    const names = woven([stop("one")], leaving, back);
    expect(names.indexOf("back drop-off")).toBeGreaterThan(
      names.findIndex((name) => name.startsWith("leaving")),
    );
  });

  test("a check-in at no particular time is part of the night's band", () => {
    const stay = booking("stay", { kind: "lodging", start: tokyo("2026-11-14"), end: tokyo("2026-11-15") });
    expect(woven([stop("one")], stay)).toEqual(["one", "stay night"]);
  });

  test("a night says which one it is", () => {
    expect(nightOf(kanra, "2026-11-14")).toEqual({ night: 1, count: 2 });
    expect(nightOf(kanra, "2026-11-15")).toEqual({ night: 2, count: 2 });
    expect(nightOf({ start: tokyo("2026-11-14"), end: null }, "2026-11-14")).toEqual({ night: 1, count: 1 });
  });
});

describe("the list of bookings", () => {
  test("stands under the dates they begin on, those without a date last", () => {
    const loose = booking("loose");
    const groups = groupBookings([outbound, eastward, kanra, loose]);
    expect(groups.map(({ date, bookings }) => [date, bookings.map(({ id }) => id)])).toEqual([
      ["2026-11-13", ["outbound"]],
      ["2026-11-14", ["kanra"]],
      ["2026-11-16", ["eastward"]],
      [null, ["loose"]],
    ]);
  });

  test("counts the files of each", () => {
    const counts = countFiles([{ target: { id: "a" } }, { target: { id: "b" } }, { target: { id: "a" } }]);
    expect([counts.get("a"), counts.get("b"), counts.get("c")]).toEqual([2, 1, undefined]);
  });
});

describe("editing an end", () => {
  const ends = { start: tokyo("2026-11-14T10:00"), end: honolulu("2026-11-13T22:30") };

  test("a start within the booking leaves the end where it is", () => {
    const to = tokyo("2026-11-14T12:00");
    expect(withEditedTime(ends, "start", to)).toEqual({ start: to, end: ends.end });
  });

  test("a start that passes the end takes it along, as long as before, by the clocks there", () => {
    const to = tokyo("2026-11-15T20:00");
    expect(withEditedTime(ends, "start", to)).toEqual({ start: to, end: honolulu("2026-11-15T08:30") });
  });

  test("without times it moves by as many days", () => {
    const stay = { start: tokyo("2026-11-14"), end: tokyo("2026-11-16") };
    const to = tokyo("2026-11-20");
    expect(withEditedTime(stay, "start", to)).toEqual({ start: to, end: tokyo("2026-11-22") });
  });

  test("an end before its start is refused, one on an earlier date over the date line is not", () => {
    expect(withEditedTime(ends, "end", tokyo("2026-11-14T09:00"))).toBe("order");
    expect(withEditedTime(ends, "end", honolulu("2026-11-13T16:00"))).toEqual({
      start: ends.start,
      end: honolulu("2026-11-13T16:00"),
    });
  });

  test("without a start there is no end", () => {
    expect(withEditedTime(ends, "start", null)).toEqual({ start: null, end: null });
    expect(withEditedTime(ends, "end", null)).toEqual({ start: ends.start, end: null });
  });

  test("a date alone is an end whose time is unknown", () => {
    expect(localTime("2026-11-14", null, TOKYO)).toEqual(tokyo("2026-11-14"));
    expect(localTime("2026-11-14", "09:05", TOKYO)).toEqual(tokyo("2026-11-14T09:05"));
    expect(localTime("2026-02-30", null, TOKYO)).toBeNull();
    expect(localTime("", "09:05", TOKYO)).toBeNull();
  });

  test("a way takes as long as its instants are apart", () => {
    expect(minutesBetween(eastward)).toBe(7 * 60 + 10);
    expect(minutesBetween({ start: tokyo("2026-11-14"), end: tokyo("2026-11-15T10:00") })).toBeNull();
  });
});
