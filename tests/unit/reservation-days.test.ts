import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dateRange } from "#lib/shared/dates.ts";
import { dateSpan, reservationsOn, reservationPhasesOn } from "#lib/shared/reservation-days.ts";
import { isTravel, RESERVATION_KINDS } from "#lib/shared/reservation-kinds.ts";
import { isStartBeforeEnd, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, ReservationDto } from "#lib/shared/reservations.ts";

type Dated = Pick<ReservationDto, "id" | "kind" | "start" | "end">;

const TOKYO = "Asia/Tokyo";
const ANGELES = "America/Los_Angeles";

function at(local: string, zone = TOKYO): LocalTime {
  return { local, zone };
}

/** Returns a text such as `14 check-in` for each day on which the reservation appears. */
function touched({ kind, start, end }: Omit<Dated, "id">): string[] {
  return dateRange("2026-11-01", "2026-11-30").flatMap((date) =>
    reservationPhasesOn({ kind, start, end }, date).map((touch) => `${date.slice(8)} ${touch.kind}`),
  );
}

describe("a day of the trip shows", () => {
  test.each<[string, ReservationDto["kind"], LocalTime | null, LocalTime | null, string[]]>([
    ["nothing of what has no date", "flight", null, null, []],
    ["a flight within one date", "flight", at("2026-11-14T08:00"), at("2026-11-14T10:00"), ["14 travel"]],
    ["a flight that nobody knows the end of", "flight", at("2026-11-14"), null, ["14 departure"]],
    [
      "a night train",
      "train",
      at("2026-11-14T22:00"),
      at("2026-11-15T07:00"),
      ["14 departure", "15 arrival"],
    ],
    [
      "a ferry of three days",
      "ferry",
      at("2026-11-14T22:00"),
      at("2026-11-16T07:00"),
      ["14 departure", "15 underway", "16 arrival"],
    ],
    [
      "a flight eastward over the date line, which lands the day before it left",
      "flight",
      at("2026-11-15T00:05"),
      at("2026-11-14T17:00", ANGELES),
      ["14 arrival", "15 departure"],
    ],
    [
      "the same, from two dates ahead",
      "flight",
      at("2026-11-16T00:30", "Pacific/Kiritimati"),
      at("2026-11-14T20:00", "Pacific/Honolulu"),
      ["14 arrival", "15 underway", "16 departure"],
    ],
    [
      "a flight westward over it",
      "flight",
      at("2026-11-14T23:00", ANGELES),
      at("2026-11-16T07:00", "Pacific/Auckland"),
      ["14 departure", "15 underway", "16 arrival"],
    ],
    [
      "a hotel of two nights",
      "lodging",
      at("2026-11-14T15:00"),
      at("2026-11-16T11:00"),
      ["14 check-in", "14 night", "15 night", "16 check-out"],
    ],
    ["a room for the day", "lodging", at("2026-11-14"), at("2026-11-14"), ["14 check-in", "14 check-out"]],
    ["a hotel that nobody knows the end of", "lodging", at("2026-11-14"), null, ["14 check-in", "14 night"]],
    ["a car", "car", at("2026-11-14"), at("2026-11-16"), ["14 pick-up", "16 drop-off"]],
    ["a car for the day", "car", at("2026-11-14"), at("2026-11-14"), ["14 pick-up", "14 drop-off"]],
    ["a dinner", "restaurant", at("2026-11-14T19:00"), at("2026-11-14T21:00"), ["14 at"]],
    ["a festival", "activity", at("2026-11-14"), at("2026-11-16"), ["14 at", "15 at", "16 at"]],
  ])("%s", (_, kind, start, end, expected) => {
    expect(touched({ kind, start, end })).toEqual(expected);
  });

  test("all in the order in which it happens, what lasts all day first and nights last", () => {
    const rows: Dated[] = [
      { id: "a", kind: "lodging", start: at("2026-11-14T15:00"), end: at("2026-11-15T11:00") },
      { id: "b", kind: "flight", start: at("2026-11-14T09:00"), end: at("2026-11-14T08:00", ANGELES) },
      { id: "c", kind: "lodging", start: at("2026-11-13"), end: at("2026-11-14T11:00") },
      { id: "d", kind: "ferry", start: at("2026-11-13"), end: at("2026-11-15") },
      { id: "e", kind: "restaurant", start: at("2026-11-14T11:00"), end: null },
    ];
    const shown = reservationsOn(rows, "2026-11-14").map(
      ({ reservation, kind }) => `${reservation.id} ${kind}`,
    );
    expect(shown).toEqual(["d underway", "b travel", "c check-out", "e at", "a check-in", "a night"]);
  });
});

const Zone = fc.constantFrom(TOKYO, ANGELES, "Pacific/Apia", "Pacific/Honolulu", "Europe/Lisbon", "UTC");
const Local = fc.record({
  local: fc
    .tuple(fc.nat({ max: 20 }), fc.nat({ max: 23 }), fc.nat({ max: 59 }), fc.boolean())
    .map(([day, hour, minute, isTimed]) => {
      const date = addDays("2026-10-20", day);
      const clock = [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
      return isTimed ? `${date}T${clock}` : date;
    }),
  zone: Zone,
});
const Row = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom(...RESERVATION_KINDS),
    start: Local,
    end: fc.option(Local),
  })
  .filter(({ start, end }) => end === null || isStartBeforeEnd(start, end));

test("every end shows once, on its own local date, and nothing lies outside the two", () => {
  fc.assert(
    fc.property(Row, (row) => {
      const dates = dateRange("2026-10-10", "2026-11-20");
      const touches = dates.flatMap((date) =>
        reservationPhasesOn(row, date).map(({ at: end }) => ({ date, end })),
      );
      const span = dateSpan(row);
      for (const { date, end } of touches) {
        expect(date >= (span?.first ?? "") && date <= (span?.last ?? "")).toBe(true);
        if (end) expect(date).toBe(localDate(end));
      }
      const isOneDate = row.end === null || localDate(row.start) === localDate(row.end);
      const isOneTouch = isOneDate && row.kind !== "lodging" && row.kind !== "car";
      const ends = row.end && !isOneTouch ? [row.start, row.end] : [row.start];
      const shown = touches.flatMap(({ end }) => end ?? []);
      expect(shown).toHaveLength(ends.length);
      expect(shown).toEqual(expect.arrayContaining(ends));
    }),
  );
});

test("a hotel has as many nights as lie between its dates, and travel no hole", () => {
  fc.assert(
    fc.property(Row, (row) => {
      const all = dateRange("2026-10-10", "2026-11-20").map((date) => reservationPhasesOn(row, date));
      const { first, last } = dateSpan(row) ?? { first: "", last: "" };
      if (row.kind === "lodging") {
        const nights = all.flat().filter(({ kind }) => kind === "night").length;
        const from = localDate(row.start);
        const checkOut = row.end ? localDate(row.end) : addDays(from, 1);
        expect(nights).toBe(dateRange(from, checkOut).length - (checkOut < from ? 0 : 1));
      }
      if (isTravel(row.kind))
        expect(all.filter(({ length }) => length > 0)).toHaveLength(dateRange(first, last).length);
    }),
  );
});

test("any order of the same rows shows the same day", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(Row, { selector: ({ id }) => id, maxLength: 8 }),
      fc.nat({ max: 40 }),
      (rows, day) => {
        const date = addDays("2026-10-15", day);
        expect(reservationsOn(rows.toReversed(), date)).toEqual(reservationsOn(rows, date));
      },
    ),
  );
});
