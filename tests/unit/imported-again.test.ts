import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { InitialStopState } from "#db/queries/initial-stops.ts";
import type { FoundPlace } from "#lib/server/imports/found-place.ts";
import { sortPlaces } from "#lib/server/imports/sort-places.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { stop as sampleStop, trip as sampleTrip } from "#tests/realtime/sample-trip.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";
const DATES = ["2027-05-01", "2027-05-02", "2027-05-03"];
const FREE_DATE = "2027-05-04";

function daysFrom(shift: number): TripDto["days"] {
  return [...DATES, FREE_DATE].map((date, index) => ({
    id: `0199b6a0-7c00-7000-8000-0000000000d${index}`,
    date: addDays(date, shift),
    title: null,
    notes: null,
    timezone: null,
    version: 1,
    updatedAt: "2026-11-01T00:00:00.000Z",
  }));
}

const name = fc.constantFrom("Café", "Hotel", "Temple");
const point = fc.constantFrom(null, { lat: 35.68, lng: 139.76 }, { lat: 35.01, lng: 135.77 });
const url = fc.constantFrom(null, "https://a.test/x", "https://www.openstreetmap.org/node/1");
const notes = fc.constantFrom(null, "Go early.", "Go early.\n\nBring cash.");
const startTime = fc.constantFrom(null, "08:00");

const place = fc.record({ name, point, url, notes, startTime, date: fc.constantFrom(null, ...DATES) });
/** Generates a change of a stop; `undefined` leaves a field as it is. */
const change = fc.record({
  dayIndex: fc.constantFrom(undefined, null, 0, 1, 2),
  name: fc.constantFrom(undefined, "Renamed", "Hotel"),
  point: fc.oneof(fc.constant(undefined), point),
  url: fc.oneof(fc.constant(undefined), url),
  notes: fc.constantFrom(undefined, null, "Something else"),
});

function found(given: Partial<FoundPlace>, line: number): FoundPlace {
  const nothing = { address: null, placeRef: null, when: null, collection: null };
  return { name: "A", point: null, notes: null, url: null, date: null, ...nothing, ...given, line };
}

/** Returns the plan of an empty trip after an import of the places. */
function imported(places: FoundPlace[]): TripDto {
  const trip = sampleTrip({ days: daysFrom(0), stops: [] });
  const { added } = sortPlaces({ places, isOwn: false }, trip, "days");
  const stops = added.map(({ place: { point: spot, date, ...fields }, dayId }, index) =>
    sampleStop({
      id: `0199b6a0-7c00-7000-8000-0000${String(index).padStart(8, "0")}`,
      name: fields.name,
      dayId,
      formerDate: dayId === null ? date : null,
      place: spot,
      notes: fields.notes ?? null,
      url: fields.url ?? null,
      startTime: fields.startTime ?? null,
      endTime: null,
    }),
  );
  return { ...trip, stops };
}

function madeOf({ days, stops }: TripDto): InitialStopState[] {
  return stops.map(({ id, dayId, formerDate, ...stop }) => {
    const date = days.find((day) => day.id === dayId)?.date ?? formerDate;
    return { ...stop, stopId: id, isIdea: dayId === null, date };
  });
}

function changed(stop: StopDto, { dayIndex, ...fields }: ReturnType<typeof sampled>, days: TripDto["days"]) {
  return {
    ...stop,
    ...(fields.name !== undefined && { name: fields.name }),
    ...(fields.point !== undefined && { place: fields.point }),
    ...(fields.url !== undefined && { url: fields.url }),
    ...(fields.notes !== undefined && { notes: fields.notes }),
    ...(dayIndex !== undefined && { dayId: dayIndex === null ? null : (days[dayIndex]?.id ?? null) }),
  };
}

const sampled = () => {
  const [first] = fc.sample(change, 1);
  if (!first) throw new Error("No sample.");
  return first;
};

const work = fc.record({
  places: fc.array(place, { minLength: 1, maxLength: 8 }),
  changes: fc.array(change, { minLength: 8, maxLength: 8 }),
  shift: fc.constantFrom(0, 1, 10),
});

