import { isMapHost } from "#lib/shared/map-links/read-map-link.ts";
import type { OpenService } from "./open-service.ts";
import type { OutgoingRequests } from "./services.ts";

interface ShortLinks {
  host: string;
  /** The paths of the host that are links to places. */
  path: RegExp;
  /** The query parameters that belong to the link; all others are not sent. */
  params?: readonly string[];
}

/**
 * Hosts of short links. They redirect to the long link of their site, or to a page that contains the place's position.
 */
export const SHORT_LINKS: readonly ShortLinks[] = [
  { host: "maps.app.goo.gl", path: /^\/[\w-]+$/ },
  { host: "goo.gl", path: /^\/maps\/[\w-]+$/ },
  { host: "app.goo.gl", path: /^\/maps\/[\w-]+$/ },
  { host: "g.co", path: /^\/kgs\/[\w-]+$/ },
  { host: "maps.apple", path: /^\/p\/[\w~.-]+$/ },
  { host: "maps.apple.com", path: /^\/p\/[\w~.-]+$/ },
  { host: "maps.apple.com", path: /^\/place$/, params: ["place-id", "auid"] },
  { host: "osm.app", path: /^\/[\w/-]+$/ },
  { host: "surl.amap.com", path: /^\/\w+$/ },
  { host: "naver.me", path: /^\/\w+$/ },
  { host: "kko.to", path: /^\/[\w-]+$/ },
  { host: "kko.kakao.com", path: /^\/[\w-]+$/ },
  { host: "j.map.baidu.com", path: /^\/[\w/-]+$/ },
  { host: "go.2gis.com", path: /^\/\w+$/ },
  { host: "mapy.cz", path: /^\/s\/\w+$/ },
  { host: "mapy.com", path: /^\/s\/\w+$/ },
  { host: "yandex.com", path: /^\/maps\/-\/[\w~-]+$/ },
  { host: "yandex.ru", path: /^\/maps\/-\/[\w~-]+$/ },
];

/** The longest URL that is followed; links of routes with many stops are long, but never longer. */
const LONGEST_ADDRESS = 8000;

/** The hosts of short links, each once. */
export const SHORT_LINK_HOSTS = [...new Set(SHORT_LINKS.map(({ host }) => host))];

/** Returns the short link without the parameters that its app added; null for any other link. */
export function shortLink(link: string): URL | null {
  const url = URL.canParse(link) ? toHttps(new URL(link)) : null;
  const kind = url && SHORT_LINKS.find(({ host, path }) => host === url.hostname && path.test(url.pathname));
  if (!kind || !isOrdinary(url)) return null;
  const { params = [] } = kind;
  const sent = new URLSearchParams([...url.searchParams].filter(([name]) => params.includes(name)));
  if (params.length > 0 && sent.size === 0) return null;
  return new URL(`${url.pathname}${sent.size === 0 ? "" : `?${sent}`}`, url.origin);
}

/** Whether a redirect to this URL may be followed. */
export function isLinkTarget(url: URL): boolean {
  return isOrdinary(url) && (SHORT_LINK_HOSTS.includes(url.hostname) || isMapHost(url.hostname));
}

function isOrdinary({ href, protocol, port, username, password }: URL): boolean {
  const isPlain = port === "" && username === "" && password === "";
  return isPlain && protocol === "https:" && href.length <= LONGEST_ADDRESS;
}

/** Returns the URL with https: all hosts of followed links support it, and the service uses no other port. */
export function toHttps(url: URL): URL {
  const same = new URL(url);
  if (same.protocol === "http:" && same.port === "") same.protocol = "https:";
  return same;
}

const KIBIBYTE = 1024;

/** The only outgoing requests that go to many hosts: those of the links that users paste. */
export const FOLLOWED_LINKS = {
  variable: "FOLLOW_MAP_LINKS",
  title: { en: "Short links to places", zh: "地点短链接" },
  gives: "Whether short links to places are followed, as phones share them: `on` or `off`.",
  askedBy: "server",
  sends: { en: "the link itself, without what its app added to it", zh: "链接本身（不含应用附加的参数）" },
  when: { en: "when somebody pastes a short link of a map", zh: "粘贴地图短链接时" },
  otherwise: { en: "long links alone are understood", zh: "只能识别完整的长链接" },
  atOnce: 2,
  everyMs: 0,
  deadlineMs: 4000,
  longestAnswer: 256 * KIBIBYTE,
} as const satisfies OutgoingRequests & Omit<OpenService, "name">;
