import { AppError } from "#lib/shared/errors.ts";
import { isZip } from "./archive.ts";
import { datePlaces } from "./date-places.ts";
import type { ExpectedDays } from "./expected-days.ts";
import type { ParsedFile } from "./found-place.ts";
import { readArchive } from "./read-archive.ts";
import { readDocument } from "./read-document.ts";

/**
 * Reads the places of a file, whose content tells its kind, with their dates.
 * @param zone the time zone of places without coordinates
 * @param expected decides which of several readings of a date is likelier
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for files of another kind, VALIDATION_FAILED for damaged ones
 */
export async function readPlaces(
  bytes: Uint8Array,
  zone: string,
  expected?: ExpectedDays,
): Promise<ParsedFile> {
  const file = isZip(bytes) ? await readArchive(bytes, expected) : readDocument(bytes, expected);
  if (!file) {
    throw new AppError(
      "UNSUPPORTED_MEDIA_TYPE",
      "No places were found in this kind of file. Send a GPX, KML, KMZ or GeoJSON file, saved places from Google Takeout " +
        "(CSV, JSON or the whole ZIP), a CSV with names and coordinates, or a trip exported by Wayfare.",
    );
  }
  return datePlaces(file, zone);
}
