import type { StoredEvent } from "#db/queries/events.ts";

/** Events of one write that are undone together or not at all. */
export type UndoUnit = readonly StoredEvent[];

/** Rows that stand for themselves: one of them may stay while the others of its write are taken back. */
const INDEPENDENT = new Set([
  "stop",
  "vote",
  "reservation",
  "expense",
  "settlement",
  "item",
  "comment",
  "attachment",
]);

/**
 * Splits a write by what may be undone without the rest: each independent row by itself; the trip and its days as one, since the
 * dates and the days have to agree. A write that also answers a suggestion, settles a decision, hands over what was somebody's or
 * changes the currency means all of its rows together, and is one unit.
 */
export function unitsOf(group: readonly StoredEvent[]): UndoUnit[] {
  if (isMerge(group) || group.some(isIndivisible)) return [group];
  return [...Map.groupBy(group, unitKey).values()];
}

/** Whether a write made one person of two rows, or two of one again. */
export function isMerge(group: readonly StoredEvent[]): boolean {
  return group.some(
    ({ op, after }) => op.startsWith("member.") && ("mergedInto" in after || "separatedFrom" in after),
  );
}

function isIndivisible({ op, before }: StoredEvent): boolean {
  const kind = kindOf(op);
  if (kind === "trip") return before !== null && "currency" in before;
  // A placeholder that an import brings along is an addition like any other.
  return !INDEPENDENT.has(kind) && kind !== "day" && op !== "member.joined";
}

function unitKey({ op, entityId, after }: StoredEvent): string {
  const kind = kindOf(op);
  if (kind === "trip" || kind === "day") return "dates";
  return kind === "vote" ? `vote ${entityId} ${String(after["memberId"])}` : `${kind} ${entityId}`;
}

/** Whether a unit is the trip's dates with its days. */
export function isDates(unit: UndoUnit): boolean {
  return unit.some(({ op }) => kindOf(op) === "trip" || kindOf(op) === "day");
}

export function kindOf(op: string): string {
  return op.slice(0, op.indexOf("."));
}
