import {
  decimalPair,
  firstParam,
  fragment,
  latLng,
  type MapSite,
  parsePlaceName,
  parseSearchText,
  segments,
} from "./map-link.ts";

/** Apple Maps. The links are documented at developer.apple.com as Map Links and, since 2025, Unified Map URLs. */
export const apple: MapSite = {
  hosts: /^maps\.apple\.com$/,
  read(url) {
    const route = firstParam(url, "daddr", "destination");
    if (route !== null) return parseSearchText(route);
    const asked = parseSearchText(firstParam(url, "q", "query", "address"));
    const around = latLng(firstParam(url, "ll"));
    const label = parsePlaceName(firstParam(url, "name")) ?? asked.label;
    const point = latLng(firstParam(url, "coordinate")) ?? asked.point ?? (label === null ? null : around);
    return { point, label, view: around ?? latLng(firstParam(url, "center", "sll")) };
  },
};

/** Bing Maps, with the parameters of its help page "Create a custom map URL". */
export const bing: MapSite = {
  hosts: /^(?:www\.)?bing\.com$/,
  read(url) {
    if (segments(url)[0] !== "maps") return {};
    const view = latLng(firstParam(url, "cp"));
    const stop = firstParam(url, "rtp")
      ?.split("~")
      .findLast((part) => part !== "");
    // The forms of a marker: `pos.lat_lng_name`, `point.lat_lng_name_note`, `adr.address`.
    const marker = stop ?? firstParam(url, "sp")?.split("~").at(-1) ?? "";
    const [, kind = "", rest = ""] = /^(pos|point|adr)\.(.*)$/.exec(marker) ?? [];
    if (kind === "adr") return { label: parsePlaceName(rest), view };
    if (kind !== "") {
      const [lat, lng, name] = rest.split("_");
      return { point: decimalPair(lat, lng), label: parsePlaceName(name), view };
    }
    return { ...parseSearchText(firstParam(url, "where1", "ss", "q")), view };
  },
};

export const here: MapSite = {
  hosts: /^(?:(?:wego|share|m)\.)?here\.com$/,
  read(url) {
    const path = segments(url);
    const view = latLng(firstParam(url, "map"));
    const last = path.at(-1) ?? "";
    // `/l/lat,lng,name`, `/r/from/to`, `/directions/mix/name:lat,lng/name:lat,lng`
    const end = last.slice(last.lastIndexOf(":") + 1);
    const isPointed = path[0] === "l" || path[0] === "r" || path[0] === "directions";
    const label = parsePlaceName(
      path[0] === "l" ? end.split(",")[2] : last.slice(0, Math.max(last.lastIndexOf(":"), 0)),
    );
    return { point: isPointed ? latLng(end) : null, label, view };
  },
};

/** Waze. The links are documented at developers.google.com/waze/deeplinks. */
export const waze: MapSite = {
  hosts: /^(?:www\.|ul\.)?waze\.com$/,
  read(url) {
    const to = firstParam(url, "to");
    const point = latLng(firstParam(url, "ll", "latlng")) ?? latLng(/^ll\.(.*)$/.exec(to ?? "")?.[1]);
    return { point, label: parsePlaceName(firstParam(url, "q")) };
  },
};

/** Links of OsmAnd: `/map?pin=lat,lng#z/lat/lng` and `/go?lat=…&lon=…`. */
export const osmand: MapSite = {
  hosts: /^(?:www\.)?osmand\.net$/,
  read(url) {
    const [, lat, lng] = fragment(url).split("/");
    const point =
      latLng(firstParam(url, "pin", "end", "finish")) ??
      decimalPair(firstParam(url, "lat"), firstParam(url, "lon"));
    return { point, label: parsePlaceName(firstParam(url, "name", "title")), view: decimalPair(lat, lng) };
  },
};

/** Organic Maps and related apps: `/map?ll=lat,lng&n=name`; the shortened form has no plain coordinates. */
export const organicMaps: MapSite = {
  hosts: /^(?:omaps\.app|comaps\.at|ge0\.me)$/,
  read(url) {
    const name = firstParam(url, "n") ?? segments(url)[1]?.replaceAll("_", " ");
    return { point: latLng(firstParam(url, "ll")), label: parsePlaceName(name) };
  },
};

/** The GeoHack pages, to which Wikipedia's coordinates link: `params=48_51_29_N_2_17_40_E_type:landmark`. */
export const geoHack: MapSite = {
  hosts: /^(?:geohack\.toolforge\.org|tools\.wmflabs\.org)$/,
  read(url) {
    const parts = (firstParam(url, "params") ?? "").split("_");
    const north = parts.findIndex((part) => part === "N" || part === "S") + 1;
    const east = parts.findIndex((part) => part === "E" || part === "W") + 1;
    const point = decimalPair(parts.slice(0, north).join(" "), parts.slice(north, east).join(" "));
    return { point, label: parsePlaceName(firstParam(url, "title", "pagename")?.replaceAll("_", " ")) };
  },
};

/**
 * Links of what3words: three words name a square of three metres. Only the service of what3words, which requires a key,
 * can tell which square.
 */
export const what3words: MapSite = {
  hosts: /^(?:(?:www|map)\.)?(?:what3words\.com|w3w\.co)$/,
  read: () => ({ unreadable: "needs_key" }),
};
