// @long: fills the fair share of a person over HTTP; unit has the queues
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Client } from "pg";
import { v7 as uuidv7 } from "uuid";
import { expect, inject, test, vi } from "vitest";
import { databaseUrl } from "#tests/helpers/app-database.ts";
import type { AbuserData, Answers, Load } from "./abuser.ts";
import { ADDRESS_HEADER } from "./global-service.ts";
import { type HttpClient, textAt } from "./http-client.ts";
import { newNativePerson, type Person } from "./people.ts";
import { query } from "./rows.ts";
import { newTrip } from "./trips.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";

/* One account or one trip uses as much of the service as it can; meanwhile, another person plans their own trip. */
const WINDOWS = 3;
const QUIET_MS = IS_LONG ? 10_000 : 1500;
const LOUD_MS = IS_LONG ? 30_000 : 3500;
const LOCKED_MS = IS_LONG ? 19_500 : 2500;
const MOST = 3;
/**
 * The percentile of the waiting times that is compared. A short window has so few requests that a pause of the disk can
 * set its 99th percentile; only long windows have enough requests for it.
 */
const PERCENTILE = IS_LONG ? 0.99 : 0.95;

/** The milliseconds between two requests of the person, whose own rate limit allows no more in the whole test. */
const EVERY_MS = IS_LONG ? 150 : 40;

vi.setConfig({ testTimeout: 60_000 + WINDOWS * 2 * LOUD_MS });

/**
 * Returns the waiting times of one person who lists trips, opens one and adds a stop, in turn. Each request is sent
 * when it is due, even if the previous one has not been answered; otherwise a service that hangs would get few requests
 * and look fast.
 */
async function plan({ client }: Person, tripId: string, forMs: number): Promise<number[]> {
  const asks = [
    () => client.get("/api/trips"),
    () => client.get(`/api/trips/${tripId}`),
    () => client.post(`/api/trips/${tripId}/stops`, { id: uuidv7(), name: "Lunch", dayId: null }),
  ];
  const start = performance.now();
  const answered = Array.from({ length: Math.ceil(forMs / EVERY_MS) }, async (_, n) => {
    await pause(n * EVERY_MS);
    const answer = await asks[n % asks.length]?.();
    return { status: answer?.status, ms: performance.now() - start - n * EVERY_MS };
  });
  const answers = await Promise.all(answered);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
  return answers.map(({ ms }) => ms);
}

function share(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0;
}

/** Fills a trip to its maximum size of seven megabytes, most of it in notes. */
async function fill(tripId: string): Promise<void> {
  await query(
    `insert into stops (id, trip_id, position, name, category, notes)
     select gen_random_uuid(), $1, 'a0' || lpad(n::text, 4, '0') || '1', 'Stop ' || n, 'other', repeat(md5(n::text), 310)
     from generate_series(1, 700) n`,
    [tripId],
  );
  await query("update trips set stop_count = 700 where id = $1", [tripId]);
}

function formOf(file: string, boundary: string): string {
  return `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.gpx"\r\ncontent-type: application/gpx+xml\r\n\r\n${file}\r\n--${boundary}--\r\n`;
}

function loadsOf({ client, email }: Person, tripId: string): Load[] {
  const signedIn = { authorization: `Bearer ${client.token}`, [ADDRESS_HEADER]: "198.51.100.7" };
  const places = Array.from(
    { length: 900 },
    (_, n) => `<wpt lat="${35 + n / 1000}" lon="135.${n}"><name>Place ${n}</name></wpt>`,
  ).join("");
  const gpx = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${places}</gpx>`;
  const trip = `/api/trips/${tripId}`;
  const read = (name: string, path: string): Load => ({
    name,
    loops: 10,
    method: "GET",
    path,
    headers: [signedIn],
  });
  const write = (name: string, path: string, type: string, body: string): Load => ({
    name,
    loops: 10,
    method: "POST",
    path,
    headers: [{ ...signedIn, "content-type": type, "content-length": String(Buffer.byteLength(body)) }],
    body,
  });
  const guess = JSON.stringify({ email, password: "not the password at all" });
  return [
    read("reads", trip),
    read("exports", `${trip}/export?format=json`),
    read("snapshots", `${trip}/snapshot?seq=1`),
    write("duplicates", `${trip}/duplicate`, "application/json", "{}"),
    write("imports", `${trip}/import/preview`, "multipart/form-data; boundary=edge", formOf(gpx, "edge")),
    {
      ...write("wrong passwords", "/api/auth/sign-in/email", "application/json", guess),
      headers: [1, 2, 3].map((host) => ({
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(guess)),
        [ADDRESS_HEADER]: `203.0.113.${host}`,
      })),
    },
  ];
}

async function whileAbused<T>(data: AbuserData, work: () => Promise<T>): Promise<[T, Answers]> {
  const worker = new Worker(join(import.meta.dirname, "abuser.ts"), { workerData: data });
  try {
    await once(worker, "online");
    const result = await work();
    worker.postMessage("over", []);
    const [answers]: Answers[] = await once(worker, "message");
    return [result, answers ?? {}];
  } finally {
    await worker.terminate();
  }
}

test("One account that reads, exports, copies, looks back, imports and guesses as fast as it can leaves another's own trip quick", async () => {
  const [victim, abuser] = [await newNativePerson(), await newNativePerson()];
  const own = textAt(await newTrip(victim.client), "id");
  const large = textAt(await newTrip(abuser.client), "id");
  await fill(large);
  const data = { url: inject("contractService").url, loads: loadsOf(abuser, large) };
  await plan(victim, own, QUIET_MS);
  const [quiet, loud]: [number[], number[]] = [[], []];
  const statuses = new Set<number>();
  for (let window = 0; window < WINDOWS; window++) {
    quiet.push(share(await plan(victim, own, QUIET_MS), 0.5));
    const [times, answers] = await whileAbused(data, () => plan(victim, own, LOUD_MS));
    loud.push(share(times, 0.5));
    for (const counts of Object.values(answers)) for (const status in counts) statuses.add(Number(status));
    console.log(
      `p50 ${loud[window]?.toFixed(1)} ms, quiet ${quiet[window]?.toFixed(1)} ms`,
      JSON.stringify(answers),
    );
  }
  expect(share(loud, 0.5)).toBeLessThanOrEqual(MOST * share(quiet, 0.5));
  // Requests beyond the limit are refused with a time to retry, and none fails in another way.
  expect(statuses).toContain(200);
  for (const status of statuses) expect([200, 201, 401, 429, 503]).toContain(status);
});

/** Returns a GPX file of the maximum upload size, with 9,000 places that have long notes. */
function largeGpx(): string {
  const text = "A long note on what to see there. ".repeat(30);
  const places = Array.from(
    { length: 9000 },
    (_, n) =>
      `<wpt lat="${(n / 1000).toFixed(3)}" lon="7.4"><name>Place ${n}</name><desc>${text}</desc></wpt>`,
  );
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${places.join("")}</gpx>`;
}

