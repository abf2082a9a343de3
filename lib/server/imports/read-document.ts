import { isTripFile } from "#lib/shared/trip-file.ts";
import type { ExpectedDays } from "./expected-days.ts";
import type { ParsedFile } from "./found-place.ts";
import { readGeoJson } from "./readers/geojson.ts";
import { readGpx } from "./readers/gpx.ts";
import { isKmlRoot, readKml } from "./readers/kml.ts";
import { hasKnownColumns, readTable } from "./readers/table.ts";
import { readTripStops } from "./readers/trip.ts";
import { checkedTripFile, looksLikeJson, parseJson } from "./read-trip-file.ts";
import { decodeUnlabelled, wideEncoding } from "./text.ts";
import { rootName, xmlText } from "./xml.ts";

/**
 * Reads the places of one file that is no archive; its content tells its kind.
 * @param expected decides which of several readings of a date is likelier
 * @returns null for a file of an unknown kind
 */
export function readDocument(bytes: Uint8Array, expected?: ExpectedDays): ParsedFile | null {
  if (looksLikeJson(bytes)) {
    const value = parseJson(bytes);
    return isTripFile(value) ? readTripStops(checkedTripFile(value)) : readGeoJson(value);
  }
  if (bytes.includes(0) && wideEncoding(bytes) === null) return null;
  if (looksLikeXml(bytes)) return readXml(bytes);
  return readTable(decodeUnlabelled(bytes, hasKnownColumns), expected);
}

/** Whether a text in any encoding begins with an angle bracket, apart from a byte order mark. */
function looksLikeXml(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, 64).find((byte) => byte > 0x20 && byte < 0x7f);
  return first === 0x3c;
}

function readXml(bytes: Uint8Array): ParsedFile | null {
  const text = xmlText(bytes);
  const root = rootName(text);
  if (root === "gpx") return readGpx(text);
  return root !== null && isKmlRoot(root) ? readKml(text) : null;
}
