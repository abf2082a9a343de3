import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { backgroundWork } from "#db/schema/operations.ts";
import { param } from "./projection.ts";

/**
 * Records the results of jobs; `runs` is a JSON array of `{ name, at, error, failures }`, each name once: the last run,
 * the error of a failed one, and the number of failures since the last success. Later results of another server stay.
 */
export const saveJobRuns = statement<{ runs: string }, never>(
  "note_background_runs",
  sql`insert into ${backgroundWork} as known (name, last_run_at, last_success_at, last_failure_at, last_error, failures)
    select r.name, r.at, case when r.error is null then r.at end, case when r.error is not null then r.at end, r.error, r.failures
    from jsonb_to_recordset(${param("runs", "jsonb")}) as r(name text, at timestamptz, error text, failures int)
    order by r.name
    on conflict (name) do update set
      last_run_at = greatest(known.last_run_at, excluded.last_run_at),
      last_success_at = greatest(known.last_success_at, excluded.last_success_at),
      last_failure_at = greatest(known.last_failure_at, excluded.last_failure_at),
      last_error = coalesce(excluded.last_error, known.last_error),
      failures = case when excluded.last_success_at is null then known.failures + excluded.failures else 0 end`,
);

export interface JobRow {
  name: string;
  lastRunAt: Date;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  lastError: string | null;
  failures: number;
}

export const selectJobs = statement<object, JobRow>(
  "select_background_work",
  sql`select ${backgroundWork.name} as name, ${backgroundWork.lastRunAt} as "lastRunAt",
      ${backgroundWork.lastSuccessAt} as "lastSuccessAt", ${backgroundWork.lastFailureAt} as "lastFailureAt",
      ${backgroundWork.lastError} as "lastError", ${backgroundWork.failures} as failures
    from ${backgroundWork} order by ${backgroundWork.name}`,
);

export interface Backlog {
  /** The name of the job that does the waiting tasks. */
  name: string;
  /** The number of waiting tasks; counting stops at `most`. */
  waiting: number;
  /** When the longest waiting task became due; null: nothing waits, or the time is not known. */
  since: Date | null;
}

/** The number of waiting tasks for each kind of job, by the same indexes that the jobs use. */
export const selectBacklogs = statement<{ now: Date; most: number }, Backlog>(
  "select_backlogs",
  sql`select 'publishing' as name, count(*)::int as waiting, min(b.at) as since from (
      select (select e.at from trip_events e where e.trip_id = t.id and e.seq = t.published_seq + 1) as at
      from trips t where t.is_behind order by t.id limit ${param("most", "int")}) b
    union all select 'telling of inboxes', count(*)::int, min(b.due_at) from (
      select due_at from inbox_rooms where due_at < ${param("now", "timestamptz")} order by due_at limit ${param("most", "int")}) b
    union all select 'pushing', count(*)::int, min(b.push_at) from (
      select push_at from notifications where push_at <= ${param("now", "timestamptz")} order by push_at limit ${param("most", "int")}) b
    union all select 'lost runs of the agent', count(*)::int, min(b.lease_until) from (
      select lease_until from agent_threads where run_id is not null and lease_until < ${param("now", "timestamptz")}
      order by lease_until limit ${param("most", "int")}) b
    union all select 'account work', count(*)::int, min(b.due_at) from (
      (select due_at from profile_changes where due_at <= ${param("now", "timestamptz")} order by due_at limit ${param("most", "int")})
      union all
      (select due_at from guest_claims where due_at <= ${param("now", "timestamptz")} order by due_at limit ${param("most", "int")})
      union all
      (select due_at from account_deletions where due_at <= ${param("now", "timestamptz")} order by due_at limit ${param("most", "int")})) b
    union all select 'closing decisions', count(*)::int, min(b.deadline) from (
      select d.deadline from decisions d join trips t on t.id = d.trip_id
      where d.status = 'open' and d.deleted_at is null and d.deadline is not null
        and d.deadline <= ${param("now", "timestamptz")} and t.archived_at is null and t.deleted_at is null
      order by d.deadline limit ${param("most", "int")}) b`,
);
