import { amap, baidu, kakao, mapy, naver, tencent, twoGis, yandex } from "./eastern-sites.ts";
import { google } from "./google.ts";
import { decimalPair, firstParam, type MapLink, type MapSite, parsePlaceName } from "./map-link.ts";
import { openStreetMap, osmApp } from "./openstreetmap.ts";
import { apple, bing, geoHack, here, organicMaps, osmand, waze, what3words } from "./western-sites.ts";

const SITES: readonly MapSite[] = [
  google,
  apple,
  openStreetMap,
  osmApp,
  bing,
  here,
  waze,
  osmand,
  organicMaps,
  geoHack,
  what3words,
  yandex,
  twoGis,
  mapy,
  naver,
  kakao,
  amap,
  baidu,
  tencent,
];

/** Reads the place in a map link. Nothing is fetched, so a short link gives no place. */
export function readMapLink(url: URL): MapLink {
  const target = unwrapLink(url);
  const site = SITES.find(({ hosts }) => hosts.test(target.hostname));
  return site ? site.read(target) : unknownSite(target);
}

const GOOGLES_OWN = /^(?:consent|www)\.google\.(?:com|cat|(?:com?\.)?[a-z]{2})$/;

/** Whether the host belongs to a site whose links can be read, or is the consent page in front of such a site. */
export function isMapHost(hostname: string): boolean {
  return GOOGLES_OWN.test(hostname) || SITES.some(({ hosts }) => hosts.test(hostname));
}

/**
 * Returns the link that is a parameter of another one: consent pages, captcha pages and outgoing links contain their
 * target.
 */
export function unwrapLink(url: URL): URL {
  const inner = innerOf(url);
  return inner !== null && URL.canParse(inner) ? new URL(inner) : url;
}

function innerOf(url: URL): string | null {
  // Links of the small web app of Google Maps contain the target in `link`.
  if (url.hostname === "maps.app.goo.gl") return firstParam(url, "link");
  if (!GOOGLES_OWN.test(url.hostname)) return null;
  const isInTheWay = url.hostname.startsWith("consent.") || url.pathname.startsWith("/sorry/");
  if (isInTheWay) return firstParam(url, "continue");
  return url.pathname === "/url" ? firstParam(url, "q", "url") : null;
}

/**
 * Reads a link of an unknown site. Only unambiguous parameters are used: `ll=14.4,50.1` may have either order, and the
 * other texts may not be the name of a place.
 */
function unknownSite(url: URL): MapLink {
  const point = decimalPair(
    firstParam(url, "lat", "latitude", "mlat"),
    firstParam(url, "lng", "lon", "long", "longitude", "mlon"),
  );
  return point ? { point, label: parsePlaceName(firstParam(url, "name", "title")) } : {};
}
