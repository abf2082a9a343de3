import type { Map as MapLibreMap } from "maplibre-gl";
import { describe, expect, test } from "vitest";
import { drawnPlaceAt, placesInTiles } from "#app/trips/[tripId]/_model/places/street-places.ts";

/** Returns a feature as MapLibre returns it from tiles. */
function feature(
  properties: Record<string, unknown>,
  { layer = "symbol", of = "poi", at = [7.42, 43.74] } = {},
) {
  return {
    properties,
    layer: { type: layer },
    sourceLayer: of,
    geometry: { type: "Point", coordinates: at },
  };
}

/** Returns a map with only the methods that the code under test calls. */
function mapOf(features: object[]): MapLibreMap {
  return {
    queryRenderedFeatures: () => features,
    getStyle: () => ({ sources: { streets: { type: "vector" }, land: { type: "geojson" } } }),
    querySourceFeatures: (id: string) => (id === "streets" ? features : []),
    // The test needs no other members of the map.
  } as unknown as MapLibreMap;
}

const MUSEUM = {
  name: "Musée",
  "name:zh": "博物馆",
  "name:latin": "Musée",
  class: "museum",
  subclass: "museum",
};
const PIXEL = { x: 0, y: 0 };

describe("the place whose name is drawn at a spot", () => {
  test.each([
    ["en", { name: "Musée", localName: undefined }],
    ["zh", { name: "博物馆", localName: "Musée" }],
  ] as const)("is told in the reader's language: %s", (locale, names) => {
    const found = drawnPlaceAt(mapOf([feature(MUSEUM)]), PIXEL, 4, locale);
    expect(found).toMatchObject({ lat: 43.74, lng: 7.42, category: "museum", sort: "museums" });
    expect({ name: found?.name, localName: found?.localName }).toEqual(names);
  });

  test("is none of streets, districts, grounds or what has no name", () => {
    const others = [
      feature({ name: "Rue" }, { of: "transportation_name" }),
      feature({ name: "Monte-Carlo" }, { of: "place" }),
      feature(MUSEUM, { layer: "fill" }),
      feature({ class: "atm", subclass: "atm" }),
    ];
    expect(drawnPlaceAt(mapOf(others), PIXEL, 4, "en")).toBeNull();
    const park = feature({ name: "Jardin", class: "park" }, { of: "park" });
    expect(drawnPlaceAt(mapOf([...others, park]), PIXEL, 4, "en")).toMatchObject({
      name: "Jardin",
      category: "park",
    });
  });
});

test("places of a category in the tiles are those in view, each once", () => {
  const box = { south: 43.73, west: 7.41, north: 43.75, east: 7.43 };
  const map = mapOf([
    feature(MUSEUM),
    feature(MUSEUM),
    feature({ name: "Elsewhere", subclass: "museum" }, { at: [7.5, 43.74] }),
    feature({ name: "Chez Lea", subclass: "restaurant" }),
    feature({ class: "atm", subclass: "atm" }),
  ]);
  const named = (category: "museums" | "cash") =>
    placesInTiles(map, { category, box, locale: "en" }).map(({ name }) => name);
  expect(named("museums")).toEqual(["Musée"]);
  expect(named("cash")).toEqual([null]);
});
