import { findSumProblems } from "./sum-checks.ts";
import type { Fault } from "./fault.ts";
import { findWriteProblems, undoProblems } from "./write-checks.ts";
import { findClientDifferences, waitForConvergence } from "./convergence.ts";
import type { Workload } from "./workload.ts";
import { pollUntil } from "./polling.ts";
import { WEB_POOL_SIZE, type SystemUnderTest } from "./system-under-test.ts";

const RECOVERED_WITHIN_MS = 120_000;

/** The problems of each promise as sentences; an empty list means that the promise holds. */
export interface Verdict {
  kept: string[];
  same: string[];
  exact: string[];
  /** The problems of the service itself: its answers, its health, its connections, its process. */
  service: string[];
  /** The time until every client was live, had sent everything, and was at the trip's seq. */
  recoverySeconds: number;
  writes: number;
}

export interface StateBeforeFault {
  webPid: number | undefined;
}

/** Waits until the service has recovered, and then checks all promises. */
export async function checkPromises(
  world: SystemUnderTest,
  scene: Workload,
  fault: Fault,
  before: StateBeforeFault,
): Promise<Verdict> {
  const healedAt = performance.now();
  const unanswered = await unansweredAfter(scene);
  const behind = await waitForConvergence(world, scene, RECOVERED_WITHIN_MS);
  const recoverySeconds = (performance.now() - healedAt) / 1000;
  const repeated = unanswered.length > 0 ? [] : await undoneAndRepeated(scene);
  await waitForConvergence(world, scene, RECOVERED_WITHIN_MS);
  return {
    kept: [...unanswered, ...repeated, ...(await findWriteProblems(world, scene))],
    same: [...behind, ...(await findClientDifferences(world, scene))],
    exact: await findSumProblems(scene),
    service: await serviceProblems(world, fault, before),
    recoverySeconds,
    writes: scene.acknowledged(),
  };
}

async function unansweredAfter(scene: Workload): Promise<string[]> {
  let isFinished = false;
  void scene.finish().then(() => (isFinished = true));
  if (await pollUntil(() => isFinished, RECOVERED_WITHIN_MS)) return [];
  return [`${scene.unanswered()} writes were never answered`];
}

async function undoneAndRepeated(scene: Workload): Promise<string[]> {
  await Promise.all(scene.trips.map(({ native }) => native.repeatSome()));
  return undoProblems(scene).catch((error: unknown) => [`undo failed: ${String(error)}`]);
}

const CONNECTIONS = `
  select count(*)::int as all, count(*) filter (where state like 'idle in transaction%')::int as stuck
  from pg_stat_activity where datname = 'wayfare' and backend_type = 'client backend' and pid <> pg_backend_pid()`;

async function serviceProblems(
  world: SystemUnderTest,
  { restartsWeb }: Fault,
  { webPid }: StateBeforeFault,
): Promise<string[]> {
  const problems = await world.answers.offences();
  let health: unknown;
  const isWell = async (): Promise<boolean> => {
    health = await world.health();
    return typeof health === "object" && health !== null && Reflect.get(health, "status") === "ok";
  };
  if (!(await pollUntil(isWell, 30_000)))
    problems.push(`/api/health says ${JSON.stringify(health)} afterwards`);
  let open = { all: 0, stuck: 0 };
  const areFew = async (): Promise<boolean> => {
    const [row] = await world.postgres.query<typeof open>(CONNECTIONS);
    if (row) open = row;
    return open.all <= WEB_POOL_SIZE && open.stuck === 0;
  };
  if (!(await pollUntil(areFew, 20_000)))
    problems.push(`${open.all} connections are open, ${open.stuck} of them in a transaction`);
  const isSameProcess = world.app.pidOf("web") === webPid;
  if (!isSameProcess && !restartsWeb) problems.push("the web server had to be started again");
  if (isSameProcess && restartsWeb) problems.push("the web server was not started again");
  return problems;
}
