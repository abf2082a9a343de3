import type { Locale } from "#lib/server/auth/locale.ts";
import { isTimeZone } from "#lib/shared/dates.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { openGazetteer } from "./gazetteer.ts";
import { type Hit, searchGazetteer } from "./gazetteer-search.ts";
import type { PlaceProvider } from "./provider.ts";

const SOURCES = {
  city: { source: "GeoNames", attribution: "GeoNames, CC BY 4.0", prefix: "geonames" },
  country: { source: "GeoNames", attribution: "GeoNames, CC BY 4.0", prefix: "geonames-capital" },
  airport: { source: "OurAirports", attribution: "OurAirports", prefix: "ourairports" },
} as const;

/**
 * Searches towns, airports and countries in the gazetteer file that the build creates. It contains no streets and no
 * sights.
 */
export const embeddedPlaces: PlaceProvider = {
  async search({ text, near, limit, locale }) {
    const gazetteer = await openGazetteer();
    const hits = searchGazetteer(gazetteer, text, { near: near ?? undefined, limit });
    return hits.map((hit) => placeOf(hit, locale));
  },
};

function placeOf(hit: Hit, locale: Locale): PlaceDto {
  const { kind, lat, lng, countryCode, code, zone } = hit;
  const { source, attribution, prefix } = SOURCES[kind];
  return {
    placeRef: `${prefix}:${hit.id}`,
    ...namesOf(hit, locale),
    kind,
    lat,
    lng,
    countryCode,
    region: hit.region?.[1] ?? null,
    // The file's names of time zones may be newer or older than those that this machine knows.
    timezone: zone !== undefined && isTimeZone(zone) ? zone : undefined,
    code,
    source,
    attribution,
  };
}

const HAN = /^\p{Script=Han}/u;

/**
 * Returns the main name in the reader's language, and the name by which the place was found when that differs. The file
 * does not say in which language the names of towns are; for readers of Chinese, a name in Chinese characters counts as
 * Chinese.
 */
function namesOf(hit: Hit, locale: Locale): Pick<PlaceDto, "name" | "alsoKnownAs"> {
  const isTheirs = locale === "zh" && HAN.test(hit.matched);
  const main = countryName(hit, locale) ?? (isTheirs ? hit.matched : hit.name);
  const other = hit.matched === main ? hit.name : hit.matched;
  return { name: main, alsoKnownAs: other === main ? undefined : other };
}

function countryName({ kind, countryCode }: Hit, locale: Locale): string | undefined {
  if (kind !== "country" || countryCode === null) return undefined;
  return new Intl.DisplayNames(locale, { type: "region", fallback: "none" }).of(countryCode);
}
