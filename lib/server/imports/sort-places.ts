import type { ImportNotice } from "#lib/shared/import-notices.ts";
import { MAX_STOPS, type StopDto } from "#lib/shared/stops.ts";
import type { FoundPlace, ParsedFile } from "./found-place.ts";
import { joinedNotes, mergeDuplicates, likenessOf, NOTES_LENGTH } from "./merge-duplicates.ts";
import {
  type MatchableRecord,
  matchPlan,
  type MatchedStop,
  type CurrentPlan,
  type StopTimes,
} from "./match-plan.ts";
import { missingNotes } from "./same-place.ts";

export interface SortedPlaces {
  added: Array<{ place: FoundPlace; dayId: string | null }>;
  skipped: Array<{ place: FoundPlace; reason: "duplicate" | "full"; isJoined: boolean }>;
  /** Stops of the plan to which notes of the file are added. */
  joins: Array<{ stop: StopDto; notes: string }>;
  notices: ImportNotice[];
}

interface Record extends MatchableRecord {
  place: FoundPlace;
}

/** Finds the places that are new to the plan, and their days; the others are returned with the reason. */
export function sortPlaces(
  { places: all, isOwn }: Pick<ParsedFile, "places" | "isOwn">,
  plan: CurrentPlan,
  into: "days" | "ideas",
): SortedPlaces {
  const { places, twins } = isOwn ? { places: all, twins: [] } : mergeDuplicates(all);
  const { days, stops } = plan;
  const dayIds = new Map(days.map(({ id, date }) => [date, id]));
  const dayOf = ({ date, isIdea = false }: FoundPlace) =>
    into === "days" && date && !isIdea ? (dayIds.get(date) ?? null) : null;
  const records = places.map((place): Record =>
    Object.assign(likenessOf(place), { place, dayId: dayOf(place) }),
  );
  const matched = matchPlan(records, plan);
  const sorted: SortedPlaces = {
    added: [],
    skipped: twins.map(({ place, isJoined }) => ({ place, reason: "duplicate" as const, isJoined })),
    joins: [],
    notices: [],
  };
  for (const record of records) sortOne(sorted, record, matched.get(record), stops.length);
  if (into === "days") sorted.notices.push(...datesOutside(sorted.added));
  const full = sorted.skipped.filter(({ reason }) => reason === "full").length;
  if (full > 0) sorted.notices.push({ code: "full", name: null, line: null, count: full, limit: MAX_STOPS });
  return sorted;
}

function sortOne(
  sorted: SortedPlaces,
  { place, dayId }: Record,
  known: MatchedStop | undefined,
  stopCount: number,
): void {
  if (!known) {
    if (stopCount + sorted.added.length < MAX_STOPS) sorted.added.push({ place, dayId });
    else sorted.skipped.push({ place, reason: "full", isJoined: false });
    return;
  }
  const { stop } = known;
  const other = otherWhen(place, known.whens);
  if (other !== null) {
    const { name, line } = place;
    sorted.notices.push({ code: "when-differs", name, line, text: other });
  }
  const missing = missingNotes(known, { notes: place.notes ?? null });
  const notes = missing === null ? null : joinedNotes(stop.notes, missing);
  const isJoined = notes !== null && Array.from(notes).length <= NOTES_LENGTH;
  sorted.skipped.push({ place, reason: "duplicate", isJoined });
  if (isJoined) sorted.joins.push({ stop, notes });
  else if (notes !== null) {
    const { name, line } = place;
    const cut = { field: "notes" as const, length: notes.length, limit: NOTES_LENGTH };
    sorted.notices.push({ code: "text-cut", name, line, ...cut });
  }
}

/**
 * Returns the day and times of a record that differ from those of its stop, both now and at its import; null: they do
 * not differ.
 */
function otherWhen(place: FoundPlace, whens: readonly StopTimes[]): string | null {
  const { date, startTime = null, endTime = null, isIdea = false } = place;
  const isOther = (field: keyof StopTimes, text: string | null) =>
    text !== null && whens.every((when) => when[field] !== text);
  const isTimeOther = isOther("startTime", startTime) || isOther("endTime", endTime);
  const span = endTime === null ? startTime : `${startTime ?? ""}–${endTime}`;
  const day = !isIdea && isOther("date", date) ? date : null;
  return [day, isTimeOther ? span : null].filter((text) => text !== null).join(" ") || null;
}

function datesOutside(added: SortedPlaces["added"]): ImportNotice[] {
  return added.flatMap(({ place, dayId }) => {
    const { name, line, date, startTime, isIdea = false } = place;
    if (dayId !== null || date === null || isIdea) return [];
    return [{ code: "date-outside-trip" as const, name, line, date, time: startTime ?? null }];
  });
}
