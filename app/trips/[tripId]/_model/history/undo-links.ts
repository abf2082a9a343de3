import type { VisibleEvent } from "#lib/shared/events.ts";

/** One write of the event log; its events are sorted oldest first. */
export interface LoggedWrite {
  groupId: string;
  /** The seq of the write's newest event. */
  seq: number;
  at: string;
  actorId: string | null;
  via: VisibleEvent["via"];
  events: VisibleEvent[];
}

/**
 * How writes undo and redo each other. The event log does not say that a write is an undo, but an undo is the exact
 * reverse of its target.
 */
export interface UndoLinks {
  /** By the group id of an undoing or redoing write: the original write, and whether this write redoes it. */
  answers: ReadonlyMap<string, { root: LoggedWrite; isRedo: boolean }>;
  /** By the group id of a write that is undone: the write that has undone it. */
  undoneBy: ReadonlyMap<string, LoggedWrite>;
}

/**
 * Links each undo with its target.
 * @param writes all writes, newest first
 */
export function linkUndos(writes: readonly LoggedWrite[]): UndoLinks {
  const standing = new Map<string, LoggedWrite[]>();
  const answers = new Map<string, { root: LoggedWrite; isRedo: boolean }>();
  const undoneBy = new Map<string, LoggedWrite>();
  for (const write of writes.toReversed()) {
    const does = effectOf(write, "forward");
    if (does === null) continue;
    const undone = standing.get(effectOf(write, "back") ?? "")?.pop();
    if (undone) {
      const before = answers.get(undone.groupId);
      const root = before?.root ?? undone;
      const isRedo = before !== undefined && !before.isRedo;
      answers.set(write.groupId, { root, isRedo });
      if (isRedo) undoneBy.delete(root.groupId);
      else undoneBy.set(root.groupId, write);
      if (isRedo && isDeletionOrRestore(undone)) undoneBy.set(undone.groupId, write);
    }
    standing.set(does, [...(standing.get(does) ?? []), write]);
  }
  return { answers, undoneBy };
}

/** Whether the write deletes or restores one row. Such a write gets its own sentence and is not called an undo. */
export function isDeletionOrRestore({ events: [event, ...others] }: LoggedWrite): boolean {
  return event !== undefined && others.length === 0 && /\.(?:deleted|restored)$/.test(event.op);
}

/**
 * The ops that can be linked as undos. Votes and texts are not among them: a new vote replaces an old one and does
 * not undo it.
 */
const LINKED =
  /^(?:trip\.updated$|(?:day|stop|reservation|attachment|decision|item)\.|suggestion\.(?:answered|reopened)$)/;
/** The fields that follow from others or contain the time of the write. */
const DERIVED = new Set([
  "formerDate",
  "deletedAt",
  "closedAt",
  "answeredAt",
  "answeredBy",
  "version",
  "updatedAt",
]);

/**
 * Describes the effect of a write, or of its reverse, as a text that is equal for equal effects; null if the write
 * has no reverse.
 */
function effectOf({ events }: LoggedWrite, way: "forward" | "back"): string | null {
  if (!events.every(({ op }) => LINKED.test(op))) return null;
  return events
    .map((event) => `${event.entityId} ${effectOfOne(event, way)}`)
    .toSorted()
    .join("\n");
}

function effectOfOne({ op, changes }: VisibleEvent, way: "forward" | "back"): string {
  const [kind, verb] = op.split(".");
  if (verb === "deleted") return `${kind} ${way === "forward" ? "gone" : "there"}`;
  if (verb === "created" || verb === "restored") return `${kind} ${way === "forward" ? "there" : "gone"}`;
  const made = Object.entries(changes ?? {}).filter(([field]) => !DERIVED.has(field));
  // A new position follows from a move to another list; it counts only if nothing else changed.
  const told = made.length > 1 ? made.filter(([field]) => field !== "position") : made;
  const turned = told.map(([field, [before, after]]) =>
    way === "forward" ? [field, before, after] : [field, after, before],
  );
  return `${kind} ${JSON.stringify(turned.toSorted(byName), inOrder)}`;
}

function byName([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}

/**
 * A replacer for `JSON.stringify` that sorts the keys of objects, because the events of the room and those of the
 * event log have them in different orders.
 */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(byName));
}
