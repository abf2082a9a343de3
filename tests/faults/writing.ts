import { Client } from "pg";
import { newId } from "#lib/client/base/ids.ts";
import type { TripSession } from "#lib/client/open-trip/trip-session.ts";

/** The number of writes in progress; it is higher than what the session sends at once, so some wait in its queue. */
const AT_ONCE = 6;

/** What a write leaves exactly once in the trip's log: an event's op, and a text that only this write contains. */
export type Trace = `${"stop.created" | "stop.updated" | "stop.moved" | "comment.created"} ${string}`;

export interface WriteResults {
  /** The traces of writes that were answered with success. */
  traces: Trace[];
  refusals: unknown[];
}

/** Makes `count` writes as a busy person does and calls `onAnswer` for each. It ends when all are answered. */
export async function keepWriting(
  session: TripSession,
  count: number,
  onAnswer: () => void,
): Promise<WriteResults> {
  const written: WriteResults = { traces: [], refusals: [] };
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

/**
 * Yields writes for one stop after another: it is added, described, moved to the beginning of the next day, and
 * commented on.
 */
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

export interface StoredTraces {
  /** The traces in the trip's log, sorted, each as often as it occurs. */
  traces: string[];
  /** The traces of the stored stops and comments. */
  rows: string[];
  seqs: number[];
}

/** Returns what the database itself contains. */
export async function readStoredTraces(url: string, tripId: string): Promise<StoredTraces> {
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
