import { isDeepStrictEqual } from "node:util";
import { selectEventsOfEntities, type StoredEvent } from "#db/queries/events.ts";
import { selectStopsOfDay } from "#db/queries/stops.ts";
import type { TripWrite } from "../writes/write.ts";
import { entityKindOf } from "./undo-units.ts";

/** Describes which later events may conflict with one event of the group. */
interface Ask {
  event: StoredEvent;
  kinds: string[];
  /** The fields in which a later event conflicts; null: any field. */
  fields: string[] | null;
}

/** By the seq of an event of the group: the later events that changed the same fields or rows. */
export type Conflicts = ReadonlyMap<number, readonly StoredEvent[]>;

/**
 * Returns the events that changed what the group had changed, after it did; an undo would lose these changes. An agent
 * run writes for a while, so events of others can stand between its own.
 */
export async function laterConflicts(write: TripWrite, group: readonly StoredEvent[]): Promise<Conflicts> {
  const [touched, filled] = await Promise.all([
    standingAfter(write, group.map(askOf), group),
    filledDayConflicts(write, group),
  ]);
  const both = [...touched, ...filled];
  return new Map(
    group.flatMap(({ seq }) => {
      const events = both.filter(([own]) => own === seq).flatMap(([, found]) => found);
      return events.length > 0 ? [[seq, events] as const] : [];
    }),
  );
}

/** Finds the days that the group created and that now have stops which the undo of the group does not remove. */
export async function filledDayConflicts(
  write: TripWrite,
  group: readonly StoredEvent[],
): Promise<Conflicts> {
  const own = new Set(group.map(({ seq }) => seq));
  const days = group.filter(({ op }) => op === "day.created" || op === "day.restored");
  const found = await Promise.all(
    days.map(async (event) => {
      const placed = await stopsOnDay(write, event, group);
      return [event.seq, placed.filter(({ seq }) => !own.has(seq))] as const;
    }),
  );
  return new Map(found.filter(([, events]) => events.length > 0));
}

/**
 * Returns which later events conflict with an event. The creation of a row conflicts with every later change of the
 * row; a change conflicts with changes of the same fields and with the row's deletion.
 */
function askOf(event: StoredEvent): Ask {
  if (event.op === "vote.set") return { event, kinds: ["stop", "vote"], fields: ["value", "deletedAt"] };
  const fields = event.before && [...agreeing(Object.keys(event.before)), ...rated(event), "deletedAt"];
  return { event, kinds: [entityKindOf(event.op)], fields };
}

/** Finds the conflicts of all events of the group with one query. */
async function standingAfter(
  { tx, trip }: TripWrite,
  asks: Ask[],
  group: readonly StoredEvent[],
): Promise<Conflicts> {
  const wanted = asks.map(({ event, kinds, fields }) => ({ entityId: event.entityId, kinds, fields }));
  const after = group[0]?.seq ?? 0;
  const rows = await selectEventsOfEntities(tx, { tripId: trip.id, after, asks: JSON.stringify(wanted) });
  const touching = Map.groupBy(rows, ({ ask }) => ask);
  const own = new Set(group.map(({ seq }) => seq));
  const found = asks.map(({ event, fields }, index) => {
    const later = (touching.get(index) ?? []).filter((other) => other.seq > event.seq);
    const [ours, theirs] = [
      later.filter(({ seq }) => own.has(seq)),
      later.filter(({ seq }) => !own.has(seq)),
    ];
    const mine = theirs.filter((other) => isOfSameVoter(event, other));
    return [event.seq, standing(event, mine, fields, ours)] as const;
  });
  return new Map(found.filter(([, events]) => events.length > 0));
}

/** Whether two votes are of one member and so can conflict; votes of other members on the stop are no conflict. */
function isOfSameVoter(event: StoredEvent, other: StoredEvent): boolean {
  return (
    event.op !== "vote.set" || other.op !== "vote.set" || other.after["memberId"] === event.after["memberId"]
  );
}

/**
 * Fields that are undone together: the dates of a trip, and start and end of a booking, because an old start with a new
 * end could end before it starts; and amount and currency, because an amount has no meaning without its currency.
 */
const PAIRS = [
  ["startDate", "endDate"],
  ["start", "end"],
  ["amount", "currency"],
];

