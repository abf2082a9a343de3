import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LockedError, takeLock } from "#lib/local/lock.ts";
import { freePort } from "#lib/local/ports.ts";
import { processIdentity } from "#lib/local/process-identity.ts";
import { ensureSecrets } from "#lib/local/secrets.ts";
import { acceptsConnections } from "#lib/local/tcp.ts";
import { publicKeyOf } from "#lib/server/env/vapid-keys.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wayfare-local-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a lock file as another process leaves it. */
function heldBy(pid: number, identity: string | undefined, place?: string): string {
  const file = join(folder, "lock.json");
  writeFileSync(file, JSON.stringify({ pid, identity, place, url: "http://localhost:3000" }));
  return file;
}

interface Taker {
  pid: number | undefined;
  said: string;
  end(): Promise<void>;
}

/** Starts another process that tries to take the lock and keeps it until the process ends. */
async function startTaker(file: string): Promise<Taker> {
  const lock = new URL("../../lib/local/lock.ts", import.meta.url).href;
  const script = `const { takeLock, LockedError } = await import(${JSON.stringify(lock)});
    process.stdin.resume();
    try { takeLock(${JSON.stringify(file)}); console.log("taken"); }
    catch (error) { console.log(error instanceof LockedError ? "refused" : error); }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [said] = await once(child.stdout, "data");
  async function end(): Promise<void> {
    const exited = once(child, "exit");
    child.stdin.end();
    await exited;
  }
  return { pid: child.pid, said: String(said).trim(), end };
}

describe("the lock of a data folder", () => {
  test("is refused while its holder lives, and says who that is", () => {
    const file = heldBy(process.ppid, processIdentity(process.ppid));
    expect(() => takeLock(file)).toThrow(LockedError);
    expect(() => takeLock(file)).toThrow(`held by process ${process.ppid}`);
  });

  test("is taken over from a process that is gone", async () => {
    const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    const identity = processIdentity(child.pid ?? 0);
    await once(child, "exit");
    takeLock(heldBy(child.pid ?? 0, identity)).release();
  });

  test("is taken over when the number now belongs to another process", () => {
    takeLock(heldBy(process.ppid, "an earlier start")).release();
  });

  test("of another container, whose processes are not to be seen, is held while it shows signs of life", () => {
    const file = heldBy(process.ppid, processIdentity(process.ppid), "another container");
    expect(() => takeLock(file)).toThrow(LockedError);
    const longAgo = new Date(Date.now() - 20_000);
    utimesSync(file, longAgo, longAgo);
    takeLock(file).release();
  });

  test("shows signs of life", async () => {
    const file = join(folder, "lock.json");
    const lock = takeLock(file);
    const longAgo = new Date(Date.now() - 20_000);
    utimesSync(file, longAgo, longAgo);
    await expect.poll(() => Date.now() - statSync(file).mtimeMs, { timeout: 10_000 }).toBeLessThan(10_000);
    lock.release();
  });

  test("is taken over from a note that was cut off", () => {
    const file = join(folder, "lock.json");
    writeFileSync(file, '{"pid": 12');
    takeLock(file).release();
  });

  test("goes to one of several who find the same dead holder", async () => {
    for (let round = 0; round < 3; round++) {
      const file = heldBy(process.ppid, "an earlier start");
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => startTaker(file)));
      expect(outcomes.map(({ said }) => said).toSorted()).toEqual([...Array(5).fill("refused"), "taken"]);
      const holder: unknown = JSON.parse(readFileSync(file, "utf8"));
      expect(holder).toMatchObject({ pid: outcomes.find(({ said }) => said === "taken")?.pid });
      for (const taker of outcomes) await taker.end();
    }
    expect(readdirSync(folder)).toEqual(["lock.json"]);
  });

  test("is not released by someone whose lock has passed on", () => {
    const file = join(folder, "lock.json");
    const lock = takeLock(file);
    heldBy(process.ppid, processIdentity(process.ppid));
    lock.release();
    expect(() => takeLock(file)).toThrow(LockedError);
  });

  test("carries notes, and leaves nothing when it is released", () => {
    const file = join(folder, "lock.json");
    const lock = takeLock(file);
    lock.note({ url: "http://localhost:3001" });
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      pid: process.pid,
      url: "http://localhost:3001",
    });
    lock.release();
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe("the generated secrets", () => {
  test("are made once, differ, and only their owner can read them", () => {
    const secrets = ensureSecrets(folder);
    expect(ensureSecrets(folder)).toEqual(secrets);
    expect(new Set(Object.values(secrets)).size).toBe(6);
    expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  });

  test("of a version without Web Push stay, and are completed", () => {
    const { WEB_PUSH_PUBLIC_KEY: _, WEB_PUSH_PRIVATE_KEY: __, ...former } = ensureSecrets(folder);
    writeFileSync(join(folder, "secrets.json"), JSON.stringify(former));
    const secrets = ensureSecrets(folder);
    expect(secrets).toMatchObject(former);
    expect(publicKeyOf(secrets.WEB_PUSH_PRIVATE_KEY)).toBe(secrets.WEB_PUSH_PUBLIC_KEY);
    expect(ensureSecrets(folder)).toEqual(secrets);
  });

  test.each(["", "{", '{"BETTER_AUTH_SECRET":"short"}'])(
    "are not replaced when the file is damaged: %s",
    (content) => {
      writeFileSync(join(folder, "secrets.json"), content);
      expect(() => ensureSecrets(folder)).toThrow(/secrets\.json is damaged/);
    },
  );
});

test("a free port is the wanted one, or the next that nobody uses", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  expect(await freePort(port, "127.0.0.1")).toBeGreaterThan(port);
  expect(await freePort(port, "::")).toBeGreaterThan(port);
  server.close();
  await once(server, "close");
  expect(await freePort(port, "127.0.0.1")).toBe(port);
  expect(await freePort(port, "127.0.0.1", new Set([port]))).toBeGreaterThan(port);
});

test("who was held up longer than it would wait still sees that somebody accepts connections", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const answer = acceptsConnections(port, 10);
  await new Promise<void>((begun) => process.nextTick(begun));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  expect(await answer).toBe(true);
  server.close();
  await once(server, "close");
  expect(await acceptsConnections(port)).toBe(false);
});
