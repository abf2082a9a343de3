import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeSearchResults, NEAR_TRIP_METERS } from "#lib/server/places/merge-search-results.ts";
import { categoryOfTag } from "#lib/shared/map-categories.ts";
import { isSamePlace } from "#lib/server/places/merge-places.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";

const LISBON = { lat: 38.7, lng: -9.2 };
const BRAZIL = { lat: -1.45, lng: -48.5 };
const METERS_PER_DEGREE = 111_195;

let made = 0;
function place(name: string, at: Point, more: Partial<PlaceDto> = {}): PlaceDto {
  made += 1;
  const source = { source: "GeoNames", attribution: "GeoNames" };
  return { placeRef: `made:${made}`, name, kind: "city", countryCode: null, ...source, ...at, ...more };
}
const sight = (name: string, at: Point, more: Partial<PlaceDto> = {}) =>
  place(name, at, { kind: "poi", source: "OpenStreetMap", attribution: "OpenStreetMap", ...more });
const north = ({ lat, lng }: Point, meters: number) => ({ lat: lat + meters / METERS_PER_DEGREE, lng });

function arranged(text: string, own: PlaceDto[], theirs: PlaceDto[], limit = 8) {
  return mergeSearchResults(own, theirs, { text, near: LISBON, limit });
}
const refs = (places: PlaceDto[]) => places.map(({ placeRef }) => placeRef);

const isBelemNearby = ({ name, ...at }: PlaceDto) =>
  /^bel[ée]m$/i.test(name) && distanceMeters(at, LISBON) <= NEAR_TRIP_METERS;

describe("what is called as asked", () => {
  test("and is near the trip comes before a large city on another continent, and both stay", () => {
    const far = place("Belém", BRAZIL);
    const near = place("Belém", LISBON);
    const tower = sight("Belém Tower", LISBON);
    expect(refs(arranged("belem", [far], [tower, near]))).toEqual(refs([near, far, tower]));
    const many = Array.from({ length: 9 }, (_, at) => sight("Belém", north(LISBON, 1000 * (at + 1))));
    const list = arranged("Belém", [far], many);
    expect(list).toHaveLength(8);
    expect(list.at(-1)?.placeRef).toBe(far.placeRef);
  });

  test("may have where it is behind its name", () => {
    const near = sight("Metropole", LISBON, { town: "Lisboa" });
    const other = sight("Metropole Lisboa Apartments", LISBON);
    expect(refs(arranged("metropole lisboa", [], [other, near]))).toEqual(refs([near, other]));
  });

  test("within 50 km of the trip is before all else, whatever the sources found in whatever order", () => {
    const anywhere = fc.record({
      name: fc.constantFrom("Belém", "belem", "Belém Tower", "Old Belém", "Porto"),
      meters: fc.integer({ min: 0, max: 120_000 }),
      kind: fc.constantFrom("city", "poi", "region", "address"),
    } as const);
    const found = fc.array(anywhere, { maxLength: 8 });
    fc.assert(
      fc.property(found, found, fc.integer({ min: 1, max: 20 }), (towns, sights, limit) => {
        const [own = [], theirs = []] = [towns, sights].map((list) =>
          list.map(({ name, meters, kind }) => place(name, north(LISBON, meters), { kind })),
        );
        const list = arranged("BELÉM", own, theirs, limit);
        const from = list.findIndex((one) => !isBelemNearby(one));
        expect(from === -1 || list.slice(from).every((one) => !isBelemNearby(one))).toBe(true);
        for (const [at, one] of list.entries()) {
          expect(list.slice(at + 1).some((other) => isSamePlace(one, other))).toBe(false);
        }
        expect(list.length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe("an airport's code", () => {
  const airport = place("Humberto Delgado Airport", north(LISBON, 8000), { kind: "airport", code: "LIS" });
  const town = place("Lisbon", LISBON);
  const named = sight("Lis", LISBON);

  test("in capitals leaves out what only begins so", () => {
    expect(refs(arranged("LIS", [town, airport], [named, sight("Lisgar", LISBON)]))).toEqual(
      refs([airport, named]),
    );
  });

  test("in small letters may be the beginning of a name", () => {
    expect(refs(arranged("lis", [town, airport], []))).toEqual(refs([airport, town]));
  });

  test("that no airport here has is a name like any other", () => {
    expect(refs(arranged("LIX", [place("Lixa", LISBON)], []))).toHaveLength(1);
  });
});

describe("one place that two sources tell of is one", () => {
  const city = place("Lisbon", LISBON, {
    alsoKnownAs: "Lisboa",
    countryCode: "PT",
    timezone: "Europe/Lisbon",
  });

  test("with what each of them knows", () => {
    const theirs = place("Lisboa", north(LISBON, 3000), {
      countryCode: "PT",
      address: "Portugal",
      attribution: "OpenStreetMap",
    });
    expect(arranged("lisboa", [city], [theirs])).toEqual([
      { ...city, address: "Portugal", attribution: "GeoNames · OpenStreetMap" },
    ]);
  });

  test.each<[what: string, other: PlaceDto, isSame: boolean]>([
    ["its municipality", place("Lisboa", north(LISBON, 9000), { kind: "region", countryCode: "PT" }), true],
    ["one of the name elsewhere", place("Lisbon", north(LISBON, 60_000), { countryCode: "PT" }), false],
    ["a hotel of the name", sight("Lisbon", LISBON, { countryCode: "PT" }), false],
  ])("%s", (_, other, isSame) => {
    expect(isSamePlace(city, other)).toBe(isSame);
    expect(isSamePlace(other, city)).toBe(isSame);
  });

  test("two airports of a city are two, and one of two names is one", () => {
    const one = place("Portela", LISBON, { kind: "airport" });
    expect(isSamePlace(one, place("Humberto Delgado", north(LISBON, 900), { kind: "airport" }))).toBe(true);
    expect(isSamePlace(one, place("Montijo", north(LISBON, 9000), { kind: "airport" }))).toBe(false);
  });

  test("a hotel and its car park are two", () => {
    const hotel = sight("Metropole", LISBON, { category: "hotel" });
    expect(isSamePlace(hotel, sight("Metropole", LISBON, { category: "parking" }))).toBe(false);
    expect(isSamePlace(hotel, sight("Metropole", north(LISBON, 70), { category: "hotel" }))).toBe(true);
  });
});

test("the pieces of a street are one, and the next village's street is another", () => {
  const street = sight("Rua da Igreja", LISBON, { kind: "address", town: "Belém" });
  const piece = sight("Rua da Igreja", north(LISBON, 600), { kind: "address", town: "Belém" });
  const other = sight("Rua da Igreja", north(LISBON, 600), { kind: "address", town: "Ajuda" });
  expect(refs(arranged("rua da igreja", [], [street, piece, other]))).toEqual(refs([street, other]));
});

test("nothing found is an empty list", () => {
  expect(arranged("zzqqx", [], [])).toEqual([]);
});

test.each([
  ["tourism", "hotel", "hotel"],
  ["amenity", "fast_food", "restaurant"],
  ["shop", "bakery", "shop"],
  ["railway", "station", "station"],
  ["natural", "beach", "beach"],
  ["natural", "peak", "nature"],
  ["amenity", "constructor", undefined],
  ["constructor", "name", undefined],
  ["place", "city", undefined],
])("%s=%s is %s", (key, value, category) => {
  expect(categoryOfTag(key, value)).toBe(category);
});
