import * as z from "zod";
import { Instant, Latitude, Longitude } from "./fields.ts";
import { STREET_VIEW_LIMITS } from "./street-view-limits.ts";

/** A number in a query parameter; JavaScript would read an empty text as 0. */
const NumberText = z.preprocess(
  (value) => (typeof value === "string" && value.trim() === "" ? Number.NaN : value),
  z.coerce.number(),
);

/** A number that is too large is reduced to its maximum; a text that is no number is refused. */
export const StreetViewQuery = z.strictObject({
  lat: NumberText.pipe(Latitude).meta({ param: { required: true } }),
  lng: NumberText.pipe(Longitude).meta({ param: { required: true } }),
  radiusMeters: NumberText.pipe(z.number().positive())
    .transform((meters) => Math.min(Math.max(1, meters), STREET_VIEW_LIMITS.maxRadiusMeters))
    .default(STREET_VIEW_LIMITS.defaultRadiusMeters)
    .meta({ description: "100 unless given; more than 1000 is taken for that" }),
  limit: NumberText.pipe(z.int().positive())
    .transform((count) => Math.min(count, STREET_VIEW_LIMITS.maxLimit))
    .default(STREET_VIEW_LIMITS.defaultLimit)
    .meta({ description: "5 unless given; more than 10 is taken for that" }),
});
export type StreetViewQuery = z.infer<typeof StreetViewQuery>;

export const StreetImageKind = z.enum(["flat", "panorama"]);
export type StreetImageKind = z.infer<typeof StreetImageKind>;

export const StreetImageDto = z
  .object({
    id: z.string().meta({ description: "opaque, and good in this trip only" }),
    kind: StreetImageKind,
    lat: Latitude,
    lng: Longitude,
    distanceMeters: z.number().min(0).meta({ description: "from where was asked; 0 for a single image" }),
    heading: z.number().min(0).lt(360).nullable().meta({ description: "degrees clockwise from north" }),
    capturedAt: Instant.nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    previewUrl: z.string().meta({ description: "on this service, for members of the trip" }),
    attribution: z.object({
      text: z.string(),
      creator: z.string().nullable(),
      licenseName: z.string(),
      licenseUrl: z.string(),
      sourceName: z.string(),
      sourceUrl: z.string(),
    }),
  })
  .meta({ id: "StreetImage" });
export type StreetImageDto = z.infer<typeof StreetImageDto>;

export const StreetViewResult = z
  .object({
    outcome: z.enum(["found", "empty"]),
    completeness: z.enum(["complete", "partial"]),
    candidateCount: z.int().meta({ description: "images in the circle" }),
    resultCount: z.int().meta({ description: "images in this answer" }),
    panoramaAvailable: z.boolean(),
    images: z.array(StreetImageDto),
  })
  .meta({ id: "StreetViewResult" });
export type StreetViewResult = z.infer<typeof StreetViewResult>;

const EnabledViewer = z.object({
  enabled: z.literal(true),
  provider: z.literal("primary"),
  kinds: z.array(StreetImageKind),
  panorama: z.object({ projection: z.literal("equirectangular") }),
  search: z.object({
    defaultRadiusMeters: z.number(),
    maxRadiusMeters: z.number(),
    defaultLimit: z.int(),
    maxLimit: z.int(),
  }),
  preview: z.object({ maxBytes: z.int(), cacheSeconds: z.int() }),
  attribution: z.object({
    text: z.string(),
    url: z.string(),
    licenseName: z.string(),
    licenseUrl: z.string(),
  }),
});

export const ViewerConfig = z
  .discriminatedUnion("enabled", [EnabledViewer, z.object({ enabled: z.literal(false) })])
  .meta({ id: "StreetViewViewerConfig" });
export type ViewerConfig = z.infer<typeof ViewerConfig>;
