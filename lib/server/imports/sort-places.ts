import type { ImportNotice } from "#lib/shared/import-notices.ts";
import { MAX_STOPS, type StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { FoundPlace, ReadFile } from "./found-place.ts";
import { joinedNotes, joinTwins, likenessOf, NOTES_LENGTH } from "./join-twins.ts";
import { rematch } from "./rematch.ts";
import { isSameRecord, type Likeness, LikenessIndex, matchStops, missingNotes } from "./same-place.ts";

type PlanNow = Pick<TripDto, "days" | "stops">;

export interface SortedPlaces {
  added: Array<{ place: FoundPlace; dayId: string | null }>;
  skipped: Array<{ place: FoundPlace; reason: "duplicate" | "full"; isJoined: boolean }>;
  /** Stops of the plan that get notes of the file. */
  joins: Array<{ stop: StopDto; notes: string }>;
  notices: ImportNotice[];
}

interface KnownStop extends Likeness {
  stop: StopDto;
}

interface Record extends Likeness {
  place: FoundPlace;
  dayId: string | null;
}

/** What of a file is new to the plan, and where it goes; the rest with the reason why not. */
export function sortPlaces(
  { places: all, isOwn }: Pick<ReadFile, "places" | "isOwn">,
  { days, stops }: PlanNow,
  into: "days" | "ideas",
): SortedPlaces {
  const { places, twins } = isOwn ? { places: all, twins: [] } : joinTwins(all);
  const dayIds = new Map(days.map(({ id, date }) => [date, id]));
  const dayOf = ({ date, isIdea = false }: FoundPlace) =>
    into === "days" && date && !isIdea ? (dayIds.get(date) ?? null) : null;
  const records = places.map((place): Record =>
    Object.assign(likenessOf(place), { place, dayId: dayOf(place) }),
  );
  const matched = matchPlan(records, { days, stops });
  const sorted: SortedPlaces = {
    added: [],
    skipped: twins.map(({ place, isJoined }) => ({ place, reason: "duplicate" as const, isJoined })),
    joins: [],
    notices: [],
  };
  for (const record of records) sortOne(sorted, record, matched.get(record)?.stop, stops.length);
  if (into === "days") sorted.notices.push(...datesOutside(sorted.added));
  const full = sorted.skipped.filter(({ reason }) => reason === "full").length;
  if (full > 0) sorted.notices.push({ code: "full", name: null, line: null, count: full, limit: MAX_STOPS });
  return sorted;
}

function sortOne(
  sorted: SortedPlaces,
  { place, dayId }: Record,
  stop: StopDto | undefined,
  stopCount: number,
): void {
  if (!stop) {
    if (stopCount + sorted.added.length < MAX_STOPS) sorted.added.push({ place, dayId });
    else sorted.skipped.push({ place, reason: "full", isJoined: false });
    return;
  }
  const missing = missingNotes(stop, { notes: place.notes ?? null });
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

type IsOnDay = (record: Record, stop: KnownStop) => boolean;

const isAmongIdeas = ({ stop }: KnownStop) => stop.dayId === null;
const isOfDay = ({ date, place }: Record) => date !== null && place.isIdea !== true;

/**
 * How a record's day fits a stop's, from the surest on: the same date; an idea without a date, where the record goes to Ideas
 * too; and for records without a day of their own any idea, and then any day.
 */
const DAY_STAGES: readonly IsOnDay[] = [
  (record, stop) => record.date === stop.date && (isOfDay(record) || isAmongIdeas(stop)),
  (record, stop) => record.dayId === null && stop.date === null,
  (record, stop) => !isOfDay(record) && isAmongIdeas(stop),
  (record) => !isOfDay(record),
];

function matchPlan(records: readonly Record[], { days, stops }: PlanNow): Map<Record, KnownStop> {
  const dates = new Map(days.map(({ id, date }) => [id, date]));
  const known = stops.map((stop): KnownStop => ({
    name: stop.name,
    notes: stop.notes,
    url: stop.url,
    startTime: stop.startTime,
    endTime: stop.endTime,
    stop,
    date: stop.dayId === null ? stop.formerDate : (dates.get(stop.dayId) ?? null),
    point: stop.place,
    placeRef: stop.place?.placeRef ?? null,
    address: stop.place?.address ?? null,
  }));
  const [free, index] = [new LikenessIndex(known), new LikenessIndex(known)];
  const matched = new Map<Record, KnownStop>();
  for (const isOnDay of DAY_STAGES) {
    const left = records.filter((record) => !matched.has(record));
    for (const [record, stop] of matchStops(free, left, isOnDay)) matched.set(record, stop);
  }
  rematch(
    matched,
    records,
    (record) => index.all(record),
    (record, stop) => DAY_STAGES.some((isOnDay) => isOnDay(record, stop)) && isSameRecord(record, stop),
  );
  return matched;
}

function datesOutside(added: SortedPlaces["added"]): ImportNotice[] {
  return added.flatMap(({ place, dayId }) => {
    const { name, line, date, startTime, isIdea = false } = place;
    if (dayId !== null || date === null || isIdea) return [];
    return [{ code: "date-outside-trip" as const, name, line, date, time: startTime ?? null }];
  });
}
