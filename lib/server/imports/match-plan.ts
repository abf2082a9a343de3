import type { InitialStopState } from "#db/queries/initial-stops.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { joinedNotes } from "./merge-duplicates.ts";
import { rematch } from "./rematch.ts";
import { isSameRecord, type Likeness, LikenessIndex, matchStops } from "./same-place.ts";

/** The plan into which a file is imported. */
export interface CurrentPlan extends Pick<TripDto, "days" | "stops"> {
  /** The stops of earlier imports as the imports created them; absent: there are none. */
  made?: readonly InitialStopState[];
}

/** A record of a file that can be matched with a stop. */
export interface MatchableRecord extends Likeness {
  place: { isIdea?: boolean };
  /** The day to which the record is imported; null: Ideas. */
  dayId: string | null;
}

/** A stop of the plan as it is now, or as an import created it. */
export interface KnownStop extends Likeness {
  stop: StopDto;
  isIdea: boolean;
}

/**
 * The stop of the plan that a record already is, with the notes and times that the stop has or had when it was
 * imported.
 */
export interface MatchedStop {
  stop: StopDto;
  notes: string | null;
  /** The stop's day and times now, and those with which an import created it. */
  whens: readonly StopTimes[];
}

export type StopTimes = Pick<Likeness, "date" | "startTime" | "endTime">;

/**
 * Finds the stops that a file's records already are. Stops of an import are first compared as they were created, so
 * that the same file adds nothing again even when they were changed since, and then as they are now. One stop matches
 * one record.
 */
export function matchPlan<R extends MatchableRecord>(
  records: readonly R[],
  { days, stops, made = [] }: CurrentPlan,
): Map<R, MatchedStop> {
  const dates = new Map(days.map(({ id, date }) => [id, date]));
  const asMade = new Map(made.map((each) => [each.stopId, each]));
  const now = stops.map((stop) => toKnownStop(stop, dates));
  const whenNow = new Map(now.map((known) => [known.stop.id, known]));
  const first = now.map((known) => knownThen(known.stop, asMade.get(known.stop.id)) ?? known);
  const matched = matchAll(records, first);
  const taken = new Set([...matched.values()].map(({ stop }) => stop.id));
  const left = records.filter((record) => !matched.has(record));
  const changed = now.filter(({ stop }) => asMade.has(stop.id) && !taken.has(stop.id));
  return new Map(
    [...matched, ...matchAll(left, changed)].map(([record, { stop }]) => {
      // Notes that somebody removed from the stop since its import do not count as missing.
      const then = asMade.get(stop.id);
      const notes = joinedNotes(stop.notes, then?.notes ?? null);
      const whens = [whenNow.get(stop.id), then].filter((when) => when !== undefined);
      return [record, { stop, notes, whens }];
    }),
  );
}

/** Converts a stop to the form in which it is compared with records. */
export function toKnownStop(stop: StopDto, dates: ReadonlyMap<string, string>): KnownStop {
  const { name, notes, url, startTime, endTime, place, dayId, formerDate } = stop;
  const date = dayId === null ? formerDate : (dates.get(dayId) ?? null);
  return { stop, name, notes, url, startTime, endTime, date, isIdea: dayId === null, ...spotOf(place) };
}

function knownThen(stop: StopDto, made: InitialStopState | undefined): KnownStop | null {
  if (!made) return null;
  const { stopId: _, place, ...then } = made;
  return { stop, ...then, ...spotOf(place) };
}

function spotOf(place: StopDto["place"]): Pick<Likeness, "point" | "placeRef" | "address"> {
  return { point: place, placeRef: place?.placeRef ?? null, address: place?.address ?? null };
}

type IsOnDay = (record: MatchableRecord, stop: KnownStop) => boolean;

const isOfDay = ({ date, place }: MatchableRecord) => date !== null && place.isIdea !== true;

/**
 * The rules by which a record's day fits a stop's day, the surest first: the same date; an idea without a date for a
 * record of Ideas; and for a record without a day first any idea and then any stop.
 */
const DAY_STAGES: readonly IsOnDay[] = [
  (record, stop) => record.date === stop.date && (isOfDay(record) || stop.isIdea),
  (record, stop) => record.dayId === null && stop.date === null,
  (record, stop) => !isOfDay(record) && stop.isIdea,
  (record) => !isOfDay(record),
];

function matchAll<R extends MatchableRecord>(
  records: readonly R[],
  stops: readonly KnownStop[],
): Map<R, KnownStop> {
  const [free, index] = [new LikenessIndex(stops), new LikenessIndex(stops)];
  const matched = new Map<R, KnownStop>();
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
