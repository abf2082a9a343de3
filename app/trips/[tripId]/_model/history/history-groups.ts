import { isShallowEqual } from "#lib/client/base/is-same.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import type { EventOp, VisibleEvent } from "#lib/shared/events.ts";
import { linkUndos, type LoggedWrite, isDeletionOrRestore } from "./undo-links.ts";

/** What one user did at one time: the events of one write, or of several similar writes in a row. */
export interface HistoryGroup {
  /** The seq of the newest event; undoing it reverses that event's whole write. */
  seq: number;
  /** The seqs of the group's writes: one for each write, newest first. */
  seqs: number[];
  /** The seqs of the writes in `seqs` that are not undone. */
  standing: number[];
  at: string;
  actorId: string | null;
  via: VisibleEvent["via"];
  /** The events, oldest first. */
  events: VisibleEvent[];
  /** The group that this one undoes or redoes; null if it does neither. */
  answers: { group: HistoryGroup; isRedo: boolean } | null;
  /**
   * Who has undone the whole group, and the seqs to undo in order to redo the group, newest first; null if at least
   * one write of the group still applies.
   */
  undone: { actorId: string | null; via: VisibleEvent["via"]; seqs: number[] } | null;
}

/** Similar writes of one user within this time form one group. */
const TOGETHER_MS = 10 * 60_000;

/** The ops of writes that users often repeat; consecutive ones form one group. */
const IN_ROWS: ReadonlySet<EventOp> = new Set([
  "stop.created",
  "stop.deleted",
  "vote.set",
  "reservation.created",
  "attachment.created",
  "expense.created",
  "item.created",
  "comment.created",
  ...LIST_KINDS.map((kind): EventOp => `${kind}.created`),
]);
/** The ops of edits; consecutive edits of the same row form one group. */
const EDITS: ReadonlySet<EventOp> = new Set([
  "stop.updated",
  "stop.moved",
  "reservation.updated",
  "expense.updated",
  "settlement.updated",
  "decision.updated",
  "item.updated",
  "item.moved",
  ...LIST_KINDS.flatMap((kind): EventOp[] => [`${kind}.updated`, `${kind}.moved`]),
  "trip.updated",
  "day.updated",
]);
const SILENT: ReadonlySet<EventOp> = new Set(["members.invalidated"]);

/** Groups events (given newest first) by what users did, newest first. */
export function groupEvents(events: readonly VisibleEvent[]): HistoryGroup[] {
  const writes = writesOf(events);
  const links = linkUndos(writes);
  const lines = writes.map((write): Line => {
    const answer = links.answers.get(write.groupId);
    const undoing = answer && !isDeletionOrRestore(write) ? answer : null;
    return { writes: [write], undoing, net: write.events[0]?.changes ?? {} };
  });
  const joined = lines.reduce<Line[]>(joinLike, []).map((line) => ({ line, group: groupOf(line) }));
  const byWrite = new Map(
    joined.flatMap(({ line, group }) => line.writes.map(({ groupId }) => [groupId, group] as const)),
  );
  for (const { line, group } of joined) {
    const root = line.undoing && byWrite.get(line.undoing.root.groupId);
    if (root) group.answers = { group: root, isRedo: line.undoing?.isRedo === true };
    group.undone = undoneOf(line.writes.map(({ groupId }) => links.undoneBy.get(groupId)));
    group.standing = line.writes.flatMap(({ groupId, seq }) => (links.undoneBy.has(groupId) ? [] : seq));
  }
  return joined.map(({ group }) => group).reduce<HistoryGroup[]>(joinAnswers, []);
}

interface Line {
  /** The writes that the row shows, newest first. */
  writes: LoggedWrite[];
  undoing: { root: LoggedWrite; isRedo: boolean } | null;
  /** The first old and last new value of each changed field, for writes with one event. */
  net: Changes;
}

