import { createHash } from "node:crypto";
import type { ImportNotice } from "#lib/shared/import-notices.ts";
import { isLeftOut } from "#lib/shared/left-out.ts";
import type { ImportCollection, ImportPreview } from "#lib/shared/imports.ts";
import type { FoundPlace, ParsedFile } from "./found-place.ts";
import { likenessOf } from "./merge-duplicates.ts";
import { noticeText } from "./notice-text.ts";
import { providerIds } from "./place-identity.ts";
import { likenessKey } from "./same-place.ts";
import type { SortedPlaces } from "./sort-places.ts";

/** Returns what an import does in the API's shape; every record that is left out is in `skipped`. */
export function previewOf(
  file: ParsedFile,
  sorted: SortedPlaces,
  collections: ImportCollection[],
): ImportPreview {
  const { notices, ...warnings } = previewNotices(file, sorted);
  return {
    format: file.format,
    title: file.title,
    added: sorted.added.map(({ place, dayId }) => ({
      ...spotOf(place),
      dayId,
      date: place.date,
      startTime: place.startTime ?? null,
      endTime: place.endTime ?? null,
      collection: place.collection === null ? null : String(place.collection),
      ...knownBy(place),
      ...(place.problem && { problem: place.problem }),
    })),
    skipped: [
      ...sorted.skipped.map(({ place, reason, isJoined }) => ({
        ...spotOf(place),
        reason,
        ...(isJoined && { isJoined }),
      })),
      ...skippedRecords(notices),
    ],
    notices,
    ...warnings,
    collections,
  };
}

/** Returns the notices about what is imported differently from the file, for the preview and the import alike. */
export function previewNotices(
  file: Pick<ParsedFile, "notices">,
  sorted: Pick<SortedPlaces, "notices">,
): Pick<ImportPreview, "notices" | "warnings"> {
  const notices = [...file.notices, ...sorted.notices];
  return { notices, ...(notices.length > 0 && { warnings: notices.map(noticeText) }) };
}

export function skippedRecords(notices: readonly ImportNotice[]): ImportPreview["skipped"] {
  return notices
    .filter(isLeftOut)
    .map(({ code, name }) => ({ name: name ?? "", lat: null, lng: null, reason: code }));
}

/** Returns the keys by which a client recognises a place of one file in another file. */
function knownBy(place: FoundPlace): Pick<ImportPreview["added"][number], "ids" | "likeness"> {
  const record = likenessOf(place);
  const [ids, likeness] = [providerIds(record), likenessKey(record)];
  return { ...(ids.length > 0 && { ids }), ...(likeness !== null && { likeness: digestOf(likeness) }) };
}

/** Hashes the text, because notes may be long and a comparison does not need the text itself. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function spotOf({ name, point }: FoundPlace) {
  return { name, lat: point?.lat ?? null, lng: point?.lng ?? null };
}
