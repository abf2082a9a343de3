import type { VisibleEvent } from "#lib/shared/events.ts";
import { LIST_KINDS, LIST_RESOURCES, type ListName } from "#lib/shared/resources/list-resources.ts";
import type { ListRow } from "#lib/shared/resources/list-schemas.ts";
import type { TripDto } from "#lib/shared/trips.ts";

const KINDS = [
  "stop",
  "reservation",
  "attachment",
  "decision",
  "item",
  "expense",
  "settlement",
  ...LIST_KINDS,
] as const;
export type NamedRowKind = (typeof KINDS)[number];

type NamedRows = Pick<
  TripDto,
  "stops" | "reservations" | "attachments" | "decisions" | "items" | "expenses" | ListName
>;

/** Returns the name of a row of the trip; undefined if the row does not exist. */
export function nameOfRow(trip: NamedRows, id: string): string | undefined {
  const named = [...trip.stops, ...trip.attachments].find((row) => row.id === id)?.name;
  const lists = Object.values(LIST_RESOURCES).flatMap(({ list }): readonly ListRow[] => trip[list]);
  const titled = [...trip.reservations, ...trip.decisions, ...trip.expenses, ...lists].find(
    (row) => row.id === id,
  )?.title;
  return named ?? titled ?? trip.items.find((row) => row.id === id)?.text;
}

/**
 * Collects the newest name of each row from events (given newest first); only events contain the name of a deleted
 * row.
 */
export function namesInEvents(events: readonly VisibleEvent[]) {
  const names = new Map<string, string>();
  const days = new Map<string, string>();
  const kinds = new Map<string, NamedRowKind>();
  for (const { entityId, op, entity, changes } of events) {
    const kind = KINDS.find((each) => op.startsWith(`${each}.`));
    if (kind) kinds.set(entityId, kind);
    if (op.startsWith("day.") && "date" in entity && !days.has(entityId)) days.set(entityId, entity.date);
    const name = kind ? (ownName(entity) ?? formerName(changes)) : undefined;
    if (name !== undefined && !names.has(entityId)) names.set(entityId, name);
  }
  return { names, days, kinds };
}

function ownName(entity: VisibleEvent["entity"]): string | undefined {
  if ("text" in entity) return entity.text;
  if ("title" in entity && typeof entity.title === "string") return entity.title;
  return "name" in entity && typeof entity.name === "string" ? entity.name : undefined;
}

function formerName(changes: VisibleEvent["changes"]): string | undefined {
  const former = changes?.["name"]?.[0] ?? changes?.["title"]?.[0] ?? changes?.["text"]?.[0];
  return typeof former === "string" ? former : undefined;
}

/**
 * Returns the votes of present members for a stop minus those against it at the time of an event; null if the stop
 * does not exist any more.
 */
export function tallyAt(
  { stops, members }: Pick<TripDto, "stops" | "members">,
  events: readonly VisibleEvent[],
  { stopId, seq }: { stopId: string; seq: number },
): number | null {
  const stop = stops.find(({ id }) => id === stopId);
  if (!stop) return null;
  const votes = new Map<string, number>(stop.votes.map(({ memberId, value }) => [memberId, value]));
  // Events come newest first; each vote after the given event is reset to its previous value.
  for (const event of events) {
    if (event.op !== "vote.set" || event.entityId !== stopId || event.seq <= seq) continue;
    votes.set(event.entity.memberId, Number(event.changes?.["value"]?.[0] ?? 0));
  }
  const present = members.filter(({ leftAt }) => leftAt === null);
  return present.reduce((sum, { id }) => sum + (votes.get(id) ?? 0), 0);
}
