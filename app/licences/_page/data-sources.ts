import type { Env } from "#lib/server/env.ts";
import {
  OPEN_SERVICES,
  type OpenServiceDescription,
  type Words,
} from "#lib/server/open-services/services.ts";

const CC_BY_4 = { name: "CC BY 4.0", href: "https://creativecommons.org/licenses/by/4.0/" };
const CC_BY_SA_4 = { name: "CC BY-SA 4.0", href: "https://creativecommons.org/licenses/by-sa/4.0/" };
const CC0 = { name: "CC0 1.0", href: "https://creativecommons.org/publicdomain/zero/1.0/" };
const ODBL = { name: "ODbL 1.0", href: "https://opendatacommons.org/licenses/odbl/1-0/" };
const UNICODE = { name: "Unicode-3.0", href: "https://www.unicode.org/license.txt" };

/** By its name, or by a word of ours where there is no document to name. */
type Licence = { name: string; href: string } | "publicDomain" | "sourceNamed";

interface Source {
  name: string;
  href: string;
  licence: Licence;
}

/** What is said of it stands in the texts under its key, or is what the services are called that show it. */
export type DataSource = Source &
  (
    | { key: "naturalEarth" | "geonames" | "airports" | "cldr" | "zones" | "snapshot" | "mapillary" }
    | { of: Words[] }
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

/** Whose data this installation shows, as its operator has set it up; what it asks of the net comes from the registry. */
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

/** The credits of the services that are asked, each once, with all that it is for. */
function creditedServices(config: Env): DataSource[] {
  const sources = new Map<string, DataSource & { of: Words[] }>();
  for (const { variable, title, credits } of Object.values<OpenServiceDescription>(OPEN_SERVICES)) {
    const isAsked = config[variable as keyof Env] !== undefined;
    // A style of the operator's own shows streets as well.
    if (!isAsked && !(variable === "MAP_TILES_URL" && config.MAP_STYLE_URL !== undefined)) continue;
    for (const { name, href, licence } of credits.filter(({ isData = true }) => isData)) {
      const source = sources.get(href) ?? { name, href, licence: licence ?? "sourceNamed", of: [] };
      source.of.push(title);
      sources.set(href, source);
    }
  }
  return [...sources.values()];
}
