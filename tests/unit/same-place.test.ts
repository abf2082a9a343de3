import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FoundPlace } from "#lib/server/imports/found-place.ts";
import { sortPlaces } from "#lib/server/imports/sort-places.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newDaysWithDates } from "#tests/helpers/dated-places.ts";
import { stop as sampleStop, trip as sampleTrip } from "#tests/realtime/sample-trip.ts";

const DAYS = newDaysWithDates(["2026-11-14", "2026-11-15", "2026-11-16"]);
const SPOT = { lat: 35.6812, lng: 139.7671 };
const google = (feature: string) =>
  `https://www.google.com/maps/place/X/data=!4m2!3m1!1s0x60188b0000000001:${feature}`;

function found(overrides: Partial<FoundPlace>): FoundPlace {
  return {
    line: 1,
    name: "Hotel",
    point: null,
    address: null,
    placeRef: null,
    notes: null,
    url: null,
    date: null,
    when: null,
    collection: null,
    ...overrides,
  };
}

/** Returns the trip with what the sorting adds to it. */
function after(trip: TripDto, places: FoundPlace[], isOwn = false): TripDto {
  const { added, joins } = sortPlaces({ places, isOwn }, trip, "days");
  const notes = new Map(joins.map((join) => [join.stop.id, join.notes]));
  const stops = added.map(({ place, dayId }, index): StopDto => {
    const { name, point, address, placeRef, date } = place;
    const id = `0199b6a0-7c00-7000-8000-0000${String(trip.stops.length + index).padStart(8, "0")}`;
    return sampleStop({
      id,
      name,
      dayId,
      formerDate: dayId === null ? date : null,
      place: point && { ...point, address, placeRef },
      notes: place.notes ?? null,
      url: place.url ?? null,
      startTime: place.startTime ?? null,
      endTime: place.endTime ?? null,
    });
  });
  const kept = trip.stops.map((stop) => Object.assign({}, stop, { notes: notes.get(stop.id) ?? stop.notes }));
  return { ...trip, stops: [...kept, ...stops] };
}

const empty = sampleTrip({ days: DAYS, stops: [] });
const planned = (overrides: Partial<StopDto>) =>
  sampleTrip({
    days: DAYS,
    stops: [sampleStop({ name: "Hotel", dayId: DAYS[0]?.id ?? null, ...overrides })],
  });

describe("two records of a file", () => {
  const cases: Array<[string, Partial<FoundPlace>, Partial<FoundPlace>, number]> = [
    ["on two days are two", { point: SPOT, date: "2026-11-14" }, { point: SPOT, date: "2026-11-15" }, 2],
    [
      "at two hours of a day are two",
      { point: SPOT, startTime: "08:00" },
      { point: SPOT, startTime: "20:00" },
      2,
    ],
    ["of one name at one spot are one", { point: SPOT }, { point: SPOT }, 1],
    ["of one name 55 m apart are two", { point: SPOT }, { point: { ...SPOT, lat: SPOT.lat + 0.0005 } }, 2],
    ["of two names at one spot are two", { point: SPOT, name: "Park" }, { point: SPOT, name: "Car park" }, 2],
    [
      "of one business are one, whatever they are called",
      { url: google("0xaa") },
      { url: google("0xaa"), name: "Inn" },
      1,
    ],
    [
      "of two businesses at one spot are two",
      { point: SPOT, url: google("0xaa") },
      { point: SPOT, url: google("0xbb") },
      2,
    ],
    [
      "of one business in two spellings are one",
      { url: google("0xaa") },
      { url: "https://maps.google.com/?cid=170" },
      1,
    ],
    [
      "of one object of OpenStreetMap are one",
      { placeRef: "osm:node/7" },
      { url: "https://www.openstreetmap.org/node/7" },
      1,
    ],
    [
      "with the link of a chain at two spots are two",
      { url: "https://c.test/", point: SPOT },
      { url: "https://c.test/", point: { lat: 1, lng: 2 } },
      2,
    ],
    ["with one link and one name are one", { url: "https://c.test/a" }, { url: "http://www.c.test/a/" }, 1],
    [
      "with one link and two names are two",
      { url: "https://c.test/a" },
      { url: "https://c.test/a", name: "B" },
      2,
    ],
    ["of one name without anything else are two", {}, {}, 2],
    [
      "on both sides of the date line are one",
      { point: { lat: 1, lng: 180 } },
      { point: { lat: 1, lng: -180 } },
      1,
    ],
  ];
  test.each(cases)("%s", (_, one, other, count) => {
    const { added, skipped } = sortPlaces(
      { places: [found(one), found(other)], isOwn: false },
      empty,
      "days",
    );
    expect([added.length, skipped.length]).toEqual([count, 2 - count]);
  });

  test("that are one have the notes of both", () => {
    const places = ["first branch", "again", "first branch"].map((notes) => found({ point: SPOT, notes }));
    const { added, skipped } = sortPlaces({ places, isOwn: false }, empty, "days");
    expect(added.map(({ place }) => place.notes)).toEqual(["first branch\n\nagain"]);
    expect(skipped.map(({ isJoined }) => isJoined)).toEqual([true, false]);
  });

  test("are two in any case where Wayfare wrote them", () => {
    const places = [found({ point: SPOT }), found({ point: SPOT })];
    expect(sortPlaces({ places, isOwn: true }, empty, "days").added).toHaveLength(2);
  });
});

