import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { expect, test } from "vitest";
import { locales } from "#app/_i18n/locales.ts";
import { type StreetToken, streetLayers, streetLayerColors } from "#app/trips/[tripId]/_map/street-layers.ts";
import { STREET_SOURCE } from "#app/trips/[tripId]/_map/street-source.ts";

const palette = new Proxy({} as Record<StreetToken, string>, { get: () => "#123456" });

test.each(locales)("the layers of streets are a style that MapLibre draws (%s)", (locale) => {
  const layers = streetLayers(["Medium", "Inter"], locale);
  const style = {
    version: 8 as const,
    glyphs: "https://example.test/{fontstack}/{range}.pbf",
    sources: { [STREET_SOURCE]: { type: "vector" as const, url: "https://example.test/tiles.json" } },
    layers,
  };
  expect(validateStyleMin(style).map(({ message }) => message)).toEqual([]);
  expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length);
});

test("every layer of streets has its colours from the design, and no colour is for a layer that is not there", () => {
  const layers = streetLayers(["Medium"], "en");
  const painted = new Set(streetLayerColors(palette).map(([id]) => id));
  expect([...painted].toSorted()).toEqual(layers.map(({ id }) => id).toSorted());
  const properties = {
    fill: ["fill-color"],
    line: ["line-color"],
    symbol: ["text-color", "text-halo-color"],
  };
  for (const { id, type } of layers) {
    const own = streetLayerColors(palette).flatMap(([layer, property]) => (layer === id ? [property] : []));
    expect([id, own.toSorted()]).toEqual([id, properties[type as keyof typeof properties]]);
  }
});
