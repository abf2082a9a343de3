import { readCoordinatePair } from "#lib/shared/coordinates.ts";
import type { ParsedFile, RecordCoordinates, RecordTimes } from "../found-place.ts";
import { htmlText } from "../html-text.ts";
import { wayfareCategory, readWayfareFields } from "../wayfare-exports.ts";
import { RecordCollector, type RawRecord } from "../record-collector.ts";
import {
  child,
  childAttribute,
  childText,
  descendant,
  descendants,
  readElements,
  type XmlGroup,
  type XmlNode,
} from "../xml.ts";
import { extendedData } from "./extended-data.ts";

const OVERLAYS = ["GroundOverlay", "PhotoOverlay", "ScreenOverlay"];
const WANTED = new Set(["Placemark", "NetworkLink", ...OVERLAYS]);
const GROUPS = new Set(["kml", "Document", "Folder"]);
const LINES = ["LineString", "Polygon", "LinearRing", "Model"];
const TRACKS = ["Track", "MultiTrack"];

/**
 * Whether a file that begins with this element is KML. Older programs write a placemark or a folder without `kml`
 * around it.
 */
export function isKmlRoot(name: string): boolean {
  return GROUPS.has(name) || WANTED.has(name);
}

/**
 * Reads placemarks with a point by their folders. Lines, areas, tracks, ground overlays and links to other maps are
 * reported as left out.
 */
export function readKml(text: string): ParsedFile {
  const reading = new RecordCollector();
  const folders = new Map<XmlGroup, number>();
  readElements(text, {
    wanted: WANTED,
    groups: GROUPS,
    take(node, group) {
      const name = childText(node, "name");
      if (node.name === "NetworkLink") {
        const href = descendant(node, "href")?.text.trim() ?? "";
        return reading.leave({ code: "network-link", name, text: href.slice(0, 2000) });
      }
      if (OVERLAYS.includes(node.name)) return reading.leave({ code: "overlay", name });
      return takePlacemark(reading, node, collectionOf(reading, folders, group));
    },
    close(group) {
      const isOutermost = group.parent === null || group.parent.name === "kml";
      if (group.name === "Document" || (group.name === "Folder" && isOutermost))
        reading.setTitle(group.title);
    },
  });
  return reading.file("kml");
}

/** Returns the index of the nearest folder around an element. */
function collectionOf(
  reading: RecordCollector,
  folders: Map<XmlGroup, number>,
  group: XmlGroup | null,
): number | null {
  if (!group) return null;
  if (group.name !== "Folder") return collectionOf(reading, folders, group.parent);
  const known = folders.get(group);
  if (known !== undefined) return known;
  const index = reading.collect(group.title);
  folders.set(group, index);
  return index;
}

function takePlacemark(reading: RecordCollector, node: XmlNode, collection: number | null): void {
  const name = childText(node, "name");
  const points = descendants(node, "Point");
  const lines = LINES.flatMap((each) => descendants(node, each));
  const tracks = TRACKS.flatMap((each) => descendants(node, each));
  if (points.length === 0 && tracks.length > 0) {
    const count = tracks.reduce((sum, track) => sum + descendants(track, "coord").length, 0);
    return reading.leave({ code: "track", name, count });
  }
  if (points.length === 0 && lines.length > 0) return reading.leave({ code: "shape", name });
  const data = extendedData(node);
  if (data.own.get("is") === "booking") return reading.leave({ code: "booking", name });
  const said = {
    name,
    spot: spotOf(points[0]),
    address: childText(node, "address") ?? data.address,
    collection,
  };
  const pictures =
    data.own.size > 0 ? takeOwn(reading, said, data.own, data.category) : takeForeign(reading, said, node);
  const about = reading.last;
  const others = points.length + lines.length + tracks.length - 1;
  if (others > 0) reading.say({ code: "geometry-left", ...about, count: others });
  if (pictures > 0) reading.say({ code: "picture", ...about, count: pictures });
  if (node.isCut) reading.say({ code: "text-cut", ...about, field: "record", length: 0, limit: 0 });
}

/** Reads a stop that Wayfare has exported, which has a data field for each of its texts. */
function takeOwn(
  reading: RecordCollector,
  said: RawRecord,
  own: ReadonlyMap<string, string>,
  category: string | null,
): number {
  reading.isOwn = true;
  reading.take({
    ...said,
    ...readWayfareFields(own),
    notes: [own.get("notes")],
    url: own.get("url"),
    category: wayfareCategory(category),
  });
  return 0;
}

/** Reads a placemark of another program; returns the number of pictures in its texts. */
function takeForeign(reading: RecordCollector, said: RawRecord, node: XmlNode): number {
  const data = extendedData(node);
  const description = htmlText(childText(node, "description") ?? "");
  const extras = data.notes.map(htmlText);
  const phone = childText(node, "phoneNumber");
  const link = childAttribute(node, "link", "href");
  // The placemark's own fields come first; differing values in its data fields become notes.
  const unused = [
    said.name && data.name,
    said.address === data.address ? null : data.address,
    link === null ? null : data.url,
  ].filter((text) => text !== said.name);
  reading.take({
    ...said,
    names: [
      ["data", data.name],
      ["description", description.text],
      ["address", said.address],
      ["data", extras[0]?.text],
    ],
    notes: [description.text, ...extras.map(({ text }) => text), phone, ...unused],
    url: link ?? data.url,
    when: whenOf(node),
  });
  return [description, ...extras].reduce((sum, { pictures }) => sum + pictures.length, 0);
}

/**
 * Reads the longitude, the latitude and perhaps an altitude. More values are a line, or numbers with decimal commas.
 */
function spotOf(point: XmlNode | undefined): RecordCoordinates {
  const text = point && childText(point, "coordinates");
  if (!text) return null;
  const parts = text.split(",", 4).map((part) => part.trim());
  const [lng = "", lat = "", , ...more] = parts;
  if (more.length > 0 || parts.length < 2 || parts.some((part) => /\s/.test(part))) {
    return { problem: "unreadable", text };
  }
  const pair = readCoordinatePair(lat, lng);
  return typeof pair === "string" ? { problem: pair, text } : pair;
}

function whenOf(node: XmlNode): RecordTimes | null {
  const stamp = child(node, "TimeStamp");
  const span = child(node, "TimeSpan");
  const begin = (stamp && childText(stamp, "when")) ?? (span && childText(span, "begin")) ?? null;
  const end = (span && childText(span, "end")) ?? null;
  return begin === null && end === null ? null : { begin, end, bare: "wall" };
}
