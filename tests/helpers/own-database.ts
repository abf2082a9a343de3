// This file runs before the imports of each test file, so that handlers and verbs work on their worker's own database.
// A file marked `@alone` has a worker of its own; all other files share the workers and their loaded modules.
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, vi } from "vitest";
import { closeDatabases, freshDatabase } from "#lib/server/process/database.ts";
import { describeVariables } from "#lib/server/env/env.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { type ClonedDatabase, cloneDatabase } from "./clone-database.ts";

interface WorkersOwn {
  /** The worker's database, which is deleted when the test server stops. */
  database: ClonedDatabase;
  dataDir: string;
}

const worker = globalThis as typeof globalThis & { workersOwn?: WorkersOwn };
worker.workersOwn ??= {
  database: await cloneDatabase(inject("postgresUrl")),
  dataDir: mkdtempSync(join(inject("runFolder"), "data-")),
};
const { database, dataDir } = worker.workersOwn;

// A developer's own settings must not influence the tests.
for (const { name } of describeVariables()) delete process.env[name];
Object.assign(process.env, {
  BASE_URL: "http://localhost:3000",
  DATABASE_URL: database.url,
  DATABASE_POOL_MAX: "16",
  DATA_DIR: dataDir,
  BETTER_AUTH_SECRET: "secret-of-sessions-in-tests-only",
  REALTIME_SECRET: "secret-of-the-rooms-in-tests-only",
  INTERNAL_SECRET: "secret-of-the-jobs-in-tests-only",
  WEB_PUSH_PUBLIC_KEY:
    "BCdUK4GTpqDzQQt6HKdLBoh79Gnop2ubxJbl8G38smyZ6gT6mKLUNPWyHSpWTw09dKB3bQH_Hai9Dk_nZBn0muA",
  WEB_PUSH_PRIVATE_KEY: "PfV0B3f00RmCAReWRhjmVIoufc9TwV58Ru8UE1d21JA",
  EMAIL_PROVIDER: "console",
  CLIENT_IP_HEADER: "x-wayfare-client-ip",
  // A test sends in a second as many requests as a person in a day, so the rate limits are raised.
  PERSON_REQUEST_FACTOR: "1000",
  OPEN_SERVICES: "off",
  LOG_LEVEL: "silent",
});

/** Checks after each file that the stored number of stops of each trip equals the counted number. */
async function expectStopsCounted(): Promise<void> {
  const { rows } = await freshDatabase().pool.query(
    `select id, stop_count, (select count(*)::int from stops where trip_id = trips.id and deleted_at is null) as stops
     from trips where stop_count <> (select count(*) from stops where trip_id = trips.id and deleted_at is null)`,
  );
  expect(rows).toEqual([]);
}

// The next file of this worker must find the real clock and no mocks, and must open new connections.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await awaitDeferredWork();
  await expectStopsCounted().finally(closeDatabases);
});
