// @long: builds two versions
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningProcess } from "#lib/local/part.ts";
import { postgresPart, postgresUrl } from "#lib/local/postgres.ts";
import { startRedis, type TestRedis } from "#tests/helpers/redis.ts";
import {
  selectVersion,
  type Machine,
  readSettings,
  runCommand,
  type RunningService,
  startUnit,
} from "#tests/helpers/self-hosted.ts";
import { hasCaddy, type Proxy, startProxy } from "#tests/helpers/tls-proxy.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

/*
 * These tests follow the page on self-hosting on this machine: a fresh clone, a PostgreSQL and a Redis that are not
 * Wayfare's, TLS by the page's proxy, an upgrade with a migration, and a rollback. They install once and build twice.
 */

const ROOT = join(import.meta.dirname, "../..");
const PAGE = readFileSync(join(ROOT, ".github/SELF-HOSTING.md"), "utf8");
const UNIT = readFileSync(join(ROOT, ".hosting/wayfare.service"), "utf8");
const MINUTE = 60_000;
const PASSWORD = "0123456789abcdef";

let folder: string;
let machine: Machine;
let postgres: RunningProcess;
let redis: TestRedis;
let proxy: Proxy;
let settings: Record<string, string>;
let served: RunningService | undefined;

/** Returns a command after checking that the page contains it word for word. */
function written(command: string): string {
  expect(PAGE).toContain(command);
  return command;
}

async function query(text: string, url = settings.DATABASE_URL): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows }: { rows: unknown[] } = await client.query(text);
    return rows;
  } finally {
    await client.end();
  }
}

/** The embedded server already has a superuser `wayfare`, so the page's user of that name is called `planner` here. */
async function startPostgres(port: number): Promise<string> {
  const dataDir = join(folder, "database");
  mkdirSync(dataDir);
  const options = { dataDir, port, password: PASSWORD, log: () => undefined };
  postgres = await postgresPart(options).start(new AbortController().signal);
  const role = written("create role wayfare login password 'PASSWORD'");
  await query(role.replace("wayfare", "planner").replace("PASSWORD", PASSWORD), postgresUrl(options));
  written("createdb --owner wayfare --encoding UTF8 --template template0 wayfare");
  await query("create database plan owner planner encoding 'UTF8' template template0", postgresUrl(options));
  return `postgresql://planner:${PASSWORD}@127.0.0.1:${port}/plan`;
}

async function choosePorts(): Promise<[number, number, number, number, number]> {
  const taken = new Set<number>();
  async function free(): Promise<number> {
    const port = await unusedPort("::", taken);
    taken.add(port);
    return port;
  }
  return [await free(), await free(), await free(), await free(), await free()];
}

