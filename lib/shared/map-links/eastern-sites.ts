import {
  decimalPair,
  firstParam,
  fragment,
  latLng,
  lngLat,
  type MapLink,
  type MapSite,
  parsePlaceName,
  parseSearchText,
  segments,
} from "./map-link.ts";

/** Yandex: parameters have the longitude first, except for routes (`rtext`) and searches (`text`). */
export const yandex: MapSite = {
  hosts: /^(?:(?:www|maps|n\.maps)\.)?yandex\.(?:com|ru|by|kz|uz|eu|com\.(?:tr|ge|am|il)|net)$/,
  read(url) {
    const [first, ...path] = segments(url);
    if (!/maps/.test(url.hostname) && first !== "maps" && first !== "navi") return {};
    const view = lngLat(firstParam(url, "ll", "sll"));
    const route = firstParam(url, "rtext")?.split("~").at(-1);
    if (route) return { ...(latLng(route) ? { point: latLng(route) } : parseSearchText(route)), view };
    const marker = firstParam(url, "whatshere[point]", "poi[point]", "pt")?.split("~").at(-1);
    const at = path.indexOf("org");
    const name = at === -1 ? firstParam(url, "text") : path[at + 1]?.replaceAll(/[-_]/g, " ");
    const asked = parseSearchText(name);
    return { ...asked, point: lngLat(marker) ?? asked.point, view };
  },
};

/**
 * Paths and parameters of 2GIS: `/city/geo/id/lng,lat`, `?m=lng,lat/zoom`, `/directions/points/lng,lat;id|lng,lat;id`.
 */
export const twoGis: MapSite = {
  hosts: /^(?:www\.|go\.)?2gis\.(?:ru|com|ae|kz|uz|kg|az|am|ge|cl|it|cz|com\.cy)$/,
  read(url) {
    const path = segments(url);
    const view = lngLat(firstParam(url, "m")?.split("/")[0]);
    const isRoute = path.some((part) => part === "directions" || part === "routeSearch");
    const last = path.findLast((part) => /^-?\d+(?:\.\d+)?,-?\d/.test(part.split("|").at(-1) ?? "")) ?? "";
    const point = lngLat((isRoute ? last.split("|").at(-1) : last)?.split(";")[0]);
    const at = path.indexOf("search");
    return { point, label: at === -1 ? null : parsePlaceName(path[at + 1]), view };
  },
};

/** Mapy (Seznam): `x` is the longitude of the map's middle; `id` with `source=coor`, or a marker, is the place. */
export const mapy: MapSite = {
  hosts: /^(?:(?:www|[a-z]{2})\.)?mapy\.(?:cz|com)$/,
  read(url) {
    const path = segments(url);
    const center = lngLat(firstParam(url, "center"));
    const view = decimalPair(firstParam(url, "y"), firstParam(url, "x")) ?? center;
    const end = lngLat(firstParam(url, "end"));
    const marked = firstParam(url, "marker") === "true" ? center : null;
    const chosen = firstParam(url, "source") === "coor" ? lngLat(firstParam(url, "id")) : null;
    const asked = parseSearchText(
      path.at(-1) === "search" ? firstParam(url, "query") : firstParam(url, "q", "query"),
    );
    return { ...asked, point: end ?? chosen ?? marked ?? asked.point, view };
  },
};

/** Naver: `lat` and `lng` are parameters; links of its new pages have only ids and a middle of the map in metres. */
export const naver: MapSite = {
  hosts: /^(?:m\.)?map\.naver\.com$/,
  read(url) {
    const point = decimalPair(firstParam(url, "lat", "dlat"), firstParam(url, "lng", "dlng"));
    return { point, label: parsePlaceName(firstParam(url, "title", "name", "dname", "query")) };
  },
};

