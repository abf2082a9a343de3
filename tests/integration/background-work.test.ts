// @alone @long: sets the environment, which the service reads once; every job with its failures; tick has the order of the jobs
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runAndRecord, writeRecordedRuns } from "#lib/server/background/note-runs.ts";
import { readWorkStatus, type WorkStatus } from "#lib/server/background/status.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { answerJson, type LoopbackServer, startLoopback } from "#tests/doubles/loopback-server.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newStop } from "#tests/factories/trips.ts";
import { doctorLines, runOperation } from "#tests/helpers/operations.ts";
import { v7 as uuidv7 } from "uuid";

let rooms: LoopbackServer;
beforeAll(async () => {
  rooms = await startLoopback((_, response) => answerJson(response, 200, { isListening: true }));
  process.env.PARTYKIT_URL = rooms.url;
});
afterAll(() => rooms.stop());

async function statusOf(name: string, now = new Date()): Promise<WorkStatus | undefined> {
  const all = await readWorkStatus(freshDatabase(), now);
  return all.find((work) => work.name === name);
}

async function fail(name: string, error: Error): Promise<void> {
  await expect(runAndRecord(name, () => Promise.reject(error))).rejects.toBe(error);
  await writeRecordedRuns(freshDatabase());
}

/** Returns a name for background work that no other test uses. */
const newWork = () => `work ${uuidv7()}`;
const MINUTE_MS = 60_000;

test("before anything was done, work that runs by itself never ran, which is no trouble of a new service", async () => {
  expect((await statusOf("publishing"))?.trouble).toBe("never ran");
  expect(doctorLines(await runOperation("doctor"), "background")).toEqual([
    expect.stringMatching(/^ok .*nothing has been done/),
  ]);
});

describe("what is known of background work", () => {
  test("is its last run, success and fault, and how often it has failed since", async () => {
    const name = newWork();
    await runAndRecord(name, () => Promise.resolve());
    await writeRecordedRuns(freshDatabase());
    expect(await statusOf(name)).toMatchObject({ failures: 0, lastError: null, trouble: null });

    const fault = Object.assign(new TypeError("ann.planted@people.test has no inbox"), {
      code: "ECONNREFUSED",
    });
    await fail(name, fault);
    await fail(name, fault);
    const failing = await statusOf(name);
    expect(failing).toMatchObject({ failures: 2, lastError: "TypeError ECONNREFUSED", trouble: "failing" });
    expect(failing?.lastSuccessAt).not.toBeNull();
    const { rows } = await freshDatabase().pool.query("select * from background_work");
    expect(JSON.stringify(rows)).not.toContain("planted");

    await runAndRecord(name, () => Promise.resolve());
    await writeRecordedRuns(freshDatabase());
    expect(await statusOf(name)).toMatchObject({
      failures: 0,
      lastError: "TypeError ECONNREFUSED",
      trouble: null,
    });
  });

  test("of many runs that go well is written down now and then", async () => {
    const name = newWork();
    const versions = async () => {
      await runAndRecord(name, () => Promise.resolve());
      await writeRecordedRuns(freshDatabase());
      const { rows } = await freshDatabase().pool.query("select xmin from background_work where name = $1", [
        name,
      ]);
      return rows[0]?.xmin;
    };
    expect(new Set([await versions(), await versions(), await versions()]).size).toBe(1);
  });

  test("is kept when the database can't be written for a while", async () => {
    const name = newWork();
    await runAndRecord(name, () => Promise.resolve());
    const away = { client: { query: () => Promise.reject(new Error("away")) } };
    await writeRecordedRuns(away);
    expect(await statusOf(name)).toBeUndefined();
    await writeRecordedRuns(freshDatabase());
    expect(await statusOf(name)).toMatchObject({ trouble: null });
  });
});

describe("after a tick", () => {
  beforeAll(async () => {
    await freshDatabase().pool.query("delete from background_work");
    await runTick();
    await awaitDeferredWork();
    await writeRecordedRuns(freshDatabase());
  });

  test("its jobs are known, and late when none follows for long", async () => {
    const names = ["publishing", "pushing", "closing decisions", "account work", "expired sessions"];
    for (const name of names)
      expect(await statusOf(name), name).toMatchObject({ trouble: null, failures: 0 });
    const later = new Date(Date.now() + 6 * MINUTE_MS);
    expect(await statusOf("publishing", later)).toMatchObject({ trouble: "late" });
    expect(await statusOf("expired sessions", later)).toMatchObject({ trouble: null });
  });

  test("an operator is shown a table, and exit code 1 where something is in trouble", async () => {
    const well = await runOperation("admin", ["status"]);
    expect(well.out).toMatch(/^publishing +ok +\d{4}-/m);
    expect(well.code).toBe(0);
    expect(doctorLines(await runOperation("doctor"), "background")).toEqual([
      expect.stringMatching(/^ok .*kinds of work go well/),
    ]);

    await fail("mailing", new RangeError("ann.planted@people.test"));
    await freshDatabase().pool.query(
      `update background_work set last_run_at = now() - interval '1 hour', last_success_at = now() - interval '1 hour'
       where name = 'pushing'`,
    );
    const ill = await runOperation("admin", ["status"]);
    expect(ill.code).toBe(1);
    expect(ill.out).toMatch(/^mailing +FAILING .*RangeError, .*\(1 in a row\)/m);
    expect(ill.out).not.toContain("planted");
    expect(doctorLines(await runOperation("doctor"), "background").toSorted()).toEqual([
      expect.stringMatching(/^PROBLEM .*mailing fails \(RangeError\) and never went well: see the log/),
      expect.stringMatching(/^WARNING .*pushing last went well at .*does the service run/),
    ]);
  });

  test("what waits is counted, and trouble when it waits for long", async () => {
    const { tripId, owner, trip } = await newTripFixture();
    await newStop(owner, trip);
    expect((await statusOf("publishing"))?.waiting?.count).toBe(0);
    await freshDatabase().pool.query("update trips set published_seq = seq - 1 where id = $1", [tripId]);
    expect((await statusOf("publishing"))?.waiting).toMatchObject({ count: 1, since: expect.any(Date) });

    expect(await statusOf("account work")).toMatchObject({ waiting: { count: 0 }, trouble: null });
    await freshDatabase().pool.query(
      "insert into account_deletions (user_id, due_at) values ($1, now() - interval '11 minutes')",
      [uuidv7()],
    );
    expect(await statusOf("account work")).toMatchObject({ waiting: { count: 1 }, trouble: "behind" });
  });
});