async function writeSettings(): Promise<void> {
  const [pgPort, port, partyPort, own, plain] = await choosePorts();
  const example = readFileSync(join(ROOT, ".hosting/wayfare.env.example"), "utf8");
  const secrets = ["BETTER_AUTH_SECRET", "REALTIME_SECRET", "INTERNAL_SECRET"].map(
    (name) => [name, runCommand(ROOT, written("openssl rand -base64 32")).trim()] as const,
  );
  settings = {
    ...readSettings(example),
    ...Object.fromEntries(secrets),
    BASE_URL: `https://localhost:${own}`,
    DATABASE_URL: await startPostgres(pgPort),
    RATE_LIMIT_REDIS_URL: redis.url,
    PORT: String(port),
    PARTY_PORT: String(partyPort),
    EMAIL_PROVIDER: "console",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`);
  writeFileSync(machine.settings, lines.join(""), { mode: 0o600 });
  proxy = await startProxy(folder, join(ROOT, ".hosting/Caddyfile"), { own, plain, upstream: port });
}

/** Lets two people use the service in two browsers, through the proxy. */
async function tryOut(): Promise<void> {
  const { DATABASE_URL = "", BETTER_AUTH_SECRET = "" } = settings;
  const args = ["test", "--config", "tests/deployment/playwright.config.ts"];
  const child = spawn(join(ROOT, "node_modules/.bin/playwright"), args, {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL, BETTER_AUTH_SECRET, DEPLOYMENT_URL: proxy.url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const [code]: (number | null)[] = await once(child, "close");
  expect(code, said).toBe(0);
}

/** Requests a code through the proxy, as a client that states a false address. @returns the status */
async function askForCode(email: string, claimed: string): Promise<number> {
  const headers = {
    "content-type": "application/json",
    origin: proxy.url,
    "x-real-ip": claimed,
    "x-forwarded-for": claimed,
  };
  const path = `${proxy.url}/api/auth/email-otp/send-verification-otp`;
  const asked = request(path, { method: "POST", headers, rejectUnauthorized: false });
  asked.end(JSON.stringify({ email, type: "sign-in" }));
  const [response] = await once(asked, "response");
  response.resume();
  return response.statusCode;
}

async function startCurrent(): Promise<RunningService> {
  served = startUnit(machine, UNIT);
  await served.untilReady();
  return served;
}

async function stopCurrent(): Promise<void> {
  const stopped = await served?.stop();
  expect(stopped?.code).toBe(0);
  expect(stopped?.ms).toBeLessThan(Number(/TimeoutStopSec=(\d+)/.exec(UNIT)?.[1]) * 1000);
}

function tripCount(): Promise<unknown[]> {
  return query("select count(*)::int as trips from trips");
}

describe.skipIf(!hasCaddy())("the page on self-hosting", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "wayfare-machine-"));
    machine = {
      home: join(folder, "opt"),
      state: join(folder, "state"),
      settings: join(folder, "wayfare.env"),
    };
    for (const path of [join(machine.home, "releases"), machine.state]) mkdirSync(path, { recursive: true });
    redis = await startRedis();
    await writeSettings();
  }, 5 * MINUTE);

  afterAll(async () => {
    await served?.stop();
    await proxy.stop();
    await redis.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }, 5 * MINUTE);

  test(
    "leads from a clone to a service that two people plan a trip in",
    async () => {
      const release = join(machine.home, "releases/1.0.0");
      runCommand(folder, `git clone --quiet --depth 1 file://${ROOT} ${release}`);
      runCommand(release, written("npm ci --include=dev"));
      runCommand(release, written("npm run build"));
      selectVersion(machine, "1.0.0");
      const service = await startCurrent();
      expect(service.log()).toContain(`Wayfare is ready at ${proxy.url} (port ${settings.PORT})`);
      expect(service.log()).not.toContain("building the web part");
      await tryOut();
    },
    40 * MINUTE,
  );

  test("leaves no way in beside the proxy, and believes no caller's word on the address", async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === "IPv4" && !address.internal);
    if (outside)
      await expect(fetch(`http://${outside.address}:${settings.PORT}/api/health`)).rejects.toThrow();
    const statuses = [];
    for (let each = 1; each <= 5; each++)
      statuses.push(await askForCode(`ann${each}@example.test`, `203.0.113.${each}`));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  test(
    "leads to the next version and back, and nothing is lost",
    async () => {
      const [old, next] = ["1.0.0", "1.1.0"].map((version) => join(machine.home, "releases", version));
      // The copy uses hard links, except for folders that the test writes to.
      runCommand(folder, `cp --archive --link ${old} ${next} && rm -r ${next}/.next ${next}/db`);
      runCommand(folder, `cp --archive ${old}/db ${next}/db`);
      addMigration(next ?? "");
      runCommand(next ?? "", written("npm run build"));
      const before = await tripCount();
      // The migration runs while the old version still serves.
      runCommand(next ?? "", written("npm run db:migrate"), { DATABASE_URL: settings.DATABASE_URL ?? "" });
      expect(await query("select count(walk_note)::int as notes from trips")).toEqual([{ notes: 0 }]);
      await tryOut();
      for (const version of ["1.1.0", "1.0.0"]) {
        await stopCurrent();
        selectVersion(machine, version);
        await startCurrent();
        await tryOut();
      }
      expect(await tripCount()).not.toEqual(before);
    },
    40 * MINUTE,
  );
});

/** Adds a migration as a next version could have. */
function addMigration(release: string): void {
  const migrations = join(release, "db/migrations");
  const file = join(migrations, "meta/_journal.json");
  const journal: { entries: { idx: number; when: number }[] } = JSON.parse(readFileSync(file, "utf8"));
  const last = journal.entries.at(-1);
  const entry = { ...last, idx: (last?.idx ?? 0) + 1, when: (last?.when ?? 0) + 1, tag: "9999_walk_note" };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  writeFileSync(join(migrations, "9999_walk_note.sql"), 'ALTER TABLE "trips" ADD COLUMN "walk_note" text;');
}
