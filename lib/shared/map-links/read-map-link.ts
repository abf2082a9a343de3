import { amap, baidu, kakao, mapy, naver, tencent, twoGis, yandex } from "./eastern-sites.ts";
import { google } from "./google.ts";
import { decimalPair, firstParam, type MapLink, type MapSite, named } from "./map-link.ts";
import { openStreetMap } from "./openstreetmap.ts";
import { apple, bing, geoHack, here, organicMaps, osmand, waze } from "./western-sites.ts";

const SITES: readonly MapSite[] = [
  google,
  apple,
  openStreetMap,
  bing,
  here,
  waze,
  osmand,
  organicMaps,
  geoHack,
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
  const target = wrapped(url);
  const site = SITES.find(({ hosts }) => hosts.test(target.hostname));
  return site ? site.read(target) : unknownSite(target);
}

/** Pages of consent and of outgoing links carry the link itself in a parameter. */
function wrapped(url: URL): URL {
  const isGoogle = /^(?:consent|www)\.google\.(?:com?\.)?[a-z]{2,3}$/.test(url.hostname);
  const inner = url.hostname.startsWith("consent.")
    ? firstParam(url, "continue")
    : url.pathname === "/url"
      ? firstParam(url, "q", "url")
      : null;
  return isGoogle && inner !== null && URL.canParse(inner) ? new URL(inner) : url;
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
