import type { Point } from "#lib/shared/legs.ts";

interface Identified {
  point: Point | null;
  placeRef: string | null;
  url: string | null;
}

/**
 * Returns the keys by which providers know a place: an object of OpenStreetMap or a business of Google. Two records
 * with a common key are the same place, whatever their names are.
 */
export function providerIds({ placeRef, url }: Omit<Identified, "point">): string[] {
  const ids = [
    placeRef && !placeRef.startsWith("point:") ? placeRef : null,
    ...(url === null ? [] : linkIds(url)),
  ];
  return [...new Set(ids.filter((id) => id !== null))];
}

const FEATURE = /(?:!1s|ftid=)0x[\da-f]{1,16}:0x([\da-f]{1,16})(?![\da-f])/i;
const BUSINESS = /[?&]cid=(\d{1,20})(?!\d)/;
const PLACE_ID = /(?:place_id[:=]|!1s|[?&]query_place_id=)((?:ChIJ|GhIJ|Ei|EI)[\w-]{8,300})/;
const OSM_OBJECT =
  /^https?:\/\/(?:[\w-]+\.)?(?:openstreetmap|osm)\.org\/(node|way|relation)\/(\d{1,15})(?:[/?#]|$)/i;

/** Returns the providers' ids in a link. Google's `cid` is the second half of its `ftid` as a decimal number. */
function linkIds(url: string): string[] {
  const text = decoded(url);
  const hex = FEATURE.exec(text)?.[1];
  const cid = hex === undefined ? BUSINESS.exec(text)?.[1] : BigInt(`0x${hex}`).toString();
  const placeId = PLACE_ID.exec(text)?.[1];
  const [, kind, id] = OSM_OBJECT.exec(text) ?? [];
  return [
    ...(cid === undefined || cid === "0" ? [] : [`google:${BigInt(cid).toString()}`]),
    ...(placeId === undefined ? [] : [`google:${placeId}`]),
    ...(kind && id ? [`osm:${kind.toLowerCase()}/${id}`] : []),
  ];
}

/** Returns a link without the parts that differ between two copies of it; null when there is no valid link. */
export function linkKey(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { hostname, port, pathname, search } = new URL(url);
  return `${hostname.replace(/^www\./, "")}:${port}${pathname.replace(/\/+$/, "")}${search}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
