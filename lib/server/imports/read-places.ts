import { AppError } from "#lib/shared/errors.ts";
import { MAX_IMPORT_PLACES } from "#lib/shared/import-limits.ts";
import { isTripFile, type TripFile } from "#lib/shared/trip-file.ts";
import type { FoundPlace, FoundPlaces } from "./found-place.ts";
import { readGpx } from "./gpx.ts";
import { readKml } from "./kml.ts";
import { isZip, unpackKml } from "./kmz.ts";
import { checkedTripFile, looksLikeJson, parseJson } from "./read-trip-file.ts";
import { readTakeout } from "./takeout.ts";
import { decodeText, wrongContent } from "./text.ts";
import { rootName, xmlText } from "./xml.ts";

/**
 * The places of a file, whose content tells what it is. Dates of instants are those of `zone`.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for files of another kind, VALIDATION_FAILED for damaged ones
 */
export function readPlaces(bytes: Uint8Array, zone: string): FoundPlaces {
  const found = read(bytes, zone);
  if (!found) {
    throw new AppError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send a GPX, KML or KMZ file, a CSV of saved places from Google Takeout, or a trip exported by Wayfare.",
    );
  }
  if (found.places.length > MAX_IMPORT_PLACES) {
    throw wrongContent(
      `The file has ${found.places.length} places. At most ${MAX_IMPORT_PLACES} can be added at once; split it.`,
    );
  }
  return found;
}

function read(bytes: Uint8Array, zone: string): FoundPlaces | null {
  if (isZip(bytes)) {
    const kml = unpackKml(bytes);
    return kml && readXml(kml, zone);
  }
  if (looksLikeJson(bytes)) {
    const value = parseJson(bytes);
    return isTripFile(value) ? placesOfTrip(checkedTripFile(value)) : null;
  }
  if (bytes.includes(0) && !isUtf16(bytes)) return null;
  if (looksLikeXml(bytes)) return readXml(bytes, zone);
  return readTakeout(decodeText(bytes));
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** In any encoding: the first sign is an angle bracket, but for a byte order mark. */
function looksLikeXml(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, 64).find((byte) => byte > 0x20 && byte < 0x7f);
  return first === 0x3c;
}

function readXml(bytes: Uint8Array, zone: string): FoundPlaces | null {
  const text = xmlText(bytes);
  const root = rootName(text);
  if (root === "gpx") return readGpx(text, zone);
  return root === "kml" ? readKml(text) : null;
}

/** Its stops alone, with the dates and clocks of the days that they stand on. */
function placesOfTrip({ trip, days, stops }: TripFile): FoundPlaces {
  const daysById = new Map(days.map((day) => [day.id, day]));
  const places = stops.map(({ id: _id, dayId, votes: _votes, formerDate, place, ...stop }): FoundPlace => {
    const { participants: _participants, travelMode: _travelMode, ...fields } = stop;
    const day = daysById.get(dayId ?? "");
    const isTimed = (stop.startTime ?? stop.endTime ?? null) !== null;
    return {
      ...fields,
      point: place ? { lat: place.lat, lng: place.lng } : null,
      address: place?.address ?? null,
      date: day?.date ?? formerDate,
      ...(isTimed && { clock: day?.timezone ?? trip.timezone }),
      isShape: false,
    };
  });
  return { format: "wayfare", title: trip.title, places };
}