// Reading the file once takes seconds, so this test needs the long windows.
test.runIf(IS_LONG)(
  "A file of ten megabytes that is looked at over and over leaves others' trips quick",
  async () => {
    const [victim, other] = [await newNativePerson(), await newNativePerson()];
    const own = textAt(await newTrip(victim.client), "id");
    const theirs = textAt(await newTrip(other.client), "id");
    const body = formOf(largeGpx(), "edge");
    const load: Load = {
      name: "large files",
      loops: 1,
      method: "POST",
      path: `/api/trips/${theirs}/import/preview`,
      headers: [
        {
          authorization: `Bearer ${other.client.token}`,
          [ADDRESS_HEADER]: "198.51.100.8",
          "content-type": "multipart/form-data; boundary=edge",
          "content-length": String(Buffer.byteLength(body)),
        },
      ],
      body,
    };
    const data = { url: inject("contractService").url, loads: [load] };
    await plan(victim, own, QUIET_MS);
    const [quiet, loud]: [number[], number[]] = [[], []];
    const statuses = new Set<string>();
    for (let window = 0; window < WINDOWS; window++) {
      quiet.push(share(await plan(victim, own, LOUD_MS), 0.99));
      const [times, answers] = await whileAbused(data, () => plan(victim, own, LOUD_MS));
      loud.push(share(times, 0.99));
      for (const status of Object.keys(answers["large files"] ?? {})) statuses.add(status);
      console.log(
        `p99 ${loud[window]?.toFixed(1)} ms, quiet ${quiet[window]?.toFixed(1)} ms`,
        JSON.stringify(answers),
      );
    }
    expect(share(loud, 0.5)).toBeLessThanOrEqual(MOST * share(quiet, 0.5));
    // Requests beyond the limit are refused with a time to retry.
    expect(statuses).toContain("200");
    for (const status of statuses) expect(["200", "429"]).toContain(status);
  },
);

/** Locks a trip's row while `work` runs. @returns the answers to the writes that waited for it */
async function whileLocked<T>(
  tripId: string,
  owner: HttpClient,
  work: () => Promise<T>,
): Promise<[T, number[]]> {
  const holder = new Client({ connectionString: databaseUrl(inject("contractService")) });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select 1 from trips where id = $1 for update", [tripId]);
  const writers = Array.from({ length: 40 }, async () => {
    const answer = await owner.send("PATCH", `/api/trips/${tripId}`, { title: "Waiting" });
    return answer.status;
  });
  // Forty simultaneous requests slow the service down whatever they do, so the test waits for that to pass.
  await pause(500);
  const result = await work();
  await holder.query("rollback");
  await holder.end();
  return [result, await Promise.all(writers)];
}

test("A trip that stays locked keeps only its own writes waiting", async () => {
  const [victim, other] = [await newNativePerson(), await newNativePerson()];
  const own = textAt(await newTrip(victim.client), "id");
  const locked = textAt(await newTrip(other.client), "id");
  await plan(victim, own, QUIET_MS);
  const [quiet, loud]: [number[], number[]] = [[], []];
  for (let window = 0; window < WINDOWS; window++) {
    quiet.push(share(await plan(victim, own, LOCKED_MS), PERCENTILE));
    const [times, statuses] = await whileLocked(locked, other.client, () => plan(victim, own, LOCKED_MS));
    loud.push(share(times, PERCENTILE));
    // Each write waits for the lock or is refused with a time to retry.
    for (const status of statuses) expect([200, 429, 503]).toContain(status);
  }
  const [before, during] = [share(quiet, 0.5), share(loud, 0.5)];
  console.log(
    `p${PERCENTILE * 100}: quiet ${before.toFixed(1)} ms, beside a locked trip ${during.toFixed(1)} ms`,
  );
  expect(during).toBeLessThanOrEqual(MOST * before);
});
