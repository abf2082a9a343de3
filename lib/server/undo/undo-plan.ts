import type { StoredEvent } from "#db/queries/events.ts";
import type { UndoSkippedRow } from "#lib/shared/undo.ts";
import type { TripWrite } from "../writes/write.ts";
import { type Conflicts, filledDayConflicts, laterConflicts } from "./conflicts.ts";
import { isDateUnit, entityKindOf, type UndoUnit, unitsOf } from "./undo-units.ts";

export interface UndoPlan {
  /** The events to undo, oldest first. */
  undone: readonly StoredEvent[];
  /** The units that stay, because somebody changed them since, or because another unit that stays needs them. */
  kept: readonly KeptUnit[];
}

interface KeptUnit {
  unit: UndoUnit;
  /** The later events that conflict with the unit, oldest first. */
  blockers: readonly StoredEvent[];
}

/** Returns which part of a write can be undone without losing later changes. */
export async function planUndo(write: TripWrite, group: readonly StoredEvent[]): Promise<UndoPlan> {
  const units = unitsOf(group);
  const conflicts = await laterConflicts(write, group);
  const kept = keptBy(units, conflicts);
  if (kept.length === 0) return { undone: group, kept };
  keepPeople(units, kept);
  await keepDays(write, units, kept);
  // If the dates cannot be undone, all changes that fit the plan to them stay too.
  if (kept.some(({ unit }) => isDateUnit(unit))) return { undone: [], kept };
  return { undone: without(group, kept), kept };
}

function keptBy(units: readonly UndoUnit[], conflicts: Conflicts): KeptUnit[] {
  return units.flatMap((unit) => {
    const blockers = unit.flatMap(({ seq }) => conflicts.get(seq) ?? []);
    return blockers.length > 0 ? [{ unit, blockers }] : [];
  });
}

/** Keeps a placeholder if an expense or settlement that names it stays. */
function keepPeople(units: readonly UndoUnit[], kept: KeptUnit[]): void {
  const rest = units.filter((unit) => !kept.some((known) => known.unit === unit));
  const named = kept.map(({ unit, blockers }) => ({
    blockers,
    text: JSON.stringify([...unit, ...blockers].map(({ after }) => after)),
  }));
  for (const unit of rest) {
    const [first] = unit;
    if (first?.op !== "member.joined") continue;
    const by = named.filter(({ text }) => text.includes(first.entityId));
    if (by.length > 0) kept.push({ unit, blockers: by.flatMap(({ blockers }) => blockers) });
  }
}

/** Keeps a day if a stop on it stays. */
async function keepDays(write: TripWrite, units: readonly UndoUnit[], kept: KeptUnit[]): Promise<void> {
  const rest = units.filter((unit) => !kept.some((known) => known.unit === unit));
  kept.push(...keptBy(rest, await filledDayConflicts(write, rest.flat())));
}

function without(group: readonly StoredEvent[], kept: readonly KeptUnit[]): StoredEvent[] {
  const seqs = new Set(kept.flatMap(({ unit }) => unit.map(({ seq }) => seq)));
  return group.filter(({ seq }) => !seqs.has(seq));
}

/** Returns the seqs of all conflicting events, oldest first. */
export function blockingSeqs(kept: readonly KeptUnit[]): number[] {
  const seqs = kept.flatMap(({ blockers }) => blockers.map(({ seq }) => seq));
  return [...new Set(seqs)].toSorted((a, b) => a - b);
}

/** Returns the rows that stay in wire format: each row once, with its latest name as far as the caller may see it. */
export function keptRows(kept: readonly KeptUnit[], userId: string): UndoSkippedRow[] {
  return kept.flatMap((one) => {
    const seqs = blockingSeqs([one]);
    const rows = Map.groupBy(one.unit, ({ op, entityId }) => `${entityKindOf(op)} ${entityId}`);
    return [...rows.values()].flatMap((events) => {
      const [first] = events;
      if (!first) return [];
      if (isGone(first, one.blockers)) return [];
      const later = one.blockers.filter(
        ({ entityId, visibleTo }) =>
          entityId === first.entityId && (visibleTo === null || visibleTo.includes(userId)),
      );
      const name = [...events, ...later].map(nameIn).findLast((found) => found !== null) ?? null;
      return [{ kind: entityKindOf(first.op), id: first.entityId, name, seqs }];
    });
  });
}

/** Whether the row was created by the event and deleted since, so that it is not a row that stays. */
function isGone({ op, entityId }: StoredEvent, blockers: readonly StoredEvent[]): boolean {
  const last = blockers.findLast((event) => event.entityId === entityId);
  return op.endsWith(".created") && last?.op.endsWith(".deleted") === true;
}

function nameIn({ after }: StoredEvent): string | null {
  const name = after["name"] ?? after["title"] ?? after["text"];
  return typeof name === "string" ? name : null;
}