describe("a stop of the plan", () => {
  test("that was renamed is known by its spot, and gets what the file notes", () => {
    const trip = planned({ name: "Our inn", place: SPOT, notes: "Key at the bar." });
    const place = found({ point: SPOT, date: "2026-11-14", notes: "Late arrival." });
    const { added, skipped, joins } = sortPlaces({ places: [place], isOwn: false }, trip, "days");
    expect([added.length, skipped.length]).toEqual([0, 1]);
    expect(joins.map(({ notes }) => notes)).toEqual(["Key at the bar.\n\nLate arrival."]);
  });

  test("on another day is another stop, and one of an undated record is the same", () => {
    const trip = planned({ place: SPOT });
    const dated = found({ point: SPOT, date: "2026-11-15" });
    expect(sortPlaces({ places: [dated], isOwn: false }, trip, "days").added).toHaveLength(1);
    expect(sortPlaces({ places: [found({ point: SPOT })], isOwn: false }, trip, "days").added).toHaveLength(
      0,
    );
  });

  test("stands for one record alone", () => {
    const places = [found({ point: SPOT, name: "Park" }), found({ point: SPOT, name: "Car park" })];
    const { added } = sortPlaces(
      { places, isOwn: false },
      planned({ name: "Car park", place: SPOT }),
      "days",
    );
    expect(added.map(({ place }) => place.name)).toEqual(["Park"]);
  });

  test("of the same name is none where the file knows neither spot nor link, unless it says all the record says", () => {
    const trip = planned({ place: SPOT, notes: "Room 7" });
    const adds = (notes: string | null) =>
      sortPlaces({ places: [found({ notes })], isOwn: false }, trip, "days").added.length;
    expect(adds("Other house")).toBe(1);
    expect(adds("Room 7")).toBe(0);
  });
});

const record = fc
  .record({
    name: fc.constantFrom("Hotel", "HOTEL ", "Park", "Breakfast"),
    point: fc.constantFrom(
      null,
      SPOT,
      { ...SPOT, lat: SPOT.lat + 0.0005 },
      { ...SPOT, lat: SPOT.lat + 0.000004 },
    ),
    date: fc.constantFrom(null, "2026-11-14", "2026-11-15", "2030-01-01"),
    startTime: fc.constantFrom(null, "08:00"),
    url: fc.constantFrom(null, google("0xaa"), google("0xbb"), "https://c.test/"),
    notes: fc.constantFrom(null, "One.", "Two.\n\nOne."),
  })
  .map(found);

const files = fc.array(record, { maxLength: 12 });

/** Checks that each text of the records is in a stop. */
function expectAllSaid(trip: TripDto, places: readonly FoundPlace[]): void {
  const said = trip.stops.map(({ notes }) => notes ?? "").join("\n");
  for (const word of places.flatMap(({ notes }) => (notes ?? "").split("\n\n"))) expect(said).toContain(word);
}

test("no word of a file is lost, and the same file again adds and changes nothing", () => {
  fc.assert(
    fc.property(files, fc.boolean(), (places, isOwn) => {
      const once = after(empty, places, isOwn);
      expectAllSaid(once, places);
      expect(after(once, places, isOwn)).toEqual(once);
    }),
    { numRuns: 300 },
  );
});

test("in a plan that has some of its places, the same file again adds no stop", () => {
  fc.assert(
    fc.property(files, files, fc.boolean(), (places, before, isOwn) => {
      const once = after(after(empty, before, true), places, isOwn);
      expectAllSaid(once, [...places, ...before]);
      expect(after(once, places, isOwn).stops).toHaveLength(once.stops.length);
    }),
    { numRuns: 300 },
  );
});