function writesOf(events: readonly VisibleEvent[]): LoggedWrite[] {
  const writes: LoggedWrite[] = [];
  for (const event of events) {
    if (SILENT.has(event.op)) continue;
    const last = writes.at(-1);
    const { seq, groupId, at, actorId, via } = event;
    if (last?.groupId === groupId) last.events.unshift(event);
    else writes.push({ seq, groupId, at, actorId, via, events: [event] });
  }
  return writes;
}

function groupOf({ writes }: Line): HistoryGroup {
  const [{ seq, at, actorId, via } = NOBODY] = writes;
  const events = writes.toReversed().flatMap((write) => write.events);
  const seqs = writes.map((write) => write.seq);
  return { seq, seqs, standing: seqs, at, actorId, via, events, answers: null, undone: null };
}
const NOBODY = { seq: 0, at: "", actorId: null, via: "system" as const };

function undoneOf(undos: ReadonlyArray<LoggedWrite | undefined>): HistoryGroup["undone"] {
  const [newest] = undos.flatMap((undo) => undo ?? []).toSorted((a, b) => b.seq - a.seq);
  if (!newest || undos.includes(undefined)) return null;
  const seqs = [...new Set(undos.flatMap((undo) => undo?.seq ?? []))].toSorted((a, b) => b - a);
  return { actorId: newest.actorId, via: newest.via, seqs };
}

/** Joins consecutive undos of the same group into one group. */
function joinAnswers(joined: HistoryGroup[], older: HistoryGroup): HistoryGroup[] {
  const newer = joined.at(-1);
  const isSameAnswer =
    newer?.answers &&
    newer.answers.group === older.answers?.group &&
    newer.answers.isRedo === older.answers.isRedo &&
    newer.actorId === older.actorId;
  if (!isSameAnswer) return [...joined, older];
  const both = { ...newer, seqs: [...newer.seqs, ...older.seqs], events: [...older.events, ...newer.events] };
  return [...joined.slice(0, -1), both];
}

/** Joins an older row to the newest one if both form one group. */
function joinLike(joined: Line[], older: Line): Line[] {
  const newer = joined.at(-1);
  if (!newer || !readAsOne(newer, older)) return [...joined, older];
  const one = { ...newer, writes: [...newer.writes, ...older.writes], net: netWith(newer.net, older.net) };
  return [...joined.slice(0, -1), one];
}

function readAsOne(newer: Line, older: Line): boolean {
  const [after] = newer.writes.at(-1)?.events ?? [];
  const [{ events, actorId, via } = { ...NOBODY, events: [] }] = older.writes;
  const [before] = events;
  if (!after || !before || newer.undoing || older.undoing || events.length > 1) return false;
  if (newer.writes.some((write) => write.events.length > 1)) return false;
  if (after.actorId !== actorId || after.via !== via) return false;
  if (Date.parse(after.at) - Date.parse(before.at) > TOGETHER_MS) return false;
  // The writes of the newer row are similar to each other, so only the oldest of them is compared with the older row.
  return isRow(before, after) || (isRunOfEdits(before, after) && isAllChanged(netWith(newer.net, older.net)));
}

/**
 * Whether each field has another value than at first. Edits that cancel each other out stay two rows; joined they
 * would say that nothing happened.
 */
function isAllChanged(net: Changes): boolean {
  return Object.values(net).every(([before, after]) => isDifferent(before, after));
}

function netWith(newer: Changes, older: Changes): Changes {
  const joined = Object.entries(older).map(
    ([field, [before, after]]) => [field, [before, newer[field]?.[1] ?? after]] as const,
  );
  return { ...newer, ...Object.fromEntries(joined) };
}

/** Whether two events are of the same kind that is repeated in a row: rows added, votes cast, or items ticked off. */
function isRow(before: VisibleEvent, after: VisibleEvent): boolean {
  if (before.op !== after.op) return false;
  if (IN_ROWS.has(before.op)) return placeOf(before) === placeOf(after);
  return isItemTick(before) && isItemTick(after) && isTickedOff(before) === isTickedOff(after);
}