function agreeing(fields: string[]): string[] {
  return [...fields, ...PAIRS.filter((pair) => pair.some((field) => fields.includes(field))).flat()];
}

/**
 * Returns the fields that conflict with a change because of its rate or currency: a rate has no meaning without the
 * currency that it converts.
 */
function rated({ before, after }: StoredEvent): string[] {
  if (!before) return [];
  if ("rate" in before) return ["money", "currency"];
  const isOther = "currency" in before || currencyOf(before["money"]) !== currencyOf(after["money"]);
  return isOther && ("money" in before || "currency" in before) ? ["rate"] : [];
}

function currencyOf(money: unknown): unknown {
  return typeof money === "object" && money !== null && "currency" in money ? money.currency : undefined;
}

/**
 * Returns the later events whose effect remains. If later events were undone themselves, so that a field has the value
 * that `event` left, an undo loses nothing. Otherwise nobody could undo two changes of one field, newest first. What
 * the group itself changed later (`ours`) is undone before, so for each such field only the events in between count.
 */
function standing(
  event: StoredEvent,
  later: StoredEvent[],
  fields: string[] | null,
  ours: StoredEvent[],
): StoredEvent[] {
  // The event log no longer has the text of a deleted comment, so it can be neither compared nor restored.
  if (later.some(({ op }) => op === "comment.deleted")) return later;
  const touched = new Set(later.flatMap(({ before }) => Object.keys(before ?? {})));
  const differs = new Set(
    [...touched].filter((field) => (fields?.includes(field) ?? true) && isMoved(field)),
  );
  return later.filter(
    (other) =>
      other.before === null ||
      Object.keys(other.before).some((name) => differs.has(name) && isUntilOurs(other, name)),
  );

  function isUntilOurs({ seq }: StoredEvent, field: string): boolean {
    const next = ours.find(({ before }) => before !== null && field in before);
    return !next || seq < next.seq;
  }

  function isMoved(field: string): boolean {
    const newest = later.findLast(
      (other) => other.before !== null && field in other.before && isUntilOurs(other, field),
    );
    if (!newest) return false;
    const [left, held] = [valueAfter(event, field), valueAfter(newest, field)];
    // If the event changed the rate and not the money, only the currency must be equal.
    if (field === "money" && event.before && !("money" in event.before))
      return currencyOf(left) !== currencyOf(held);
    return !isStill(field, left, held);
  }
}

/**
 * Whether a field still has the value. The undo of a change of currency adds an entry to `formerCurrencies`, so there
 * it is enough that all former entries remain.
 */
function isStill(field: string, left: unknown, held: unknown): boolean {
  if (field !== "formerCurrencies" || !Array.isArray(left) || !Array.isArray(held))
    return isDeepStrictEqual(left, held);
  return left.every((entry) => held.some((other) => isDeepStrictEqual(entry, other)));
}

/** Returns a field as the event left it. For a deletion only counts that the row is deleted, not when it was. */
function valueAfter(event: StoredEvent, field: string): unknown {
  return field === "deletedAt" ? event.op.endsWith(".deleted") : (event.after[field] ?? null);
}

/**
 * Returns events of the stops on a day that the undo would remove, except stops that the undo of the group takes off
 * this day.
 */
async function stopsOnDay(
  write: TripWrite,
  event: StoredEvent,
  group: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const tripId = write.trip.id;
  const leaving = new Set(group.filter(isTakenOff).map(({ entityId }) => entityId));
  const rows = await selectStopsOfDay(write.tx, { tripId, dayId: event.entityId });
  const kinds = ["stop"];
  const fields = ["dayId", "deletedAt"];
  const asks = rows
    .filter(({ stop }) => !leaving.has(stop.id))
    .map(({ stop }) => ({ entityId: stop.id, kinds, fields }));
  if (asks.length === 0) return [];
  return selectEventsOfEntities(write.tx, { tripId, after: event.seq, asks: JSON.stringify(asks) });
}

/** Whether the undo of a stop's event takes the stop off its day: the event created, moved or restored the stop. */
function isTakenOff({ before }: StoredEvent): boolean {
  return before === null || "dayId" in before || "deletedAt" in before;
}
