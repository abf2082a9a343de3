import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallOptions } from "#lib/client/base/api.ts";
import { processIdentity } from "#lib/local/process-identity.ts";
import { type App, type PartName, startApp } from "#tests/helpers/app.ts";
import { signUp } from "#tests/helpers/app-client.ts";
import { databaseUrl } from "#tests/helpers/app-database.ts";
import { descendants } from "#tests/helpers/process-tree.ts";
import { openSharedTrip, type Traveller } from "./travellers.ts";
import { keepWriting, readStoredTraces } from "./writing.ts";

const WRITES_EACH = 100;
const KILL_AFTER = 60;
const CONVERGED_WITHIN_MS = 30_000;

let app: App;
/**
 * The same two people are used throughout, because codes are rate-limited by address and all requests have one address.
 */
let owner: CallOptions;
let friend: CallOptions;

beforeAll(async () => {
  app = await startApp();
  owner = { baseUrl: app.url, token: (await signUp(app)).token };
  friend = { baseUrl: app.url, token: (await signUp(app)).token };
});

afterAll(() => app.stop());

/** Sends SIGKILL to the web server, to the rooms and their runtime, or to the database's main process. */
function kill(part: PartName): number {
  const pid = app.pidOf(part) ?? 0;
  process.kill(part === "rooms" ? -pid : pid, "SIGKILL");
  return pid;
}

async function untilConverged({ session, truth }: Traveller): Promise<void> {
  const state = async () => ({
    connection: session.connection,
    unsent: session.store.queue.items.length,
    behind: (await truth()).seq - session.store.seq,
  });
  const there = { connection: "live", unsent: 0, behind: 0 };
  await expect.poll(state, { timeout: CONVERGED_WITHIN_MS }).toEqual(there);
}

test.each<PartName>(["rooms", "postgres", "web"])(
  "200 writes during which %s is killed are all there, once, and in both views",
  async (part) => {
    const travellers = await openSharedTrip(owner, friend);
    let answered = 0;
    let killed = 0;
    function count(): void {
      answered++;
      if (answered === KILL_AFTER) killed = kill(part);
    }
    const outcomes = await Promise.all(
      travellers.map(({ session }) => keepWriting(session, WRITES_EACH, count)),
    );
    expect(outcomes.flatMap(({ refusals }) => refusals)).toEqual([]);
    const traces = outcomes.flatMap((outcome) => outcome.traces).toSorted();
    expect(traces).toHaveLength(2 * WRITES_EACH);

    const { id } = travellers[0].session.store;
    const stored = await readStoredTraces(databaseUrl(app), id);
    expect(stored.traces).toEqual(traces);
    expect(stored.rows).toEqual(traces.filter((trace) => /^(stop|comment)\.created /.test(trace)));
    expect(stored.seqs).toEqual(stored.seqs.map((_, index) => index + 1));

    for (const traveller of travellers) {
      await untilConverged(traveller);
      expect(traveller.session.store.trip).toEqual(await traveller.truth());
    }
    expect(app.pidOf(part)).not.toBe(killed);
    expect(processIdentity(app.pidOf(part) ?? 0)).toBeDefined();
    for (const { session } of travellers) session.stop();
  },
);

test("leaves no process behind", async () => {
  const processes = [app.pid, ...descendants(app.pid).map(({ pid }) => pid)];
  expect(processes.length).toBeGreaterThan(4);
  await app.stop();
  expect(processes.filter((pid) => processIdentity(pid) !== undefined)).toEqual([]);
});
