import type { Point } from "../legs.ts";
import {
  decimalPair,
  firstParam,
  latLng,
  type MapLink,
  type MapSite,
  parsePlaceName,
  parseSearchText,
  segments,
} from "./map-link.ts";

/** Google Maps and Google Earth. `!3d…!4d…` is the place, `@…` only the middle of the map. */
export const google: MapSite = {
  hosts: /^(?:(?:www|maps|earth)\.)?google\.(?:com|cat|(?:com?\.)?[a-z]{2})$/,
  read(url) {
    const path = segments(url);
    const several = severalPlaces(url, path);
    if (several) return { unreadable: several };
    // Such an address is that of a knowledge card of the search, as the card's share button links it.
    if (path[0] === "search" && url.searchParams.has("kgmid")) return parseSearchText(firstParam(url, "q"));
    if (path[0] !== "maps" && !/^(?:maps|earth)\./.test(url.hostname)) return {};
    const view = viewOf(url, path);
    const at = path.findIndex((part) => part === "place" || part === "search" || part === "dir");
    if (path[at] === "dir") return { ...directions(url, path.slice(at + 1)), view };
    const standing = latLng(firstParam(url, "viewpoint", "cbll"));
    const pin = pinOf(url) ?? standing ?? panorama(path);
    const inPath = at === -1 ? "" : (path[at + 1] ?? "");
    const asked = parseSearchText(inPath === "" ? firstParam(url, "q", "query") : inPath);
    if (pin) return { point: pin, label: asked.label, view };
    const route = firstParam(url, "daddr", "destination");
    return { ...(route === null ? asked : parseSearchText(lastLeg(route))), view };
  },
};

/**
 * Returns which kind of link to several places this is: a saved list, or a map that a user has drawn; null: neither.
 */
function severalPlaces(url: URL, [first, second]: readonly string[]): "list" | "own_map" | null {
  if (first === "maps" && second === "d" && url.searchParams.has("mid")) return "own_map";
  if (first === "collections" || (first === "maps" && second === "placelists")) return "list";
  return first === "maps" && !pinOf(url) && url.pathname.includes("!11m2!2s") ? "list" : null;
}

const NUMBER = String.raw`-?\d{1,3}(?:\.\d+)?`;

function pinOf({ pathname }: URL): Point | null {
  const found = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})(?![\\d.])`).exec(pathname);
  return found ? decimalPair(found[1], found[2]) : null;
}

/** The point of a Street View panorama: `@lat,lng,3a,…`. */
function panorama(path: readonly string[]): Point | null {
  const camera = path.find((part) => part.startsWith("@"));
  return camera && /^@[^,]+,[^,]+,3a\b/.test(camera) ? latLng(camera.slice(1)) : null;
}

function viewOf(url: URL, path: readonly string[]): Point | null {
  const camera = path.find((part) => part.startsWith("@"));
  const embedded = new RegExp(`!2d(${NUMBER})!3d(${NUMBER})(?![\\d.])`).exec(
    url.searchParams.get("pb") ?? "",
  );
  return (
    latLng(camera?.slice(1)) ??
    latLng(firstParam(url, "ll", "center", "sll")) ??
    (embedded ? decimalPair(embedded[2], embedded[1]) : null)
  );
}

/**
 * `/maps/dir/A/B/@…/data=…`: the route's last end. Points of names are in `data`, as longitude and latitude and in the
 * order of the path. If one of them is missing, the others can't be assigned to names.
 */
function directions(url: URL, parts: readonly string[]): MapLink {
  const end = parts.findIndex((part) => part.startsWith("@") || part.startsWith("data="));
  const stops = (end === -1 ? parts : parts.slice(0, end)).filter((part) => part !== "");
  const destination = parseSearchText(stops.at(-1) ?? firstParam(url, "destination", "daddr"));
  if (destination.point) return destination;
  const names = stops.filter((part) => !parseSearchText(part).point);
  const points = [...url.pathname.matchAll(new RegExp(`!2m2!1d(${NUMBER})!2d(${NUMBER})(?![\\d.])`, "g"))];
  const last = points.at(-1);
  const point = last && points.length === names.length ? decimalPair(last[2], last[1]) : null;
  return { ...destination, point };
}

/** The last end of a route in the form `A to:B to:C`. */
function lastLeg(route: string): string {
  return parsePlaceName(route) ? (route.split(/[ +]to:/).at(-1) ?? route) : route;
}
