import type { GeoJSONFeature, Map as MapLibreMap, MapGeoJSONFeature } from "maplibre-gl";
import type { Locale } from "#app/_i18n/locales.ts";
import { type AroundCategory, aroundCategoryOf } from "#lib/shared/around-categories.ts";
import { categoryOfValue } from "#lib/shared/map-categories.ts";
import { isInBox, type MapBox } from "#lib/shared/map-cells.ts";
import type { PlaceCategory } from "#lib/shared/place-categories.ts";
import type { MapPlace } from "./seen-place.ts";

/** The layers of the OpenMapTiles schema whose names are names of places, with the category of each. */
const PLACE_LAYERS = new Map<string, PlaceCategory | null>([
  ["poi", null],
  ["park", "park"],
  ["aerodrome_label", null],
  ["water_name", null],
]);

/** Returns the place whose name is drawn within `reach` of a pixel; null if there is none. */
export function drawnPlaceAt(
  map: MapLibreMap,
  { x, y }: { x: number; y: number },
  reach: number,
  locale: Locale,
): MapPlace | null {
  const found = map.queryRenderedFeatures([
    [x - reach, y - reach],
    [x + reach, y + reach],
  ]);
  for (const feature of found) {
    const place = isNameOfPlace(feature) ? placeOf(feature, locale) : null;
    if (place?.name) return place;
  }
  return null;
}

function isNameOfPlace({ layer, sourceLayer = "" }: MapGeoJSONFeature): boolean {
  return layer.type === "symbol" && PLACE_LAYERS.has(sourceLayer);
}

/**
 * Returns the places of a category in a part of the map, from the loaded street tiles. Tiles contain no opening
 * hours.
 */
export function placesInTiles(
  map: MapLibreMap,
  { category, box, locale }: { category: AroundCategory; box: MapBox; locale: Locale },
): MapPlace[] {
  const places = new Map<string, MapPlace>();
  for (const feature of poisOf(map)) {
    if (aroundCategoryOf(text(feature, "subclass")) !== category) continue;
    const place = placeOf(feature, locale);
    // A place at the edge of two tiles is in both of them, so it is stored by its name and coordinates, once.
    if (place && isInBox(place, box)) places.set(`${place.name} ${place.lat.toFixed(5)}`, place);
  }
  return [...places.values()].slice(0, MOST);
}

const MOST = 100;

function poisOf(map: MapLibreMap): GeoJSONFeature[] {
  const sources = Object.entries(map.getStyle().sources).filter(([, { type }]) => type === "vector");
  return sources.flatMap(([id]) => map.querySourceFeatures(id, { sourceLayer: "poi" }));
}

function placeOf(feature: GeoJSONFeature, locale: Locale): MapPlace | null {
  const { geometry } = feature;
  if (geometry.type !== "Point") return null;
  const [lng, lat] = geometry.coordinates;
  if (lng === undefined || lat === undefined) return null;
  const local = text(feature, "name");
  const own = OWN_NAMES[locale].map((key) => text(feature, key)).find((name) => name !== "");
  const name = own ?? (text(feature, "name:latin") || local);
  const layer = "sourceLayer" in feature ? String(feature.sourceLayer) : "poi";
  const category =
    PLACE_LAYERS.get(layer) ??
    categoryOfValue(text(feature, "subclass")) ??
    categoryOfValue(text(feature, "class"));
  return {
    name: name === "" ? null : name,
    ...(local !== "" && local !== name && { localName: local }),
    category,
    sort: aroundCategoryOf(text(feature, "subclass")) ?? undefined,
    lat: rounded(lat),
    lng: rounded(lng),
  };
}

const OWN_NAMES: Record<Locale, string[]> = {
  en: ["name:en", "name_en"],
  zh: ["name:zh-Hans", "name:zh"],
};

function text({ properties }: GeoJSONFeature, key: string): string {
  const value: unknown = properties[key];
  return typeof value === "string" ? value : "";
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(6));
}
