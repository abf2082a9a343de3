import type { VisibleEvent } from "#lib/shared/events.ts";

/** One write of the log; its events come oldest first. */
export interface LoggedWrite {
  groupId: string;
  /** Of its newest event. */
  seq: number;
  at: string;
  actorId: string | null;
  via: VisibleEvent["via"];
  events: VisibleEvent[];
}

/** What writes do to each other. The log does not say which one is an undo, but an undo is the exact opposite of what it undoes. */
export interface UndoLinks {
  /** By write that takes back or does again: what it is about at last, and which of the two it is. */
  answers: ReadonlyMap<string, { root: LoggedWrite; isRedo: boolean }>;
  /** By write whose effect is gone: the one that took it back. */
  undoneBy: ReadonlyMap<string, LoggedWrite>;
}

/** `writes` come newest first. */
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
      if (isRedo && saysItself(undone)) undoneBy.set(undone.groupId, write);
    }
    standing.set(does, [...(standing.get(does) ?? []), write]);
  }
  return { answers, undoneBy };
}

/** Deleting what somebody added, or bringing it back, is a deed of its own; nobody calls it an undo. */
export function saysItself({ events: [event, ...others] }: LoggedWrite): boolean {
  return event !== undefined && others.length === 0 && /\.(?:deleted|restored)$/.test(event.op);
}

/** Votes and words are said again, not undone: a new vote is no answer to an old one. */
const LINKED =
  /^(?:trip\.updated$|(?:day|stop|reservation|attachment|decision|item)\.|suggestion\.(?:answered|reopened)$)/;
/** Fields that follow from others, or tell when something was written. */
const DERIVED = new Set([
  "formerDate",
  "deletedAt",
  "closedAt",
  "answeredAt",
  "answeredBy",
  "version",
  "updatedAt",
]);

/** What a write did, or what would take it back, as a text that is equal for equal effects; null: it has no opposite. */
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
  // Another place in the list follows from another list; alone it is what was done.
  const told = made.length > 1 ? made.filter(([field]) => field !== "position") : made;
  const turned = told.map(([field, [before, after]]) =>
    way === "forward" ? [field, before, after] : [field, after, before],
  );
  return `${kind} ${JSON.stringify(turned.toSorted(byName), inOrder)}`;
}

function byName([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}

/** The room and the log have the keys of a value in different orders. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(byName));
}
