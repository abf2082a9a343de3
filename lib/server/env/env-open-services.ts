import { httpUrl, oneOf, templateUrl, text } from "./env-kinds.ts";
import { FOLLOWED_LINKS } from "../open-services/followed-links.ts";
import { OPEN_SERVICES, type OpenServiceName, type OpenServiceVariable } from "../open-services/services.ts";

function addressOf(name: OpenServiceName) {
  const { gives, origin, path, otherwise } = OPEN_SERVICES[name];
  const fallback = origin === null ? otherwise.en : `\`${origin}${path}\`; off: ${otherwise.en}`;
  return templateUrl(`https://${name.toLowerCase()}.example.org`)
    .optional()
    .meta({ description: gives, fallback });
}

export const openServiceVariables = {
  OPEN_SERVICES: oneOf("on", "off").default("on").meta({
    description:
      "`on`: what the next variables leave out is asked of services on the net that need no key. `off`: nothing is asked but what they name.",
  }),
  OPEN_SERVICES_URL: httpUrl("http://127.0.0.1:3900").optional().meta({
    description: "One server that is asked in place of all those default addresses, for trying things out.",
    fallback: "each has its own",
  }),
  MAP_TILES_URL: addressOf("streets"),
  PLACE_SEARCH_URL: addressOf("placeSearch"),
  ROUTING_URL: addressOf("routes"),
  EXCHANGE_RATES_URL: addressOf("rates"),
  WEATHER_URL: addressOf("weather"),
  WEATHER_ARCHIVE_URL: addressOf("pastWeather"),
  WEATHER_API_KEY: text().min(1).optional().meta({
    description: "Of a paid plan of Open-Meteo, beside the addresses that come with it.",
    fallback: "its free service, which is not for commercial use",
  }),
  WIKIPEDIA_URL: addressOf("encyclopaedia"),
  WIKIDATA_URL: addressOf("placeLinks"),
  WIKIMEDIA_COMMONS_URL: addressOf("pictures"),
  PLACE_FACTS_URL: addressOf("placeFacts"),
  TRANSIT_URL: addressOf("timetables"),
  FOLLOW_MAP_LINKS: oneOf("on", "off")
    .optional()
    .meta({
      description: FOLLOWED_LINKS.gives,
      fallback: `as OPEN_SERVICES, and \`off\` with OPEN_SERVICES_URL; off: ${FOLLOWED_LINKS.otherwise.en}`,
    }),
};

type Given = Readonly<Partial<Record<OpenServiceVariable, string | undefined>>> & {
  OPEN_SERVICES: "on" | "off";
  OPEN_SERVICES_URL?: string | undefined;
};

/**
 * Returns the URL of each open service: the operator's setting, or else the default address. undefined: the service is
 * not used.
 */
export function serviceAddresses(given: Given): Record<OpenServiceVariable, string | undefined> {
  const services: readonly { variable: OpenServiceVariable; origin: string | null; path: string }[] =
    Object.values(OPEN_SERVICES);
  const entries = services.map(({ variable, origin, path }) => {
    const base = origin === null ? null : (given.OPEN_SERVICES_URL ?? origin);
    const byDefault = given.OPEN_SERVICES === "on" && base !== null ? base + path : undefined;
    return [variable, given[variable] ?? byDefault] as const;
  });
  // The cast is safe because the entries contain each variable of OPEN_SERVICES.
  return Object.fromEntries(entries) as Record<OpenServiceVariable, string | undefined>;
}

/**
 * Whether the service follows links to maps. Links lead to their own sites, which OPEN_SERVICES_URL cannot replace, so
 * that setting turns them off by default.
 */
export function followsLinks(
  given: Pick<Given, "OPEN_SERVICES" | "OPEN_SERVICES_URL"> & { FOLLOW_MAP_LINKS?: "on" | "off" | undefined },
): "on" | "off" {
  return given.FOLLOW_MAP_LINKS ?? (given.OPEN_SERVICES_URL === undefined ? given.OPEN_SERVICES : "off");
}
