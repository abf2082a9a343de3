import type { EventOp, VisibleEvent } from "#lib/shared/events.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import { isItemTick, eventKind } from "./history-groups.ts";
import type { CountedKind, HistoryNames, Phrase, PhraseKey } from "./history-phrase.ts";

/** Returns a sentence for several rows: rows of one kind are counted and named, others only counted by kind. */
export function multiRowPhrase(events: readonly VisibleEvent[], names: HistoryNames): Phrase {
  if (events.some(({ op }) => op === "trip.created")) return { key: "tripCreated", values: {} };
  const ids = [...new Set(events.map(({ entityId }) => entityId))];
  const values = { count: ids.length, names: names.some(ids.map((id) => names.thing(id))) };
  const alike = phraseOfAlike(events, values, names);
  if (alike) return alike;
  const verb = new Set(events.map(({ op }) => op.slice(op.indexOf(".") + 1)));
  // A member who joined along with added rows is not mentioned.
  if (verb.has("created")) verb.delete("joined");
  const key = verb.size === 1 ? VERBS[[...verb][0] ?? ""] : undefined;
  return { key: key ?? "manyChanged", values: { what: names.counts(countKinds(events)) } };
}

const VERBS: Record<string, PhraseKey> = {
  created: "manyAdded",
  deleted: "manyDeleted",
  restored: "manyRestored",
};

/** The messages of ops whose repeated rows are all named. */
const NAMED: Partial<Record<EventOp, PhraseKey>> = {
  "stop.created": "stopsAdded",
  "vote.set": "votedOnMany",
  "reservation.created": "bookingsAdded",
  "attachment.created": "filesAdded",
  "expense.created": "expensesAdded",
  "expense.deleted": "namedDeleted",
  "expense.restored": "namedRestored",
  "stop.deleted": "namedDeleted",
  "reservation.deleted": "namedDeleted",
  "item.deleted": "namedDeleted",
  "stop.restored": "namedRestored",
  "reservation.restored": "namedRestored",
  "item.restored": "namedRestored",
  ...Object.fromEntries(
    LIST_KINDS.flatMap((kind) => [
      [`${kind}.created`, "listRowsAdded"],
      [`${kind}.deleted`, "namedDeleted"],
      [`${kind}.restored`, "namedRestored"],
    ]),
  ),
};

function phraseOfAlike(
  events: readonly VisibleEvent[],
  values: { count: number; names: string },
  names: HistoryNames,
): Phrase | null {
  const [first] = events;
  if (!first || events.some(({ op }) => op !== first.op)) return null;
  switch (first.op) {
    case "stop.moved":
      return movedPhrase(events, values, names);
    case "item.created":
      return { key: "itemsAdded", values: { ...values, list: first.entity.list } };
    case "item.updated": {
      if (!events.every(isItemTick)) return null;
      const isDone = first.changes?.["doneAt"]?.[1] !== null;
      return { key: isDone ? "itemsTicked" : "itemsOpened", values };
    }
    case "comment.created": {
      const newest = events.at(-1);
      const quote = newest?.op === "comment.created" ? newest.entity.body : null;
      const name = names.target(first.entity.target);
      return { key: "commentedMany", values: { count: values.count, name }, quote };
    }
    default: {
      const key = NAMED[first.op];
      if (!key) return null;
      if (key !== "listRowsAdded") return { key, values };
      return { key, values: { names: values.names, counted: names.counts(countKinds(events)) } };
    }
  }
}

/**
 * Returns the sentence for several stops that were moved to the same day or to Ideas, or within it; null if they have
 * several targets.
 */
function movedPhrase(
  events: readonly VisibleEvent[],
  values: { count: number; names: string },
  names: HistoryNames,
): Phrase | null {
  const lists = new Set(events.flatMap((event) => (event.op === "stop.moved" ? event.entity.dayId : [])));
  const [dayId, ...others] = lists;
  if (dayId === undefined || others.length > 0) return null;
  const isWithin = events.every(({ changes }) => changes && !("dayId" in changes));
  if (isWithin) return { key: "stopsReordered", values: { ...values, list: names.list(dayId) } };
  return { key: "stopsMoved", values: { ...values, list: names.list(dayId) } };
}

/** The kind as which a sentence counts rows, by the kind of the rows' events. */
const COUNTED: Readonly<Record<string, CountedKind>> = {
  vote: "stop",
  stop: "stop",
  reservation: "reservation",
  attachment: "attachment",
  decision: "decision",
  item: "item",
  day: "day",
  comment: "comment",
  expense: "expense",
  settlement: "settlement",
  member: "member",
  ...Object.fromEntries(LIST_KINDS.map((kind) => [kind, kind])),
};

function countKinds(events: readonly VisibleEvent[]): Array<readonly [CountedKind, number]> {
  const ids = new Map<CountedKind, Set<string>>();
  for (const { op, entityId } of events) {
    const kind = COUNTED[eventKind(op)] ?? "other";
    ids.set(kind, (ids.get(kind) ?? new Set()).add(entityId));
  }
  return [...ids].map(([kind, set]) => [kind, set.size] as const);
}
