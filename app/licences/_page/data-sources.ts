import type { Env } from "#lib/server/env.ts";

const CC_BY_4 = { name: "CC BY 4.0", href: "https://creativecommons.org/licenses/by/4.0/" };
const CC_BY_SA_4 = { name: "CC BY-SA 4.0", href: "https://creativecommons.org/licenses/by-sa/4.0/" };
const CC0 = { name: "CC0 1.0", href: "https://creativecommons.org/publicdomain/zero/1.0/" };
const ODBL = { name: "ODbL 1.0", href: "https://opendatacommons.org/licenses/odbl/1-0/" };
const UNICODE = { name: "Unicode-3.0", href: "https://www.unicode.org/license.txt" };

/** By its name, or by a word of ours where there is no document to name. */
type Licence = { name: string; href: string } | "publicDomain" | "sourceNamed";

/** What is said of it stands in the texts under its key. */
export interface DataSource {
  key:
    | "naturalEarth"
    | "geonames"
    | "airports"
    | "cldr"
    | "zones"
    | "snapshot"
    | "rates"
    | "osm"
    | "mapillary";
  name: string;
  href: string;
  licence: Licence;
}

const ALWAYS: readonly DataSource[] = [
  {
    key: "naturalEarth",
    name: "Natural Earth",
    href: "https://www.naturalearthdata.com/",
    licence: "publicDomain",
  },
  { key: "geonames", name: "GeoNames", href: "https://www.geonames.org/", licence: CC_BY_4 },
  { key: "airports", name: "OurAirports", href: "https://ourairports.com/", licence: "publicDomain" },
  { key: "cldr", name: "Unicode CLDR", href: "https://cldr.unicode.org/", licence: UNICODE },
  {
    key: "zones",
    name: "timezone-boundary-builder",
    href: "https://github.com/evansiroky/timezone-boundary-builder",
    licence: ODBL,
  },
  {
    key: "snapshot",
    name: "currency-api",
    href: "https://github.com/fawazahmed0/exchange-api",
    licence: CC0,
  },
];

type Configured = Pick<
  Env,
  "EXCHANGE_RATES_URL" | "ROUTING_URL" | "PLACE_SEARCH_PROVIDER" | "MAP_STYLE_URL" | "STREET_VIEW_PROVIDER"
>;

/** Whose data this installation shows, as its operator has set it up. */
export function dataSources(config: Configured): DataSource[] {
  const usesStreets =
    config.ROUTING_URL !== undefined ||
    config.MAP_STYLE_URL !== undefined ||
    config.PLACE_SEARCH_PROVIDER !== "embedded";
  const ecb = "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/";
  return [
    ...ALWAYS,
    ...(config.EXCHANGE_RATES_URL === undefined
      ? []
      : [
          {
            key: "rates" as const,
            name: "European Central Bank",
            href: ecb,
            licence: "sourceNamed" as const,
          },
        ]),
    ...(usesStreets
      ? [
          {
            key: "osm" as const,
            name: "OpenStreetMap",
            href: "https://www.openstreetmap.org/copyright",
            licence: ODBL,
          },
        ]
      : []),
    ...(config.STREET_VIEW_PROVIDER === undefined
      ? []
      : [
          {
            key: "mapillary" as const,
            name: "Mapillary",
            href: "https://www.mapillary.com/",
            licence: CC_BY_SA_4,
          },
        ]),
  ];
}
