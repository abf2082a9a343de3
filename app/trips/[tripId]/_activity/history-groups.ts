import type { EventOp, VisibleEvent } from "#lib/shared/events.ts";

/** What one person did in one go: one write, or several like ones in a row. */
export interface HistoryGroup {
  /** Of its newest event; undoing that undoes its whole write. */
  seq: number;
  /** One seq per write, newest first. */
  seqs: number[];
  at: string;
  actorId: string | null;
  via: VisibleEvent["via"];
  /** Oldest first. */
  events: VisibleEvent[];
}

/** Like writes of one person within this time read as one. */
const TOGETHER_MS = 10 * 60_000;

/** Kinds of writes that are done many times in a row. */
const IN_ROWS: ReadonlySet<EventOp> = new Set(["stop.created", "vote.set"]);
/** Kinds that belong together when they are about the same thing. */
const IN_ROWS_OF_ONE: ReadonlySet<EventOp> = new Set([
  "stop.updated",
  "stop.moved",
  "trip.updated",
  "day.updated",
]);
const SILENT: ReadonlySet<EventOp> = new Set(["members.invalidated"]);

/** Groups events (newest first) into what people did, newest first. */
export function groupEvents(events: readonly VisibleEvent[]): HistoryGroup[] {
  const groups: HistoryGroup[] = [];
  let groupId: string | null = null;
  for (const event of events) {
    if (SILENT.has(event.op)) continue;
    const last = groups.at(-1);
    if (last && event.groupId === groupId) {
      last.events.unshift(event);
    } else {
      const { seq, at, actorId, via } = event;
      groups.push({ seq, seqs: [seq], at, actorId, via, events: [event] });
      groupId = event.groupId;
    }
  }
  return groups.reduce<HistoryGroup[]>(joinLike, []);
}

/** Joins the next older group to the newest one when both read as one deed. */
function joinLike(joined: HistoryGroup[], older: HistoryGroup): HistoryGroup[] {
  const newer = joined.at(-1);
  if (!newer || !readAsOne(newer, older)) return [...joined, older];
  const both = { ...newer, seqs: [...newer.seqs, ...older.seqs], events: [...older.events, ...newer.events] };
  return [...joined.slice(0, -1), both];
}

function readAsOne(newer: HistoryGroup, older: HistoryGroup): boolean {
  const [first] = newer.events;
  const [before] = older.events;
  if (!first || !before || newer.actorId !== older.actorId || newer.via !== older.via) return false;
  if (older.events.length > 1 || !newer.events.every(({ op }) => op === before.op)) return false;
  if (Date.parse(first.at) - Date.parse(before.at) > TOGETHER_MS) return false;
  if (IN_ROWS.has(before.op)) return true;
  if (!IN_ROWS_OF_ONE.has(before.op) || newer.events.some(({ entityId }) => entityId !== before.entityId))
    return false;
  // There and back, as by an undo, is worth two lines: together they would say that nothing happened.
  return [...touched([older]), ...touched([newer])].every(
    (field) => field in netChanges([...older.events, ...newer.events]),
  );
}

function touched(groups: readonly HistoryGroup[]): string[] {
  return groups.flatMap(({ events }) => events.flatMap(({ changes }) => Object.keys(changes ?? {})));
}

const PLAN_OPS = /^(?:stop|day)\.|^trip\.updated$/;

/** Whether an editor can take it back; roles, archiving and the trip's own beginning have other ways. */
export function isUndoable({ events }: HistoryGroup): boolean {
  return events.every(({ op }) => PLAN_OPS.test(op));
}

/** Everything that the writes did which touched one thing; undo takes a write back whole, so it has to be read whole. */
export function writesAbout(
  events: readonly VisibleEvent[],
  isAbout: (event: VisibleEvent) => boolean,
): VisibleEvent[] {
  const writes = new Set(events.filter(isAbout).map(({ groupId }) => groupId));
  return events.filter(({ groupId }) => writes.has(groupId));
}

/** Whether the oldest loaded write may have more events than are loaded. */
export function isCutOff(group: HistoryGroup, events: readonly VisibleEvent[], hasOlder: boolean): boolean {
  const oldest = events.at(-1)?.groupId;
  return hasOlder && group.events.some(({ groupId }) => groupId === oldest);
}

export type Changes = Record<string, readonly [unknown, unknown]>;

/** First old and last new value of each field that the group changed; what came back to where it was is left out. */
export function netChanges(events: readonly VisibleEvent[]): Changes {
  const net: Record<string, [unknown, unknown]> = {};
  for (const { changes } of events) {
    for (const [field, [before, after]] of Object.entries(changes ?? {})) {
      net[field] = [net[field] ? net[field][0] : before, after];
    }
  }
  return Object.fromEntries(
    Object.entries(net).filter(([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after)),
  );
}
