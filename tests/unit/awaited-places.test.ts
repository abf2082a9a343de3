import { describe, expect, test } from "vitest";
import { provisionalPlaces } from "#lib/client/places/awaited-places.ts";
import type { PlaceDto } from "#lib/shared/places.ts";

function place(name: string, more: Partial<PlaceDto> = {}): PlaceDto {
  const source = { source: "GeoNames", attribution: "GeoNames" };
  return {
    placeRef: `made:${name}`,
    name,
    kind: "city",
    lat: 1,
    lng: 2,
    countryCode: null,
    ...source,
    ...more,
  };
}
const early = (...places: PlaceDto[]) => ({ places, at: 1 });
const names = (places: readonly PlaceDto[]) => places.map(({ name }) => name);

describe("while the map search is asked", () => {
  test("the two best of the embedded list are there that go by what was typed", () => {
    const embedded = early(
      place("Monforte Marina Casino"),
      place("Kayseri", { alsoKnownAs: "Casinarea" }),
      place("Casino"),
      place("Casinos"),
      place("Casina"),
    );
    const waiting = { embedded, before: undefined, isFailed: false };
    expect(names(provisionalPlaces(waiting, "casin"))).toEqual(["Casino", "Casinos"]);
  });

  test("another name that is typed whole, and a code, are what one means", () => {
    const embedded = early(place("Munich", { alsoKnownAs: "München" }), place("Delgado", { code: "LIS" }));
    const waiting = { embedded, before: undefined, isFailed: false };
    expect(names(provisionalPlaces(waiting, "munchen"))).toEqual(["Munich"]);
    expect(names(provisionalPlaces(waiting, "lis"))).toEqual(["Delgado"]);
  });

  test("what was found for less of the text stays below them as long as it fits, once", () => {
    const before = [place("Casino Café"), place("Castle"), place("Casino")];
    const embedded = early(place("Casino"));
    expect(names(provisionalPlaces({ embedded, before, isFailed: false }, "casi"))).toEqual([
      "Casino",
      "Casino Café",
    ]);
    expect(names(provisionalPlaces({ embedded: undefined, before, isFailed: false }, "casi"))).toEqual([
      "Casino Café",
      "Casino",
    ]);
  });
});

test("where the map search gives no answer the whole embedded list is there", () => {
  const embedded = early(place("Monforte Marina Casino"), place("Casino"), place("Casinos"));
  expect(provisionalPlaces({ embedded, before: undefined, isFailed: true }, "casin")).toEqual(
    embedded.places,
  );
});
