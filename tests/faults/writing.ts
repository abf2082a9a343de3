import { Client } from "pg";
import { newId } from "#lib/client/ids.ts";
import type { TripSession } from "#lib/client/trip-session.ts";

/** Writes that are under way at once; more of them wait in the session's own queue than are sent. */
const AT_ONCE = 6;

/** What a write leaves in the trip's log, once: an event's kind and something that only this write has in it. */
export type Trace = `${"stop.created" | "stop.updated" | "stop.moved" | "comment.created"} ${string}`;

export interface Written {
  /** Of the writes that were answered with success. */
  traces: Trace[];
  refusals: unknown[];
}

/** Writes `count` times as a busy person would; `onAnswer` hears of each. Ends when all are answered. */
export async function keepWriting(
  session: TripSession,
  count: number,
  onAnswer: () => void,
): Promise<Written> {
  const written: Written = { traces: [], refusals: [] };
  const writes = plannedWrites(session, count);
  async function lane(): Promise<void> {
    for (const { trace, submit } of writes) {
      try {
        await submit();
        written.traces.push(trace);
      } catch (error) {
        written.refusals.push(error);
      }
      onAnswer();
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return written;
}

interface PlannedWrite {
  trace: Trace;
  submit: () => Promise<unknown>;
}

/** Stop after stop: added, described, moved to the front of the day after, commented on. */
function* plannedWrites({ actions, store }: TripSession, count: number): Generator<PlannedWrite> {
  const days = store.trip.days.map(({ id }) => id);
  let stopId = newId();
  for (let n = 0; n < count; n++) {
    const mark = newId();
    const [here = null, next = null] = [days[n % days.length], days[(n + 1) % days.length]];
    if (n % 4 === 0) {
      stopId = newId();
      const stop = { id: stopId, name: mark, dayId: here };
      yield { trace: `stop.created ${mark}`, submit: () => actions.addStop(stop) };
    } else if (n % 4 === 1) {
      const id = stopId;
      yield { trace: `stop.updated ${mark}`, submit: () => actions.updateStop(id, { notes: mark }) };
    } else if (n % 4 === 2) {
      const id = stopId;
      const to = { dayId: next, afterId: null };
      yield { trace: `stop.moved ${id}`, submit: () => actions.moveStop(id, to) };
    } else {
      const target = { kind: "stop" as const, id: stopId };
      yield { trace: `comment.created ${mark}`, submit: () => actions.addComment(target, mark) };
    }
  }
}

const TRACES = `
  select op || ' ' || case op when 'stop.created' then after->>'name' when 'stop.updated' then after->>'notes'
    when 'stop.moved' then entity_id::text else after->>'body' end as trace
  from trip_events where trip_id = $1 and op in ('stop.created', 'stop.updated', 'stop.moved', 'comment.created')`;
const ROWS = `
  select 'stop.created ' || name as trace from stops where trip_id = $1 and deleted_at is null
  union all select 'comment.created ' || body from comments where trip_id = $1 and deleted_at is null`;
const SEQS = "select seq from trip_events where trip_id = $1 order by seq";

export interface Stored {
  /** As the trip's log tells them, in order of the alphabet, each as often as it is there. */
  traces: string[];
  /** Stops and comments, in the same words. */
  rows: string[];
  seqs: number[];
}

/** What the database itself holds. */
export async function readStored(url: string, tripId: string): Promise<Stored> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const traces = await client.query<{ trace: string }>(TRACES, [tripId]);
    const rows = await client.query<{ trace: string }>(ROWS, [tripId]);
    const seqs = await client.query<{ seq: number }>(SEQS, [tripId]);
    return {
      traces: traces.rows.map(({ trace }) => trace).toSorted(),
      rows: rows.rows.map(({ trace }) => trace).toSorted(),
      seqs: seqs.rows.map(({ seq }) => seq),
    };
  } finally {
    await client.end();
  }
}
