import * as z from "zod";
import { pointOf } from "#lib/shared/coordinates.ts";
import type { Point } from "#lib/shared/legs.ts";
import { shortenForNotice } from "../clean-text.ts";
import type { ParsedFile, RecordCoordinates } from "../found-place.ts";
import { RecordCollector } from "../record-collector.ts";
import { placeOfLink } from "./place-link.ts";
import { type FeatureTexts, featureTexts } from "./feature-texts.ts";

const Collection = z.object({
  type: z.literal("FeatureCollection"),
  name: z.string().nullish().catch(null),
  features: z.array(z.unknown()),
});
const Feature = z.object({
  type: z.literal("Feature"),
  geometry: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).nullish().catch(null),
});
const Geometry = z.object({
  type: z.string(),
  // A GeometryCollection has `geometries` instead of `coordinates`.
  coordinates: z.unknown().optional(),
  geometries: z.array(z.unknown()).optional().catch(undefined),
});

/**
 * Reads features with a point, and saved places of Google Takeout; features with other shapes are reported as left out.
 * @returns null for JSON of another kind
 */
export function readGeoJson(value: unknown): ParsedFile | null {
  const collection = Collection.safeParse(value);
  const single = Feature.safeParse(value);
  if (!collection.success && !single.success) return null;
  const features = collection.success ? collection.data.features : [value];
  const reading = new RecordCollector();
  reading.setTitle(collection.data?.name);
  const isTakeout = features.some(
    (feature) => featureTexts(Feature.safeParse(feature).data?.properties).isTakeout,
  );
  for (const feature of features) takeFeature(reading, feature, isTakeout);
  return reading.file(isTakeout ? "takeout" : "geojson");
}

function takeFeature(reading: RecordCollector, value: unknown, isTakeout: boolean): void {
  const feature = Feature.safeParse(value);
  if (!feature.success) {
    const text = shortenForNotice(JSON.stringify(value ?? null));
    return reading.leave({ code: "unreadable", name: null, text });
  }
  const { geometry, properties } = feature.data;
  const texts = featureTexts(properties);
  const { spot, others } = spotsOf(geometry);
  if (spot === "shape") return reading.leave({ code: "shape", name: texts.name });
  const link = texts.url === null ? null : placeOfLink(texts.url);
  const place = isTakeout ? takeoutSpot(spot, texts, link?.point ?? null) : spot;
  // If there is a point, its coordinates are preferred as the name to a property that a program wrote.
  const hasPoint = place !== null && "lat" in place;
  reading.take({
    name: texts.name,
    names: [
      ["link", link?.label],
      ["address", texts.address],
      ["description", texts.description ?? (hasPoint ? null : texts.notes[0])],
    ],
    spot: place,
    address: texts.address,
    placeRef: link?.ref ?? null,
    notes: texts.notes,
    url: texts.url,
    // Takeout's date is the time at which the place was saved.
    when: isTakeout || texts.time === null ? null : { begin: texts.time, end: null, bare: "wall" },
  });
  if (texts.isCut) reading.say({ code: "text-cut", ...reading.last, field: "record", length: 0, limit: 0 });
  if (others > 0) reading.say({ code: "geometry-left", ...reading.last, count: others });
}

/** Returns a place's coordinates. Takeout writes (0, 0) for unknown ones, so its other texts are used instead. */
function takeoutSpot(
  spot: RecordCoordinates,
  { point }: FeatureTexts,
  linked: Point | null,
): RecordCoordinates {
  return spot === null || isOrigin(spot) ? (point ?? linked) : spot;
}

function isOrigin(spot: RecordCoordinates): boolean {
  return spot !== null && "lat" in spot && spot.lat === 0 && spot.lng === 0;
}

/** Returns the first valid point of a geometry; `shape` when it has only lines or areas. */
function spotsOf(value: unknown): { spot: RecordCoordinates | "shape"; others: number } {
  if (value === null || value === undefined) return { spot: null, others: 0 };
  const parts = partsOf(value);
  const points = parts.filter((part) => part !== "shape");
  const spot = points.find((point) => point !== null && "lat" in point) ?? points[0] ?? "shape";
  return { spot, others: spot === "shape" ? 0 : parts.length - 1 };
}

/** Returns each point of a geometry, also of nested geometries, and `shape` for each line and area. */
function partsOf(value: unknown): Array<RecordCoordinates | "shape"> {
  const geometry = Geometry.safeParse(value);
  if (!geometry.success) return [{ problem: "unreadable", text: said(value) }];
  const { type, coordinates, geometries = [] } = geometry.data;
  if (type === "Point") return [position(coordinates)];
  if (type === "MultiPoint" && Array.isArray(coordinates)) return coordinates.map(position);
  return type === "GeometryCollection" ? geometries.flatMap(partsOf) : ["shape"];
}

/** Reads a position, which has the longitude first. */
function position(value: unknown): RecordCoordinates {
  const [lng, lat] = Array.isArray(value) ? value : [];
  if (typeof lat !== "number" || typeof lng !== "number") return { problem: "unreadable", text: said(value) };
  return pointOf(lat, lng) ?? { problem: "out-of-range", text: said(value) };
}

function said(value: unknown): string {
  return JSON.stringify(value ?? null).slice(0, 200);
}
