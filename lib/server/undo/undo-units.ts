import type { StoredEvent } from "#db/queries/events.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";

/** Events of one write that are undone together or not at all. */
export type UndoUnit = readonly StoredEvent[];

/** Kinds of rows that are independent: one row may stay while the others of its write are undone. */
const INDEPENDENT: ReadonlySet<string> = new Set([
  "stop",
  "vote",
  "reservation",
  "expense",
  "settlement",
  "item",
  "comment",
  "attachment",
  ...LIST_KINDS,
]);

/**
 * Splits a write into units that may be undone without the others: each independent row is one, and the trip with its
 * days is one, since dates and days have to agree. A write that also answers a suggestion, settles a decision,
 * transfers somebody's rows or changes the currency is one unit with all its rows.
 */
export function unitsOf(group: readonly StoredEvent[]): UndoUnit[] {
  if (isMerge(group) || group.some(isIndivisible)) return [group];
  return [...Map.groupBy(group, unitKey).values()];
}

/** Whether a write merged two members into one, or separated them again. */
export function isMerge(group: readonly StoredEvent[]): boolean {
  return group.some(
    ({ op, after }) => op.startsWith("member.") && ("mergedInto" in after || "separatedFrom" in after),
  );
}

function isIndivisible({ op, before }: StoredEvent): boolean {
  const kind = entityKindOf(op);
  if (kind === "trip") return before !== null && "currency" in before;
  // A placeholder that an import creates is an ordinary addition.
  return !INDEPENDENT.has(kind) && kind !== "day" && op !== "member.joined";
}

function unitKey({ op, entityId, after }: StoredEvent): string {
  const kind = entityKindOf(op);
  if (kind === "trip" || kind === "day") return "dates";
  return kind === "vote" ? `vote ${entityId} ${String(after["memberId"])}` : `${kind} ${entityId}`;
}

/** Whether a unit consists of the trip's dates and its days. */
export function isDateUnit(unit: UndoUnit): boolean {
  return unit.some(({ op }) => entityKindOf(op) === "trip" || entityKindOf(op) === "day");
}

export function entityKindOf(op: string): string {
  return op.slice(0, op.indexOf("."));
}
