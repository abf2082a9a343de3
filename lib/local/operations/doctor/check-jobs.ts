import type { Db } from "#db/client.ts";
import { readWorkStatus, type WorkStatus } from "#lib/server/background/status.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const WHAT = "background";

/** Checks whether the service's jobs work. */
export async function checkJobs(db: Db): Promise<Finding[]> {
  const all = await readWorkStatus(db, new Date());
  if (all.every(({ lastRunAt }) => lastRunAt === null)) return [ok(WHAT, "nothing has been done here yet")];
  const troubles = all.flatMap(findingOf);
  return troubles.length > 0 ? troubles : [ok(WHAT, `all ${all.length} kinds of work go well`)];
}

const ASK = "does the service run, and something ask POST /api/internal/tick?";

function findingOf(work: WorkStatus): Finding[] {
  const { name, trouble, lastError, lastSuccessAt, waiting } = work;
  const last =
    lastSuccessAt === null ? "never went well" : `last went well at ${lastSuccessAt.toISOString()}`;
  if (trouble === null) return [];
  if (trouble === "failing")
    return [problem(WHAT, `${name} fails (${lastError ?? "?"}) and ${last}: see the log`)];
  if (trouble === "behind") {
    const since = waiting?.since?.toISOString() ?? "?";
    return [problem(WHAT, `${name}: ${waiting?.count ?? 0} wait, the first since ${since}`)];
  }
  return [warning(WHAT, `${name} ${last}: ${ASK}`)];
}
