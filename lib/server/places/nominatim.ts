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

const Row = z.object({
  osm_type: z.enum(["node", "way", "relation"]),
  osm_id: z.number().int().positive(),
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  category: z.string(),
  type: z.string(),
  addresstype: z.string().default(""),
  name: MaybeText,
  display_name: z.string(),
  address: z.record(z.string(), z.unknown()).default({}),
});

/** How many degrees from the point, on every side, the preferred results are. */
const NEAR = 0.5;

/**
 * Nominatim's `GET /search`. It finds whole words only and allows one request per second, so it is not used while a
 * user types.
 */
export const nominatim: PlaceServer = {
  kind: "nominatim",
  shortest: 3,
  atOnce: 1,
  everyMs: 1000,
  keptMs: 30 * DAY_MS,
  pathFor({ text, near, locale }) {
    const params = new URLSearchParams({
      q: text,
      format: "jsonv2",
      limit: String(REQUESTED_RESULTS),
      addressdetails: "1",
      "accept-language": locale,
    });
    if (near) {
      const [lat, lng] = [Number(near.lat.toFixed(1)), Number(near.lng.toFixed(1))];
      const box = [lng - NEAR, lat - NEAR, lng + NEAR, lat + NEAR];
      params.set("viewbox", box.map((side) => side.toFixed(1)).join(","));
    }
    return `/search?${params}`;
  },
  read: (answer) => placesIn(z.array(z.unknown()).parse(answer), Row, objectOf),
};

function objectOf(row: z.infer<typeof Row>): MapObject {
  const { osm_type: type, osm_id: id, lat, lon: lng, address, ...it } = row;
  const [first = "", ...rest] = it.display_name.split(", ");
  const name = it.name || first;
  const of = (field: string) => MaybeText.parse(address[field]);
  const town = of("city") ?? of("town") ?? of("village");
  return {
    type,
    id,
    name,
    kind: placeKindOf(it.category, it.type, it.addresstype),
    category: categoryOfTag(it.category, it.type),
    lat,
    lng,
    countryCode: of("country_code"),
    region: of("state") ?? of("province") ?? of("region"),
    town: town === name ? undefined : town,
    address: (name === first ? rest : [first, ...rest]).join(", "),
  };
}
