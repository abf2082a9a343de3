import type { PlaceDto } from "#lib/shared/places.ts";
import { isTimeZone } from "#lib/shared/dates.ts";
import { openGazetteer } from "./gazetteer.ts";
import { type Hit, searchGazetteer } from "./gazetteer-search.ts";
import type { PlaceProvider } from "./provider.ts";

const SOURCES = {
  city: { source: "GeoNames", attribution: "GeoNames, CC BY 4.0", prefix: "geonames" },
  country: { source: "GeoNames", attribution: "GeoNames, CC BY 4.0", prefix: "geonames-capital" },
  airport: { source: "OurAirports", attribution: "OurAirports", prefix: "ourairports" },
} as const;

/** Towns, airports and countries from the file that the build makes; neither streets nor sights. */
export const embeddedPlaces: PlaceProvider = {
  async search({ text, near, limit }) {
    const gazetteer = await openGazetteer();
    return searchGazetteer(gazetteer, text, { near: near ?? undefined, limit }).map(placeOf);
  },
};

function placeOf(hit: Hit): PlaceDto {
  const { kind, name, matched, lat, lng, countryCode, code, zone } = hit;
  const { source, attribution, prefix } = SOURCES[kind];
  return {
    placeRef: `${prefix}:${hit.id}`,
    name: matched,
    kind,
    lat,
    lng,
    countryCode,
    region: hit.region?.[1] ?? null,
    // Its names of zones are of another day than those of this machine.
    timezone: zone !== undefined && isTimeZone(zone) ? zone : undefined,
    code,
    alsoKnownAs: matched === name ? undefined : name,
    source,
    attribution,
  };
}
