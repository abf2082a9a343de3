import * as z from "zod";
import { CountryCode, Latitude, lineField, Longitude, TimeZone } from "./fields.ts";
import { PLACE_CATEGORIES } from "./place-categories.ts";

/** The kind of a place; `point` is a point that a user pasted or chose on the map. */
export const PlaceKind = z.enum(["country", "region", "city", "airport", "poi", "address", "point"]);
export type PlaceKind = z.infer<typeof PlaceKind>;

const limit = z.coerce.number().int().min(1).max(10).default(8);
/** The search text. It may be long because links of maps are long. */
const q = lineField(2000).meta({
  description: "a name or its beginning, in any script; coordinates, a Plus code, a geo: URI or a map's link",
});

/** `embedded` searches the gazetteer only, which answers within milliseconds, before a search on the internet can. */
const from = z.enum(["all", "embedded"]).default("all").meta({
  description: "embedded: towns, airports and countries alone, at once, without asking the map search",
});
export type PlaceSource = z.infer<typeof from>;

/** The query of a search within a trip, in which places near the trip come first. */
export const TripPlacesQuery = z.strictObject({ q, limit, from });

export const PlacesQuery = z
  .strictObject({
    q,
    limit,
    from,
    lat: z.coerce.number().pipe(Latitude).optional().meta({ description: "places near here come first" }),
    lng: z.coerce.number().pipe(Longitude).optional(),
  })
  .refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), "Send lat and lng together.");
export type PlacesQuery = z.infer<typeof PlacesQuery>;

export const PlaceDto = z
  .object({
    placeRef: lineField(200).meta({ description: "names the place at its source, e.g. geonames:1857910" }),
    name: z.string().meta({ description: "its main name in the reader's language, where the source has it" }),
    kind: PlaceKind,
    category: z.enum(PLACE_CATEGORIES).optional().meta({
      description: "what it is for, where the source says so; more may come",
    }),
    lat: Latitude,
    lng: Longitude,
    countryCode: CountryCode.nullable(),
    region: z.string().nullable().optional().meta({ description: "state, prefecture or province" }),
    timezone: TimeZone.optional(),
    town: z.string().optional().meta({ description: "the town that it is in" }),
    address: z.string().optional(),
    code: z.string().optional().meta({ description: "of an airport, e.g. KIX" }),
    alsoKnownAs: z.string().optional().meta({ description: "another name of it, by which it was found" }),
    near: z.string().optional().meta({ description: "the nearest town, of a point" }),
    isView: z
      .boolean()
      .optional()
      .meta({ description: "true: only the middle of the map that a link shows, of a point" }),
    source: z.string().meta({ examples: ["GeoNames"] }),
    attribution: z.string().meta({ description: "to be shown beside the place" }),
  })
  .meta({ id: "Place" });
export type PlaceDto = z.infer<typeof PlaceDto>;
