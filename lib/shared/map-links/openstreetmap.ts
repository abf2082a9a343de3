import type { Point } from "../legs.ts";
import {
  decimalPair,
  firstParam,
  fragment,
  latLng,
  type MapSite,
  parseSearchText,
  segments,
} from "./map-link.ts";

/** A marker (`mlat`, `mlon`), an object, the end of a route, or else the map's middle after `#map=`. */
export const openStreetMap: MapSite = {
  hosts: /^(?:www\.)?(?:openstreetmap\.org|osm\.org)$/,
  read(url) {
    const path = segments(url);
    const [, lat, lng] = /^map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/.exec(fragment(url)) ?? [];
    const short = path[0] === "go" ? shortLink(path[1] ?? "") : null;
    const view =
      decimalPair(lat, lng) ?? decimalPair(firstParam(url, "lat"), firstParam(url, "lon")) ?? short;
    const marker = decimalPair(firstParam(url, "mlat"), firstParam(url, "mlon"));
    const isMarked = url.searchParams.has("m");
    if (marker || (isMarked && short)) return { point: marker ?? short, ref: objectOf(url, path), view };
    const route = firstParam(url, "to") ?? firstParam(url, "route")?.split(";").at(-1) ?? null;
    if (path[0] === "directions" && route !== null) {
      const end = latLng(route);
      return end ? { point: end, view } : { ...parseSearchText(route), view };
    }
    return { ...parseSearchText(firstParam(url, "query")), ref: objectOf(url, path), view };
  },
};

/** Links of OsmAPP: `/node/123#17/lat/lng`, `/lat,lng`. */
export const osmApp: MapSite = {
  hosts: /^(?:www\.)?(?:osmapp\.org|osm\.app)$/,
  read(url) {
    const path = segments(url);
    const [, lat, lng] = fragment(url).split("/");
    return { point: latLng(path[0]), ref: objectOf(url, path), view: decimalPair(lat, lng) };
  },
};

function objectOf({ searchParams }: URL, [kind = "", id = ""]: readonly string[]): string | null {
  if (/^(?:node|way|relation)$/.test(kind) && /^\d{1,15}$/.test(id)) return `osm:${kind}/${id}`;
  for (const name of ["node", "way", "relation"]) {
    const given = searchParams.get(name) ?? "";
    if (/^\d{1,15}$/.test(given)) return `osm:${name}/${given}`;
  }
  return null;
}

const SHORT_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~";

/**
 * Reads `/go/0EEQjE`: each character holds three bits of each coordinate, interleaved with the longitude's bit first
 * (OSM wiki, "Shortlink").
 */
function shortLink(code: string): Point | null {
  const letters = code.replaceAll("@", "~").replaceAll(/[-=]/g, "");
  if (letters === "" || letters.length > 12) return null;
  let [lng, lat, size] = [-180, -90, 1];
  for (const letter of letters) {
    const value = SHORT_LETTERS.indexOf(letter);
    if (value === -1) return null;
    for (const bit of [5, 3, 1]) {
      size /= 2;
      lng += (value >> bit) & 1 ? 360 * size : 0;
      lat += (value >> (bit - 1)) & 1 ? 180 * size : 0;
    }
  }
  // The result is the middle of the remaining square.
  return decimalPair(String(lat + 90 * size), String(lng + 180 * size));
}
