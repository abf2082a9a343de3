import type { Database } from "#db/client.ts";
import { readWorkStatus, type WorkStatus } from "#lib/server/background/status.ts";
import { table, formatInstant } from "./table.ts";

const WORDS: Readonly<Record<NonNullable<WorkStatus["trouble"]>, string>> = {
  "never ran": "NEVER RAN",
  late: "LATE",
  failing: "FAILING",
  behind: "BEHIND",
};

/**
 * Reads the results of the jobs.
 * @returns the text to print, and whether all jobs work
 */
export async function runStatusCommand(
  db: Database,
  now = new Date(),
): Promise<{ text: string; isWell: boolean }> {
  const all = await readWorkStatus(db, now);
  const rows = all.map((work) => [
    work.name,
    work.trouble === null ? "ok" : WORDS[work.trouble],
    formatInstant(work.lastRunAt),
    formatInstant(work.lastSuccessAt),
    waitingOf(work),
    work.failures > 0 || work.trouble !== null ? faultOf(work) : "-",
  ]);
  const headings = ["work", "state", "last run", "last success", "waiting", "last fault"];
  return { text: table(headings, rows), isWell: all.every(({ trouble }) => trouble === null) };
}

function waitingOf({ waiting }: WorkStatus): string {
  if (waiting === null) return "-";
  const since = waiting.since === null ? "" : `, since ${formatInstant(waiting.since)}`;
  return `${waiting.count}${waiting.isMore ? " or more" : ""}${since}`;
}

function faultOf({ lastError, lastFailureAt, failures }: WorkStatus): string {
  return lastError === null ? "-" : `${lastError}, ${formatInstant(lastFailureAt)} (${failures} in a row)`;
}
