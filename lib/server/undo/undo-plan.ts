import type { StoredEvent } from "#db/queries/events.ts";
import type { KeptRow } from "#lib/shared/undo.ts";
import type { TripWrite } from "../write.ts";
import { type Conflicts, filledDays, laterConflicts } from "./conflicts.ts";
import { isDates, kindOf, type UndoUnit, unitsOf } from "./undo-units.ts";

export interface UndoPlan {
  /** Oldest first. */
  undone: readonly StoredEvent[];
  /** What stays because somebody changed it since, or because something that stays needs it. */
  kept: readonly KeptUnit[];
}

interface KeptUnit {
  unit: UndoUnit;
  /** Later events that stand in the way, oldest first. */
  blockers: readonly StoredEvent[];
}

/** What of a write can be undone without losing what came later. */
export async function planUndo(write: TripWrite, group: readonly StoredEvent[]): Promise<UndoPlan> {
  const units = unitsOf(group);
  const conflicts = await laterConflicts(write, group);
  const kept = keptBy(units, conflicts);
  if (kept.length === 0) return { undone: group, kept };
  keepPeople(units, kept);
  await keepDays(write, units, kept);
  // Where the dates stay, so does all that was changed to fit them.
  if (kept.some(({ unit }) => isDates(unit))) return { undone: [], kept };
  return { undone: without(group, kept), kept };
}

function keptBy(units: readonly UndoUnit[], conflicts: Conflicts): KeptUnit[] {
  return units.flatMap((unit) => {
    const blockers = unit.flatMap(({ seq }) => conflicts.get(seq) ?? []);
    return blockers.length > 0 ? [{ unit, blockers }] : [];
  });
}

/** A placeholder stays with the money that names it. */
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

/** A day stays with the stops on it. */
async function keepDays(write: TripWrite, units: readonly UndoUnit[], kept: KeptUnit[]): Promise<void> {
  const rest = units.filter((unit) => !kept.some((known) => known.unit === unit));
  kept.push(...keptBy(rest, await filledDays(write, rest.flat())));
}

function without(group: readonly StoredEvent[], kept: readonly KeptUnit[]): StoredEvent[] {
  const seqs = new Set(kept.flatMap(({ unit }) => unit.map(({ seq }) => seq)));
  return group.filter(({ seq }) => !seqs.has(seq));
}

/** Of all that stays, oldest first. */
export function blockingSeqs(kept: readonly KeptUnit[]): number[] {
  const seqs = kept.flatMap(({ blockers }) => blockers.map(({ seq }) => seq));
  return [...new Set(seqs)].toSorted((a, b) => a - b);
}

/** As clients are told: each row once, called as it was called last, as far as the caller may read that. */
export function keptRows(kept: readonly KeptUnit[], userId: string): KeptRow[] {
  return kept.flatMap((one) => {
    const seqs = blockingSeqs([one]);
    const rows = Map.groupBy(one.unit, ({ op, entityId }) => `${kindOf(op)} ${entityId}`);
    return [...rows.values()].flatMap((events) => {
      const [first] = events;
      if (!first) return [];
      if (isGone(first, one.blockers)) return [];
      const later = one.blockers.filter(
        ({ entityId, visibleTo }) =>
          entityId === first.entityId && (visibleTo === null || visibleTo.includes(userId)),
      );
      const name = [...events, ...later].map(nameIn).findLast((found) => found !== null) ?? null;
      return [{ kind: kindOf(first.op), id: first.entityId, name, seqs }];
    });
  });
}

/** What was added and has been deleted since is no row that stays. */
function isGone({ op, entityId }: StoredEvent, blockers: readonly StoredEvent[]): boolean {
  const last = blockers.findLast((event) => event.entityId === entityId);
  return op.endsWith(".created") && last?.op.endsWith(".deleted") === true;
}

function nameIn({ after }: StoredEvent): string | null {
  const name = after["name"] ?? after["title"] ?? after["text"];
  return typeof name === "string" ? name : null;
}
