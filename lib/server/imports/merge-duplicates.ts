import type { FoundPlace } from "./found-place.ts";
import { areDuplicates, type Likeness, LikenessIndex, missingNotes } from "./same-place.ts";

/** Maximum length of a stop's notes, in characters. */
export const NOTES_LENGTH = 10_000;

interface Joined {
  places: FoundPlace[];
  /** Records that were merged into another record of the list; `isJoined` says whether it received their notes. */
  twins: Array<{ place: FoundPlace; isJoined: boolean }>;
}

interface Entry extends Likeness {
  at: number;
}

/** Merges the records of a file that are the same into one, with each different note once. */
export function mergeDuplicates(places: readonly FoundPlace[]): Joined {
  const index = new LikenessIndex<Entry>();
  const kept: FoundPlace[] = [];
  const twins: Joined["twins"] = [];
  for (const place of places) {
    const own = { ...likenessOf(place), at: kept.length };
    const isTwin = (entry: Entry) => areDuplicates(entry, own);
    const entry = index.find(own, "namesake", isTwin) ?? index.find(own, "place", isTwin);
    const first = entry && kept[entry.at];
    const missing = first
      ? missingNotes({ notes: first.notes ?? null }, { notes: place.notes ?? null })
      : null;
    // When the notes together are too long for one stop, the records stay two places.
    if (!entry || !first || (first.notes ?? "").length + (missing ?? "").length + 2 > NOTES_LENGTH) {
      kept.push(place);
      index.add(own);
      continue;
    }
    twins.push({ place, isJoined: missing !== null });
    kept[entry.at] = {
      ...first,
      notes: joinedNotes(first.notes ?? null, missing),
      point: first.point ?? place.point,
      address: first.address ?? place.address,
      url: first.url ?? place.url ?? null,
      placeRef: first.placeRef ?? place.placeRef,
    };
  }
  return { places: kept, twins };
}

export function joinedNotes(notes: string | null, missing: string | null): string | null {
  return [notes, missing].filter((text) => text !== null && text !== "").join("\n\n") || null;
}

export function likenessOf(place: FoundPlace): Likeness {
  return {
    name: place.name,
    date: place.date,
    point: place.point,
    placeRef: place.placeRef,
    url: place.url ?? null,
    address: place.address,
    notes: place.notes ?? null,
    startTime: place.startTime ?? null,
    endTime: place.endTime ?? null,
  };
}