/** Paths of Kakao: `/link/map/name,lat,lng`, `/link/to/name,lat,lng`, `/link/from/name,lat,lng/to/name,lat,lng`. */
export const kakao: MapSite = {
  hosts: /^(?:m\.)?map\.kakao\.com$/,
  read(url) {
    const parts = (segments(url).at(-1) ?? "").split(",");
    const point = latLng(parts.slice(-2).join(","));
    return {
      point,
      label: parsePlaceName(parts.slice(0, -2).join(",")) ?? parsePlaceName(firstParam(url, "q")),
    };
  },
};

/** Amap (Gaode): the longitude comes first in `position`, `from` and `to`, the latitude first in `q` and `p`. */
export const amap: MapSite = {
  hosts: /^(?:(?:www|m|uri|ditu|wb|gaode)\.)?(?:amap|gaode)\.com$/,
  read(url) {
    const position = firstParam(url, "to", "position", "lnglat");
    if (position !== null) {
      const label = parsePlaceName(firstParam(url, "name")) ?? parsePlaceName(position.split(",")[2]);
      return shifted({ point: lngLat(position), label });
    }
    const pair = decimalPair(firstParam(url, "lat", "dlat"), firstParam(url, "lng", "lon", "dlon"));
    if (pair) return shifted({ point: pair, label: parsePlaceName(firstParam(url, "name", "dname")) });
    const [, ...known] = (firstParam(url, "p") ?? "").split(",");
    const listed = known.length > 1 ? known : (firstParam(url, "q") ?? "").split(",");
    const point = latLng(listed.slice(0, 2).join(","));
    const view = lngLat(firstParam(url, "center"));
    return shifted({
      point,
      label: parsePlaceName(point ? listed[2] : firstParam(url, "query", "keyword", "keywords")),
      view,
    });
  },
};

/** Baidu: `location=lat,lng` in its own datum unless `coord_type` says otherwise; `/poi/name/@x,y,17z` and `sharegeo=x,y` are in metres. */
export const baidu: MapSite = {
  hosts: /^(?:api\.)?map\.baidu\.com$/,
  read(url) {
    const [, end = null] = /latlng:([^|]+)/.exec(firstParam(url, "destination") ?? "") ?? [];
    const [, endName = null] = /name:([^|]+)/.exec(firstParam(url, "destination") ?? "") ?? [];
    const point = latLng(end ?? firstParam(url, "location", "latlng"));
    const path = segments(url);
    const inPath = path[0] === "poi" ? path[1] : null;
    const name = endName ?? firstParam(url, "title", "query", "destination", "wd") ?? inPath;
    const link = {
      point,
      metres: metresOf(path),
      label: parsePlaceName(name),
      view: latLng(firstParam(url, "center")),
    };
    const type = firstParam(url, "coord_type") ?? "bd09ll";
    if (type.startsWith("wgs84")) return link;
    return { ...link, datum: type.startsWith("gcj02") ? "gcj-02" : "bd-09" };
  },
};

function metresOf(path: readonly string[]): MapLink["metres"] {
  const text = path.find((part) => part.startsWith("@") || part.includes("sharegeo=")) ?? "";
  const [, x, y] = /(?:^@|\bsharegeo=)(\d{1,8}(?:\.\d+)?),(\d{1,8}(?:\.\d+)?)/.exec(text) ?? [];
  return x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) };
}

function shifted(link: MapLink): MapLink {
  return { ...link, datum: "gcj-02" };
}

/** Parameters of Tencent's maps: `marker=coord:lat,lng;title:name`, `tocoord=lat,lng&to=name`. */
export const tencent: MapSite = {
  hosts: /^(?:apis\.)?map\.qq\.com$/,
  read(url) {
    const marker = `${firstParam(url, "marker") ?? ""};${fragment(url)}`;
    const [, coordinates = null] = /coord:([^;]+)/.exec(marker) ?? [];
    const [, title = null] = /title:([^;]+)/.exec(marker) ?? [];
    const point = latLng(firstParam(url, "tocoord") ?? coordinates ?? firstParam(url, "coord", "pointx"));
    return { point, label: parsePlaceName(title ?? firstParam(url, "to", "keyword")), datum: "gcj-02" };
  },
};
