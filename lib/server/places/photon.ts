import * as z from "zod";
import { categoryOfTag } from "#lib/shared/map-categories.ts";
import {
  REQUESTED_RESULTS,
  DAY_MS,
  placeKindOf,
  type MapObject,
  MaybeText,
  placesIn,
  type PlaceServer,
} from "./place-server.ts";

const Answer = z.object({ features: z.array(z.unknown()) });
const Feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
  properties: z.object({
    osm_type: z.enum(["N", "W", "R"]),
    osm_id: z.number().int().positive(),
    osm_key: z.string(),
    osm_value: z.string(),
    type: z.string().default("other"),
    name: MaybeText,
    countrycode: MaybeText,
    country: MaybeText,
    state: MaybeText,
    city: MaybeText,
    district: MaybeText,
    street: MaybeText,
    housenumber: MaybeText,
    postcode: MaybeText,
  }),
});

/** Photon's `GET /api`, which is made for search while a user types. */
export const photon: PlaceServer = {
  kind: "photon",
  shortest: 2,
  atOnce: 4,
  everyMs: 0,
  keptMs: 7 * DAY_MS,
  pathFor({ text, near, locale }) {
    const params = new URLSearchParams({ q: text, limit: String(REQUESTED_RESULTS) });
    // Photon refuses languages for which it was not built; without a language it returns the local names.
    if (locale === "en") params.set("lang", locale);
    if (near) {
      params.set("lat", near.lat.toFixed(1));
      params.set("lon", near.lng.toFixed(1));
      params.set("zoom", "12");
      params.set("location_bias_scale", "0.4");
    }
    return `/api?${params}`;
  },
  read: (answer) => placesIn(Answer.parse(answer).features, Feature, objectOf),
};

function objectOf({ properties: it, geometry }: z.infer<typeof Feature>): MapObject {
  const [lng, lat] = geometry.coordinates;
  const street = [it.street, it.housenumber].filter(Boolean).join(" ");
  const parts = [it.name ? street : "", it.district, it.city, it.state, it.country];
  return {
    type: it.osm_type,
    id: it.osm_id,
    name: it.name ?? street,
    kind: it.name ? placeKindOf(it.osm_key, it.osm_value, it.type) : "address",
    category: categoryOfTag(it.osm_key, it.osm_value),
    lat,
    lng,
    countryCode: it.countrycode,
    region: it.state,
    town: it.city === it.name ? undefined : it.city,
    address: distinct(parts, it.name).join(", "),
  };
}

function distinct(parts: (string | undefined)[], name: string | undefined): string[] {
  return [...new Set(parts.flatMap((part) => (part && part !== name ? [part] : [])))];
}