/**
 * Returns what repeated comments, attachments or items must have in common to form one group: their target or their
 * list.
 */
function placeOf({ entity }: VisibleEvent): string {
  if ("target" in entity) return entity.target.id;
  return "list" in entity ? entity.list : "";
}

/** Whether the event only marked an item as done or not done. */
export function isItemTick({ op, changes }: VisibleEvent): boolean {
  return op === "item.updated" && Object.keys(changes ?? {}).join() === "doneAt";
}

function isTickedOff({ changes }: VisibleEvent): boolean {
  return changes?.["doneAt"]?.[1] !== null;
}

function isRunOfEdits(before: VisibleEvent, after: VisibleEvent): boolean {
  const isSameThing = before.entityId === after.entityId && kindOf(before) === kindOf(after);
  return isSameThing && [before, after].every(isPlainEdit);
}

function kindOf({ op }: VisibleEvent): string {
  return op.split(".")[0] ?? "";
}

/**
 * Whether the event is an ordinary edit. Changes of the trip's dates are not, since their sentence needs each change.
 */
function isPlainEdit(event: VisibleEvent): boolean {
  const { changes } = event;
  const ofDates = changes && ("startDate" in changes || "endDate" in changes);
  return EDITS.has(event.op) && !isItemTick(event) && !ofDates;
}

/**
 * Returns all events of the writes that touched one row; a write is undone as a whole, so it must be shown as a
 * whole.
 */
export function writesAbout(
  events: readonly VisibleEvent[],
  isAbout: (event: VisibleEvent) => boolean,
): VisibleEvent[] {
  const writes = new Set(events.filter(isAbout).map(({ groupId }) => groupId));
  return events.filter(({ groupId }) => writes.has(groupId));
}

/**
 * Whether the group contains the oldest loaded write while older events exist, so that some of its events may not be
 * loaded.
 */
export function isGroupIncomplete(
  group: HistoryGroup,
  events: readonly VisibleEvent[],
  hasOlder: boolean,
): boolean {
  const oldest = events.at(-1)?.groupId;
  return hasOlder && group.events.some(({ groupId }) => groupId === oldest);
}

export type Changes = Record<string, readonly [unknown, unknown]>;

/**
 * Returns the first old and the last new value of each field that the group changed; fields that returned to their
 * old value are left out.
 */
export function netChanges(events: readonly VisibleEvent[]): Changes {
  const net: Record<string, [unknown, unknown]> = {};
  for (const { changes } of events) {
    for (const [field, [before, after]] of Object.entries(changes ?? {})) {
      net[field] = [net[field] ? net[field][0] : before, after];
    }
  }
  return Object.fromEntries(Object.entries(net).filter(([, [before, after]]) => isDifferent(before, after)));
}

function isDifferent(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** Whether two groups are shown as equal rows, so that the row need not render again. */
export function isSameGroup(a: HistoryGroup, b: HistoryGroup): boolean {
  const isSameDeed = a.seq === b.seq && a.at === b.at && a.actorId === b.actorId && a.via === b.via;
  if (!isSameDeed || a.answers?.group.seq !== b.answers?.group.seq) return false;
  const { seqs, standing, events, undone } = a;
  if (
    !isShallowEqual(seqs, b.seqs) ||
    !isShallowEqual(standing, b.standing) ||
    !isShallowEqual(events, b.events)
  )
    return false;
  return (
    isShallowEqual({ ...undone, seqs: null }, { ...b.undone, seqs: null }) &&
    isShallowEqual(undone?.seqs, b.undone?.seqs)
  );
}

/** Returns the kind of row that an event changes: the first segment of its op. */
export function eventKind(op: EventOp): string {
  return op.slice(0, op.indexOf("."));
}
