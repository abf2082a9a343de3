import type { ParsedFile, RecordCoordinates, RecordTimes } from "../found-place.ts";
import { readCoordinatePair } from "#lib/shared/coordinates.ts";
import { WAYFARE_CREATOR } from "../../exports/wayfare-values.ts";
import { wayfareCategory, readWayfareFields } from "../wayfare-exports.ts";
import { htmlText } from "../html-text.ts";
import { RecordCollector } from "../record-collector.ts";
import {
  attribute,
  child,
  childAttribute,
  childText,
  readElements,
  type XmlGroup,
  type XmlNode,
} from "../xml.ts";

const WANTED = new Set(["wpt", "rtept"]);
const NO_POINTS = { points: 0, unnamed: 0 };
const GROUPS = new Set(["gpx", "metadata", "rte", "trk"]);

/**
 * Reads waypoints and named points of routes. Unnamed points of a route and recorded tracks are reported as left out.
 */
export function readGpx(text: string): ParsedFile {
  const reading = new RecordCollector();
  const routes = new Map<XmlGroup, { points: number; unnamed: number }>();
  readElements(text, {
    wanted: WANTED,
    groups: GROUPS,
    take(node, group) {
      reading.isOwn ||= isOwn(group);
      const isUnnamed = node.name === "rtept" && !childText(node, "name");
      if (node.name === "rtept" && group) {
        const { points, unnamed } = routes.get(group) ?? NO_POINTS;
        routes.set(group, { points: points + 1, unnamed: unnamed + (isUnnamed ? 1 : 0) });
      }
      if (!isUnnamed) take(reading, node);
    },
    close(group) {
      if (group.name === "metadata" || group.name === "gpx") reading.setTitle(group.title);
      const { points, unnamed } = routes.get(group) ?? NO_POINTS;
      const isEmptyRoute = group.name === "rte" && points === 0;
      if (unnamed > 0 || isEmptyRoute) reading.leave({ code: "route", name: group.title, count: unnamed });
      // The lines in Wayfare's own export only connect its places, so they are not reported.
      if (group.name === "trk" && !isOwn(group)) {
        reading.leave({ code: "track", name: group.title, count: group.counts.get("trkpt") ?? 0 });
      }
    },
  });
  return reading.file("gpx");
}

function isOwn(group: XmlGroup | null): boolean {
  if (!group) return false;
  return group.name === "gpx" ? group.attributes["creator"] === WAYFARE_CREATOR : isOwn(group.parent);
}

function take(reading: RecordCollector, node: XmlNode): void {
  const [comment, description] = [childText(node, "cmt"), childText(node, "desc")];
  const { text, pictures } = htmlText(description ?? "");
  const extensions = child(node, "extensions")?.children ?? [];
  const own = reading.isOwn
    ? readWayfareFields(new Map(extensions.map(({ name, text: value }) => [name, value])))
    : null;
  const kind = [childText(node, "sym"), childText(node, "type")].filter((part) => part !== null);
  reading.take({
    name: childText(node, "name"),
    names: [
      ["description", text],
      ["comment", comment],
      ["kind", kind.find((part) => part !== "")],
    ],
    spot: spotOf(node),
    // Only Wayfare writes addresses into comments; in files of other programs, a comment is a note.
    address: own ? comment : null,
    notes: own ? [description] : [comment, text],
    url: childAttribute(node, "link", "href") ?? childText(node, "url"),
    when: own && extensions.length > 0 ? null : whenOf(childText(node, "time")),
    ...(extensions.length > 0 && own),
    ...(own && { category: wayfareCategory(childText(node, "type")) }),
  });
  const about = reading.last;
  if (pictures.length > 0) reading.say({ code: "picture", ...about, count: pictures.length });
  if (node.isCut) reading.say({ code: "text-cut", ...about, field: "record", length: 0, limit: 0 });
}

function spotOf(node: XmlNode): RecordCoordinates {
  const [lat, lng] = [attribute(node, "lat"), attribute(node, "lon")];
  if (lat === null && lng === null) return null;
  const pair = readCoordinatePair(lat ?? "", lng ?? "");
  return typeof pair === "string" ? { problem: pair, text: `${lat ?? ""} ${lng ?? ""}` } : pair;
}

function whenOf(time: string | null): RecordTimes | null {
  return time === null ? null : { begin: time, end: null, bare: "utc" };
}
