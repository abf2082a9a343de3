import type { Db } from "#db/client.ts";
import { selectBacklogs, selectJobs } from "#db/queries/background-work.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How old the last success may be, for work that runs every few seconds, each minute, and each hour. */
const OFTEN_MS = 5 * MINUTE_MS;
const TIDYING_MS = 30 * MINUTE_MS;
const HOURLY_MS = 26 * HOUR_MS;

/** The longest pause of work that runs at fixed times. Other work, such as mailing, runs only when there is some. */
const SCHEDULE: Readonly<Record<string, number>> = {
  publishing: OFTEN_MS,
  "telling of inboxes": OFTEN_MS,
  "closing decisions": OFTEN_MS,
  pushing: OFTEN_MS,
  "lost runs of the agent": OFTEN_MS,
  "account work": OFTEN_MS,
  "old answers": TIDYING_MS,
  "old answers of open services": TIDYING_MS,
  "expired codes": TIDYING_MS,
  "expired sessions": TIDYING_MS,
  "unfinished sign-ups": TIDYING_MS,
  "guests who are gone": TIDYING_MS,
  "deleted files": TIDYING_MS,
  "deleted trips": TIDYING_MS,
  "sweeping avatars": HOURLY_MS,
  "sweeping attachments": HOURLY_MS,
};

/** The most waiting entries that are counted. */
const MOST_COUNTED = 1000;
/** How long an entry may wait for work that runs every few seconds. */
const WAITS_MS = 10 * MINUTE_MS;

export interface WorkStatus {
  name: string;
  /** When the work last ran; null: never. */
  lastRunAt: Date | null;
  lastSuccessAt: Date | null;
  lastError: string | null;
  lastFailureAt: Date | null;
  failures: number;
  /** What waits for this work; null: it has no entries that could be counted. */
  waiting: { count: number; isMore: boolean; since: Date | null } | null;
  /** The problem that an operator must look at; null: none. */
  trouble: "never ran" | "late" | "failing" | "behind" | null;
}

/** Returns the status of all background work, problems first. */
export async function readWorkStatus(db: Db, now: Date): Promise<WorkStatus[]> {
  const [rows, backlogs] = await Promise.all([
    selectJobs(db, {}),
    selectBacklogs(db, { now, most: MOST_COUNTED }),
  ]);
  const known = new Map(rows.map((row) => [row.name, row]));
  const waiting = new Map(backlogs.map((backlog) => [backlog.name, backlog]));
  const names = [...new Set([...Object.keys(SCHEDULE), ...known.keys()])];
  const all = names.map((name): WorkStatus => {
    const row = known.get(name);
    const backlog = waiting.get(name);
    const status = {
      name,
      lastRunAt: row?.lastRunAt ?? null,
      lastSuccessAt: row?.lastSuccessAt ?? null,
      lastError: row?.lastError ?? null,
      lastFailureAt: row?.lastFailureAt ?? null,
      failures: row?.failures ?? 0,
      waiting: backlog
        ? { count: backlog.waiting, isMore: backlog.waiting >= MOST_COUNTED, since: backlog.since }
        : null,
    };
    return Object.assign(status, { trouble: troubleOf(status, now) });
  });
  return all.toSorted((a, b) => Number(b.trouble !== null) - Number(a.trouble !== null));
}

/**
 * Whether work is overdue by minutes. Hourly work is left out, because it is late after any longer stop of the service;
 * and work that never ran is no problem while nothing waits for it.
 */
export async function isWorkOverdue(db: Db, now: Date): Promise<boolean> {
  const all = await readWorkStatus(db, now);
  return all.some(({ name, trouble, waiting }) => {
    if (trouble === "late") return SCHEDULE[name] === OFTEN_MS;
    if (trouble === "never ran") return waiting !== null && isBehind(waiting, now);
    return trouble !== null;
  });
}

function isBehind({ since }: NonNullable<WorkStatus["waiting"]>, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() > WAITS_MS;
}

function troubleOf(status: Omit<WorkStatus, "trouble">, now: Date): WorkStatus["trouble"] {
  const { name, lastRunAt, lastSuccessAt, failures, waiting } = status;
  const ago = (at: Date | null) => (at === null ? Infinity : now.getTime() - at.getTime());
  const due = SCHEDULE[name];
  // Hourly work that never ran is no problem: on a machine that has just started it was not due yet.
  if (due !== undefined && lastRunAt === null) return due === HOURLY_MS ? null : "never ran";
  if (failures > 0 && (due === undefined || ago(lastSuccessAt) > due)) return "failing";
  if (due !== undefined && ago(lastSuccessAt) > due) return "late";
  return waiting !== null && isBehind(waiting, now) ? "behind" : null;
}
