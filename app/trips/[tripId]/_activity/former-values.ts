import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { type HistoryGroup, netChanges } from "../_model/history/history-groups.ts";

export interface FormerValue {
  field: string;
  before: unknown;
  patch: Record<string, unknown>;
}

/** The fields that can be restored one by one. A stop's day is not among them, because it comes with a position. */
const OWN: ReadonlySet<string> = new Set([
  "name",
  "title",
  "category",
  "kind",
  "cost",
  "place",
  "url",
  "notes",
  "participants",
  "from",
  "to",
  "confirmation",
  "provider",
  "contact",
  "stopId",
]);
/** Pairs of fields that are restored together, so that no end is before its start. */
const ENDS: ReadonlyArray<readonly [string, string]> = [
  ["startTime", "endTime"],
  ["start", "end"],
];

/** Returns the values of a stop or reservation that the group replaced and that the row does not have now. */
export function formerValues(group: HistoryGroup, row: StopDto | ReservationDto): FormerValue[] {
  const events = group.events.filter(({ entityId, op }) => entityId === row.id && op.endsWith(".updated"));
  const changes = netChanges(events);
  const now: Record<string, unknown> = { ...row };
  const values: FormerValue[] = [];
  for (const [start, end] of ENDS) {
    const [first, last] = [changes[start], changes[end]];
    if (!first && !last) continue;
    const patch = { [start]: first ? first[0] : now[start], [end]: last ? last[0] : now[end] };
    values.push({ field: start, before: patch[start] ?? null, patch });
  }
  for (const [field, [before]] of Object.entries(changes)) {
    if (OWN.has(field)) values.push({ field, before: before ?? null, patch: { [field]: before ?? null } });
  }
  return values.filter(({ patch }) =>
    Object.entries(patch).some(([field, value]) => !isSame(now[field], value)),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return canonical(a ?? null) === canonical(b ?? null);
}

function canonical(value: unknown): string {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value);
}
