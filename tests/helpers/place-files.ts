import type { ParsedFile } from "#lib/server/imports/found-place.ts";
import { readPlaces } from "#lib/server/imports/read-places.ts";

/* These functions make files of places with only the content that the formats require. */

export const bytesOf = (text: string) => new TextEncoder().encode(text);
export const read = (text: string | Uint8Array) =>
  readPlaces(typeof text === "string" ? bytesOf(text) : text, "Asia/Tokyo");
export const codesOf = ({ notices }: ParsedFile) => notices.map(({ code, name }) => [code, name]);
export const kml = (inner: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Trip</name>${inner}</Document></kml>`;
export const gpx = (inner: string) =>
  `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${inner}</gpx>`;
export const placemarkXml = (
  name: string,
  inner = "<Point><coordinates>135.77,35.01,0</coordinates></Point>",
) => `<Placemark><name>${name}</name>${inner}</Placemark>`;

export function wpt(name: string): string {
  return `<wpt lat="47.3" lon="8.5"><name>${name}</name></wpt>`;
}
