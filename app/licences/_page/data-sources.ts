import type { Env } from "#lib/server/env/env.ts";
import {
  OPEN_SERVICES,
  type OpenServiceDescription,
  type LocalizedText,
} from "#lib/server/open-services/services.ts";

const CC_BY_4 = { name: "CC BY 4.0", href: "https://creativecommons.org/licenses/by/4.0/" };
const CC_BY_SA_4 = { name: "CC BY-SA 4.0", href: "https://creativecommons.org/licenses/by-sa/4.0/" };
const CC0 = { name: "CC0 1.0", href: "https://creativecommons.org/publicdomain/zero/1.0/" };
const ODBL = { name: "ODbL 1.0", href: "https://opendatacommons.org/licenses/odbl/1-0/" };
const UNICODE = { name: "Unicode-3.0", href: "https://www.unicode.org/license.txt" };

/** A licence with its document, or a key of our own texts when there is no document. */
type Licence = { name: string; href: string } | "publicDomain" | "sourceNamed";

interface Source {
  name: string;
  href: string;
  licence: Licence;
}

/** A source of data. Its description is the text of its key, or the titles of the services that show its data. */
export type DataSource = Source &
  (
    | { key: "naturalEarth" | "geonames" | "airports" | "cldr" | "zones" | "snapshot" | "mapillary" }
    | { of: LocalizedText[] }
  );

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

/**
 * Returns the sources of data that this installation shows by its configuration; those of open services are from the
 * registry.
 */
export function dataSources(config: Env): DataSource[] {
  return [
    ...ALWAYS,
    ...creditedServices(config),
    ...(config.STREET_VIEW_PROVIDER === undefined
      ? []
      : [
          {
            key: "mapillary",
            name: "Mapillary",
            href: "https://www.mapillary.com/",
            licence: CC_BY_SA_4,
          } as const,
        ]),
  ];
}

/** Returns the credits of the open services that are used, each once, with the titles of all services that need it. */
function creditedServices(config: Env): DataSource[] {
  const sources = new Map<string, DataSource & { of: LocalizedText[] }>();
  for (const { variable, title, credits } of Object.values<OpenServiceDescription>(OPEN_SERVICES)) {
    const isAsked = config[variable as keyof Env] !== undefined;
    // The source of street tiles is also named if the operator has a map style of their own, because that shows
    // streets, too.
    if (!isAsked && !(variable === "MAP_TILES_URL" && config.MAP_STYLE_URL !== undefined)) continue;
    for (const { name, href, licence } of credits.filter(({ isData = true }) => isData)) {
      const source = sources.get(href) ?? { name, href, licence: licence ?? "sourceNamed", of: [] };
      source.of.push(title);
      sources.set(href, source);
    }
  }
  return [...sources.values()];
}
