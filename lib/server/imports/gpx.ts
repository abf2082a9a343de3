import { dateInZone } from "#lib/shared/dates.ts";
import { type FoundPlace, foundPlace, type FoundPlaces, oneLine, pointOf } from "./found-place.ts";
import { child, childText, readElements, type XmlNode } from "./xml.ts";

const POINTS = new Set(["wpt", "rtept", "metadata"]);
const TITLE_LENGTH = 120;

/** Waypoints, and the named points of routes. What was recorded on the way (tracks) has no places in it. */
export function readGpx(text: string, zone: string): FoundPlaces {
  const places: FoundPlace[] = [];
  let title: string | null = null;
  readElements(text, POINTS, (node) => {
    if (node.name === "metadata") title = oneLine(childText(node, "name") ?? "", TITLE_LENGTH) || null;
    else if (node.name === "wpt" || childText(node, "name")) places.push(placeOf(node, zone));
  });
  return { format: "gpx", title, places };
}

function placeOf(node: XmlNode, zone: string): FoundPlace {
  const { lat, lon } = node.attributes;
  const url = child(node, "link")?.attributes.href ?? childText(node, "url");
  const [address, notes] = [childText(node, "cmt"), childText(node, "desc")];
  return foundPlace({
    name: childText(node, "name"),
    point: pointOf(lat, lon),
    // Many programs say the same in both.
    address: address === notes ? null : address,
    notes: [notes],
    url: url ?? null,
    date: dateOf(childText(node, "time"), zone),
  });
}

/** The date that the calendar of `zone` shows at this instant. */
function dateOf(time: string | null, zone: string): string | null {
  const at = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(at) ? null : dateInZone(new Date(at), zone);
}
