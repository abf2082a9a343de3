import { isDeepStrictEqual } from "node:util";
import { selectTouchingEach, type StoredEvent } from "#db/queries/events.ts";
import { selectStopsOfDay } from "#db/queries/stops.ts";
import type { TripWrite } from "../write.ts";
import { kindOf } from "./undo-units.ts";

/** Which later events may stand in the way of one of the group's. */
interface Ask {
  event: StoredEvent;
  kinds: string[];
  /** null: any. */
  fields: string[] | null;
}

/** By the seq of an event of the group: later events that touched what it changed. */
export type Conflicts = ReadonlyMap<number, readonly StoredEvent[]>;

/**
 * Events that touched what the group changed, after it did; undoing over them would lose work. A run of the agent writes for a
 * while, so that others' events stand between its own.
 */
export async function laterConflicts(write: TripWrite, group: readonly StoredEvent[]): Promise<Conflicts> {
  const [touched, filled] = await Promise.all([
    standingAfter(write, group.map(askOf), group),
    filledDays(write, group),
  ]);
  const both = [...touched, ...filled];
  return new Map(
    group.flatMap(({ seq }) => {
      const events = both.filter(([own]) => own === seq).flatMap(([, found]) => found);
      return events.length > 0 ? [[seq, events] as const] : [];
    }),
  );
}

/** Days that the group brought and that have stops by now which do not leave with it. */
export async function filledDays(write: TripWrite, group: readonly StoredEvent[]): Promise<Conflicts> {
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

/** What made an entity is touched by everything that came to it later; a change, also by the entity's end. */
function askOf(event: StoredEvent): Ask {
  if (event.op === "vote.set") return { event, kinds: ["stop", "vote"], fields: ["value", "deletedAt"] };
  const fields = event.before && [...agreeing(Object.keys(event.before)), ...rated(event), "deletedAt"];
  return { event, kinds: [kindOf(event.op)], fields };
}

/** However large the group, it is asked for at once. */
async function standingAfter(
  { tx, trip }: TripWrite,
  asks: Ask[],
  group: readonly StoredEvent[],
): Promise<Conflicts> {
  const wanted = asks.map(({ event, kinds, fields }) => ({ entityId: event.entityId, kinds, fields }));
  const after = group[0]?.seq ?? 0;
  const rows = await selectTouchingEach(tx, { tripId: trip.id, after, asks: JSON.stringify(wanted) });
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

/** Others' votes on the stop are theirs. */
function isOfSameVoter(event: StoredEvent, other: StoredEvent): boolean {
  return (
    event.op !== "vote.set" || other.op !== "vote.set" || other.after["memberId"] === event.after["memberId"]
  );
}

/**
 * The dates of a trip, and the ends of a booking: putting one back beside another's new one could end it before it starts.
 * A sum of money is nothing without its currency.
 */
const PAIRS = [
  ["startDate", "endDate"],
  ["start", "end"],
  ["amount", "currency"],
];

function agreeing(fields: string[]): string[] {
  return [...fields, ...PAIRS.filter((pair) => pair.some((field) => fields.includes(field))).flat()];
}

/** A rate is nothing without the currency that it is from, nor the other way round. */
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
 * Those whose effect still stands: where later events were undone themselves, so that a field is what `event` left,
 * nothing is lost. Without this nobody could take back two changes of one field, newest first. What the group itself
 * changed later (`ours`) is taken back before, so that of each such field only what came in between counts.
 */
function standing(
  event: StoredEvent,
  later: StoredEvent[],
  fields: string[] | null,
  ours: StoredEvent[],
): StoredEvent[] {
  // The words of a deleted comment have left the log: there is nothing to compare, nor to bring back.
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
    // Of money that it only agrees with, the currency counts.
    if (field === "money" && event.before && !("money" in event.before))
      return currencyOf(left) !== currencyOf(held);
    return !isStill(field, left, held);
  }
}

/** Undo of a change of currency keeps the way to it among the former ones: what was there before is as it was. */
function isStill(field: string, left: unknown, held: unknown): boolean {
  if (field !== "formerCurrencies" || !Array.isArray(left) || !Array.isArray(held))
    return isDeepStrictEqual(left, held);
  return left.every((entry) => held.some((other) => isDeepStrictEqual(entry, other)));
}

/** A field as the event left it; of an end it counts that it came, not when. */
function valueAfter(event: StoredEvent, field: string): unknown {
  return field === "deletedAt" ? event.op.endsWith(".deleted") : (event.after[field] ?? null);
}

/** A day that would vanish must not take stops along, but for those that the group itself takes off it again. */
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
  return selectTouchingEach(write.tx, { tripId, after: event.seq, asks: JSON.stringify(asks) });
}

/** Whether undo of what happened to a stop ends its stay on its day: it was created there, moved or brought back. */
function isTakenOff({ before }: StoredEvent): boolean {
  return before === null || "dayId" in before || "deletedAt" in before;
}
