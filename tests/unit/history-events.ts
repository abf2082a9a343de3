import type { HistoryNames } from "#app/trips/[tripId]/_model/history/history-phrase.ts";
import type { VisibleEvent } from "#lib/shared/events.ts";

let seq = 0;

export interface EventInput {
  op: VisibleEvent["op"];
  entityId?: string;
  groupId?: string;
  actorId?: string | null;
  via?: VisibleEvent["via"];
  entity?: object;
  changes?: Record<string, [unknown, unknown]>;
  minute?: number;
}

export function newEvent({
  minute = 0,
  entityId = "kiyomizu",
  groupId,
  actorId = "jonas",
  entity,
  ...rest
}: EventInput) {
  seq += 1;
  const at = new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString();
  const frame = { seq, groupId: groupId ?? `group-${seq}`, entityId, actorId, via: "user", at };
  // The event has only the fields that the texts need.
  return { ...frame, entity: { id: entityId, ...entity }, ...rest } as unknown as VisibleEvent;
}

/** Returns the history, which has the newest event first; the arguments have the oldest first. */
export function history(...told: EventInput[]): VisibleEvent[] {
  return told.map(newEvent).toReversed();
}

/** The name of each thing is its id, and each value is its own text. */
export const historyNames: HistoryNames = {
  thing: (id) => id,
  day: (id) => id,
  list: (dayId) => dayId ?? "Ideas",
  target: ({ kind, id }) => (kind === "trip" ? "the trip" : id),
  member: (id) => id,
  range: (start, end) => `${start}..${end}`,
  field: (name) => name,
  value: (_field, value) => String(value),
  money: ({ amount, currency }) => `${amount} ${currency}`,
  role: (role) => role,
  some: (list) => list.join("+"),
  counts: (counts) => counts.map(([kind, count]) => `${count} ${kind}`).join("+"),
  noun: (kind) => `the ${kind}`,
  tally: () => 3,
};
