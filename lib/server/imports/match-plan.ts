import type { MadeStop } from "#db/queries/made-stops.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { joinedNotes } from "./join-twins.ts";
import { rematch } from "./rematch.ts";
import { isSameRecord, type Likeness, LikenessIndex, matchStops } from "./same-place.ts";

/** A plan, as an import finds it. */
export interface PlanNow extends Pick<TripDto, "days" | "stops"> {
  /** What of its stops that an import has made was another then; absent: nothing. */
  made?: readonly MadeStop[];
}

/** A record of a file. */
export interface Datable extends Likeness {
  place: { isIdea?: boolean };
  /** Where it goes. */
  dayId: string | null;
}

/** A stop of the plan as it is, or as it was when an import made it. */
export interface KnownStop extends Likeness {
  stop: StopDto;
  isIdea: boolean;
}

/** Which stop of the plan each record of a file is already, with the notes and times that this one has or once had. */
export interface MatchedStop {
  stop: StopDto;
  notes: string | null;
  /** When it is, and when it was as an import made it. */
  whens: readonly StopWhen[];
}

export type StopWhen = Pick<Likeness, "date" | "startTime" | "endTime">;

/**
 * Which stops a file's records are. What an import has made is known by what it was then, so that the same file again adds
 * nothing, whatever became of it; and then by what it is now. A stop stands for one record.
 */
export function matchPlan<R extends Datable>(
  records: readonly R[],
  { days, stops, made = [] }: PlanNow,
): Map<R, MatchedStop> {
  const dates = new Map(days.map(({ id, date }) => [id, date]));
  const asMade = new Map(made.map((each) => [each.stopId, each]));
  const now = stops.map((stop) => knownNow(stop, dates));
  const whenNow = new Map(now.map((known) => [known.stop.id, known]));
  const first = now.map((known) => knownThen(known.stop, asMade.get(known.stop.id)) ?? known);
  const matched = matchAll(records, first);
  const taken = new Set([...matched.values()].map(({ stop }) => stop.id));
  const left = records.filter((record) => !matched.has(record));
  const changed = now.filter(({ stop }) => asMade.has(stop.id) && !taken.has(stop.id));
  return new Map(
    [...matched, ...matchAll(left, changed)].map(([record, { stop }]) => {
      // What was taken out of its notes here is not missing there.
      const then = asMade.get(stop.id);
      const notes = joinedNotes(stop.notes, then?.notes ?? null);
      const whens = [whenNow.get(stop.id), then].filter((when) => when !== undefined);
      return [record, { stop, notes, whens }];
    }),
  );
}

/** A stop as sameness sees it. */
export function knownNow(stop: StopDto, dates: ReadonlyMap<string, string>): KnownStop {
  const { name, notes, url, startTime, endTime, place, dayId, formerDate } = stop;
  const date = dayId === null ? formerDate : (dates.get(dayId) ?? null);
  return { stop, name, notes, url, startTime, endTime, date, isIdea: dayId === null, ...spotOf(place) };
}

function knownThen(stop: StopDto, made: MadeStop | undefined): KnownStop | null {
  if (!made) return null;
  const { stopId: _, place, ...then } = made;
  return { stop, ...then, ...spotOf(place) };
}

function spotOf(place: StopDto["place"]): Pick<Likeness, "point" | "placeRef" | "address"> {
  return { point: place, placeRef: place?.placeRef ?? null, address: place?.address ?? null };
}

type IsOnDay = (record: Datable, stop: KnownStop) => boolean;

const isOfDay = ({ date, place }: Datable) => date !== null && place.isIdea !== true;

/**
 * How a record's day fits a stop's, from the surest on: the same date; an idea without a date, where the record goes to Ideas
 * too; and for records without a day of their own any idea, and then any day.
 */
const DAY_STAGES: readonly IsOnDay[] = [
  (record, stop) => record.date === stop.date && (isOfDay(record) || stop.isIdea),
  (record, stop) => record.dayId === null && stop.date === null,
  (record, stop) => !isOfDay(record) && stop.isIdea,
  (record) => !isOfDay(record),
];

function matchAll<R extends Datable>(records: readonly R[], stops: readonly KnownStop[]): Map<R, KnownStop> {
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