test("the same file again adds nothing, whatever became of its stops here; one more day of a place is one more stop", () => {
  fc.assert(
    fc.property(work, ({ places: given, changes, shift }) => {
      const places = given.map((each, index) => found(each, index + 1));
      const trip = imported(places);
      const days = daysFrom(shift);
      const stops = trip.stops.map((stop, index) => changed(stop, changes[index] ?? sampled(), days));
      const plan = { days, stops, made: madeOf(trip) };
      const again = sortPlaces({ places, isOwn: false }, plan, "days");
      expect(again.added.map(({ place: each }) => each)).toEqual([]);
      expect(again.joins).toEqual([]);
      expect(again.notices.filter(({ code }) => code === "when-differs")).toEqual([]);
      // No row of the plan is or was on the date of the additional place.
      const [first] = places;
      const more = found({ ...first, date: addDays(FREE_DATE, 30) }, places.length + 1);
      const extended = sortPlaces({ places: [...places, more], isOwn: false }, plan, "days");
      expect(extended.added.map(({ place: each }) => each)).toEqual([more]);
    }),
    { numRuns: IS_LONG ? 5000 : 500 },
  );
});

test("a file of another day finds the stop that has come there since, and not the one that has left", () => {
  const [cafe] = [found({ name: "Café", point: { lat: 35, lng: 139 }, date: DATES[0] ?? null }, 1)];
  if (!cafe) throw new Error("No café.");
  const trip = imported([cafe]);
  const days = daysFrom(0);
  const moved = trip.stops.map((stop) => Object.assign({}, stop, { dayId: days[2]?.id ?? null }));
  const plan = { days, stops: moved, made: madeOf(trip) };
  const of = (...dates: (string | undefined)[]) =>
    sortPlaces(
      {
        places: dates.map((date, index) => found({ ...cafe, date: date ?? null }, index + 1)),
        isOwn: false,
      },
      plan,
      "days",
    ).added.map(({ place: { date } }) => date);
  expect(of(DATES[2])).toEqual([]);
  expect(of(DATES[0])).toEqual([]);
  expect(of(DATES[1])).toEqual([DATES[1]]);
  // The first date matches the stop's former day; the other one is a new stop.
  expect(of(DATES[0], DATES[2])).toEqual([DATES[2]]);
});

describe("a day or time of the file that the stop does not have is named, and the stop keeps its own", () => {
  const temple = found({ name: "Temple", point: { lat: 35, lng: 139 }, date: DATES[0] ?? null }, 1);
  const named = (
    given: Partial<FoundPlace>,
    stop: Partial<StopDto>,
    into: "days" | "ideas" = "days",
    then: Partial<FoundPlace> = { startTime: "09:00" },
  ) => {
    const trip = imported([{ ...temple, ...then }]);
    const stops = trip.stops.map((each) => Object.assign({}, each, stop));
    const file = { places: [{ ...temple, ...given }], isOwn: false };
    const { added, joins, notices } = sortPlaces(file, { ...trip, stops, made: madeOf(trip) }, into);
    expect([added, joins]).toEqual([[], []]);
    return notices.map((notice) => (notice.code === "when-differs" ? notice.text : notice.code));
  };
  test.each([
    ["the same time", { startTime: "09:00" }, {}, []],
    ["no time", {}, {}, []],
    ["another time", { startTime: "15:00" }, {}, ["15:00"]],
    ["an end", { startTime: "09:00", endTime: "10:00" }, {}, ["09:00–10:00"]],
    ["an end alone", { endTime: "10:00" }, {}, ["–10:00"]],
    ["another time than both had", { startTime: "15:00" }, { startTime: "16:00" }, ["15:00"]],
    // The file is unchanged, and the plan has changed.
    ["the time of the import", { startTime: "09:00" }, { startTime: "16:00" }, []],
    ["the time that the stop has by now", { startTime: "16:00" }, { startTime: "16:00" }, []],
    ["a time that was taken away here", { startTime: "09:00" }, { startTime: null }, []],
  ] as const)("%s", (_, given, stop, texts) => {
    expect(named(given, stop)).toEqual(texts);
  });

  test("also where the stop is an idea without a day", () => {
    const then = { date: null };
    expect(named({}, {}, "ideas", then)).toEqual([DATES[0]]);
    expect(named({ startTime: "15:00" }, {}, "ideas", then)).toEqual([`${DATES[0]} 15:00`]);
    expect(named({ isIdea: true }, {}, "ideas", then)).toEqual([]);
  });
});
