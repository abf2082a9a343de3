import { amap, baidu, kakao, mapy, naver, tencent, twoGis, yandex } from "./eastern-sites.ts";
import { google } from "./google.ts";
import { decimalPair, firstParam, type MapLink, type MapSite, named } from "./map-link.ts";
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

/** What a link says of where. Nothing is fetched, so short links say nothing. */
export function readMapLink(url: URL): MapLink {
  const target = unwrapped(url);
  const site = SITES.find(({ hosts }) => hosts.test(target.hostname));
  return site ? site.read(target) : unknownSite(target);
}

const GOOGLES_OWN = /^(?:consent|www)\.google\.(?:com|cat|(?:com?\.)?[a-z]{2})$/;

/** Whether it is one of a site whose links are known, or the page that asks for consent on the way there. */
export function isMapHost(hostname: string): boolean {
  return GOOGLES_OWN.test(hostname) || SITES.some(({ hosts }) => hosts.test(hostname));
}

/** Pages of consent, pages that ask for a human, and outgoing links carry the link itself in a parameter. */
export function unwrapped(url: URL): URL {
  const inner = innerOf(url);
  return inner !== null && URL.canParse(inner) ? new URL(inner) : url;
}

function innerOf(url: URL): string | null {
  // Of the map's small app.
  if (url.hostname === "maps.app.goo.gl") return firstParam(url, "link");
  if (!GOOGLES_OWN.test(url.hostname)) return null;
  const isInTheWay = url.hostname.startsWith("consent.") || url.pathname.startsWith("/sorry/");
  if (isInTheWay) return firstParam(url, "continue");
  return url.pathname === "/url" ? firstParam(url, "q", "url") : null;
}

/**
 * Of a site that is not known, only names that leave no doubt are believed: `ll=14.4,50.1` may be either order, and its words
 * name no place.
 */
function unknownSite(url: URL): MapLink {
  const point = decimalPair(
    firstParam(url, "lat", "latitude", "mlat"),
    firstParam(url, "lng", "lon", "long", "longitude", "mlon"),
  );
  return point ? { point, label: named(firstParam(url, "name", "title")) } : {};
}
