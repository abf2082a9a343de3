// @alone: loads the service's modules anew
import { execFile } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { folderState } from "#lib/server/storage/folder-state.ts";
import { inDatabase } from "#tests/helpers/operations.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "wayfare-health-"));
  vi.stubEnv("DATA_DIR", dataDir);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Returns what GET /api/health answers while the room host answers by `listener`, or does not answer. `before` runs
 * after a first answer.
 */
async function healthWith(listener: RequestListener | null, times = 1, before?: () => unknown) {
  const server = createServer(listener ?? (() => undefined)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  if (!listener) server.close();
  vi.stubEnv("PARTYKIT_URL", `http://127.0.0.1:${port}`);
  vi.resetModules();
  const { GET } = await import("#app/api/health/route.ts");
  const request = new Request("http://localhost:3000/api/health");
  if (before) await GET(request, { params: Promise.resolve({}) });
  await before?.();
  const asked = Array.from({ length: times }, () => GET(request, { params: Promise.resolve({}) }));
  const [response = new Response()] = await Promise.all(asked);
  server.close();
  await (await import("#lib/server/process/database.ts")).closeDatabases();
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const ok: RequestListener = (_, response) => response.writeHead(200).end("ok");
const failing: RequestListener = (_, response) => response.writeHead(500).end();

describe("health", () => {
  test("is good when the database and the room answer, and is for anyone", async () => {
    const asked: string[] = [];
    const { status, body, headers } = await healthWith((request, response) => {
      asked.push(request.url ?? "");
      ok(request, response);
    });
    expect({ status, body }).toEqual({ status: 200, body: { status: "ok", database: "ok", room: "ok" } });
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(asked).toHaveLength(1);
  });

  test("tells a room that fails from one that is away, and both from the database", async () => {
    const down = { status: "down", database: "ok", room: "down" };
    expect(await healthWith(failing)).toMatchObject({ status: 503, body: down });
    expect(await healthWith(null)).toMatchObject({ status: 503, body: down });
  });

  test("says that the database is down, without a word of why", async () => {
    vi.stubEnv("DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:1/none");
    const { status, body } = await healthWith(ok);
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: "UNAVAILABLE", status: "down", database: "down", room: "ok" },
    });
  });

  test("says so too where only a cached path to it is configured", async () => {
    vi.stubEnv("DATABASE_CACHED_URL", process.env.DATABASE_URL ?? "");
    vi.stubEnv("DATABASE_URL", "");
    const { status, body } = await healthWith(ok);
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: "UNAVAILABLE", status: "down", database: "down", room: "ok" },
    });
  });

  test("waits for the migrations of this version, and for none of later ones", async () => {
    const behind = { status: 503, body: { status: "down", database: "behind", room: "ok" } };
    const url = process.env.DATABASE_URL ?? "";
    const journal = "drizzle.__drizzle_migrations";
    const newest = `created_at = (select max(created_at) from ${journal})`;
    const moved = (by: string) =>
      inDatabase(url, (client) =>
        client.query(`update ${journal} set created_at = created_at ${by} where ${newest}`),
      );
    await moved("- 1");
    expect(await healthWith(ok)).toMatchObject(behind);
    await moved("+ 1000");
    expect(await healthWith(ok)).toMatchObject({ status: 200 });
    // The maintenance database of the PostgreSQL server has no migrations.
    vi.stubEnv("DATABASE_URL", inject("postgresUrl"));
    expect(await healthWith(ok)).toMatchObject(behind);
  });

  test("asks its parts once, however many ask it at the same time", async () => {
    const waiting: (() => void)[] = [];
    let count = 0;
    const answers = healthWith((_, response) => {
      count += 1;
      waiting.push(() => response.writeHead(200).end("ok"));
    }, 5);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    for (const answer of waiting) answer();
    expect(await answers).toMatchObject({ status: 200 });
    expect(count).toBe(1);
  });
});

describe("health of what is written to", () => {
  test("says that a database answers and takes no writes", async () => {
    const url = process.env.DATABASE_URL ?? "";
    const set = (to: string) =>
      inDatabase(url, async (client) => {
        const { rows } = await client.query<{ name: string }>("select current_database() as name");
        const database = client.escapeIdentifier(rows[0]?.name ?? "");
        await client.query(`begin; set transaction read write; alter database ${database} ${to}; commit`);
      });
    await set("set default_transaction_read_only = on");
    try {
      const { status, body } = await healthWith(ok);
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { code: "UNAVAILABLE", status: "down", database: "read-only", room: "ok" },
      });
    } finally {
      await set("reset default_transaction_read_only");
    }
    expect(await healthWith(ok)).toMatchObject({ status: 200 });
  });

  test("says that uploads can't be kept, except where a bucket keeps them", async () => {
    writeFileSync(join(dataDir, "uploads"), "no folder");
    const { status, body } = await healthWith(ok);
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: "UNAVAILABLE", status: "down", database: "ok", room: "ok", storage: "down" },
    });
    vi.stubEnv("STORAGE_DRIVER", "s3");
    for (const name of ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "some");
    expect(await healthWith(ok)).toMatchObject({ status: 200 });
  });

  test.each([
    [4000, { status: 200, body: { status: "ok" } }],
    [6000, { status: 503, body: { storage: "down" } }],
  ])("tries out writing every five seconds at most: %s ms after it went well", async (ms, told) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const answer = await healthWith(ok, 1, () => {
        rmSync(join(dataDir, "uploads"), { recursive: true });
        writeFileSync(join(dataDir, "uploads"), "no folder");
        vi.setSystemTime(Date.now() + ms);
      });
      expect(answer).toMatchObject(told);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is good, with a warning, while background work is overdue", async () => {
    const url = process.env.DATABASE_URL ?? "";
    const at = "now() - interval '20 minutes'";
    await inDatabase(url, (client) =>
      client.query(`insert into background_work (name, last_run_at, last_success_at) values ('publishing', ${at}, ${at})
        on conflict (name) do update set last_run_at = ${at}, last_success_at = ${at}`),
    );
    const { status, body } = await healthWith(ok);
    await inDatabase(url, (client) => client.query("delete from background_work"));
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: "ok", database: "ok", room: "ok", warnings: ["background-work"] },
    });
    expect((await healthWith(ok)).body).toEqual({ status: "ok", database: "ok", room: "ok" });
  });
});

test("a folder of uploads is tried out by a file that does not stay, and says when its disk is nearly full", async () => {
  const folder = join(dataDir, "uploads");
  const withFree = (bytes: number) => folderState(folder, () => Promise.resolve(bytes));
  expect(await withFree(1024 ** 3)).toBe("ok");
  expect(await withFree(1024 ** 2)).toBe("short");
  expect(readdirSync(folder)).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  // The folder `/proc` exists, but no file can be created in it.
  expect(await folderState("/proc", () => Promise.resolve(1024 ** 3))).toBe("down");
});

/** Returns the exit code of the health check that a container runs against its service. */
async function checked(port: number, ...args: string[]): Promise<number | null> {
  const file = join(import.meta.dirname, "../../lib/local/health-check.ts");
  const child = execFile(process.execPath, [file, ...args], {
    env: { ...process.env, PORT: String(port) },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

test("a container's check tells a server that is not ready from one that does not live", async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/api/ping" ? 200 : 503).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(await checked(port)).toBe(1);
  expect(await checked(port, "--live")).toBe(0);
  server.close();
  server.closeAllConnections();
  expect(await checked(port, "--live")).toBe(1);
});
