import { createHash } from "node:crypto";
import type { ImportNotice } from "#lib/shared/import-notices.ts";
import { isLeftOut } from "#lib/shared/left-out.ts";
import type { ImportCollection, ImportPreview } from "#lib/shared/imports.ts";
import type { FoundPlace, ReadFile } from "./found-place.ts";
import { likenessOf } from "./join-twins.ts";
import { noticeText } from "./notice-text.ts";
import { providerIds } from "./place-identity.ts";
import { likenessKey } from "./same-place.ts";
import type { SortedPlaces } from "./sort-places.ts";

/** What an import does, in the API's shape; everything of the file that is left out stands under `skipped`. */
export function previewOf(
  file: ReadFile,
  sorted: SortedPlaces,
  collections: ImportCollection[],
): ImportPreview {
  const { notices, ...warnings } = saidOf(file, sorted);
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
      ...leftOut(notices),
    ],
    notices,
    ...warnings,
    collections,
  };
}

/** What of a file does not arrive as it stands there, for the preview and the import alike. */
export function saidOf(
  file: Pick<ReadFile, "notices">,
  sorted: Pick<SortedPlaces, "notices">,
): Pick<ImportPreview, "notices" | "warnings"> {
  const notices = [...file.notices, ...sorted.notices];
  return { notices, ...(notices.length > 0 && { warnings: notices.map(noticeText) }) };
}

export function leftOut(notices: readonly ImportNotice[]): ImportPreview["skipped"] {
  return notices
    .filter(isLeftOut)
    .map(({ code, name }) => ({ name: name ?? "", lat: null, lng: null, reason: code }));
}

/** What of one file is in another too is told by it. */
function knownBy(place: FoundPlace): Pick<ImportPreview["added"][number], "ids" | "likeness"> {
  const record = likenessOf(place);
  const [ids, likeness] = [providerIds(record), likenessKey(record)];
  return { ...(ids.length > 0 && { ids }), ...(likeness !== null && { likeness: digestOf(likeness) }) };
}

/** Notes may be long, and whoever compares needs none of their words. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function spotOf({ name, point }: FoundPlace) {
  return { name, lat: point?.lat ?? null, lng: point?.lng ?? null };
}
