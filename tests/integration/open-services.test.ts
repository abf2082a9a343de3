import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { log } from "#lib/server/http/log.ts";
import type { OpenService, JsonRequest } from "#lib/server/open-services/open-service.ts";
import { OpenServiceClient } from "#lib/server/open-services/open-service-client.ts";
import { startLoopback } from "#tests/doubles/loopback-server.ts";

type Handler = Parameters<typeof startLoopback>[0];

const asked: Array<{ url: string; agent: string | undefined; at: number }> = [];
let handle: Handler;
const party = await startLoopback((request, response) => {
  asked.push({ url: request.url ?? "", agent: request.headers["user-agent"], at: performance.now() });
  return handle(request, response);
});

const FORTY_TWO: Handler = (_, response) => void response.end(JSON.stringify({ number: 42 }));

afterAll(() => party.stop());
beforeEach(() => {
  asked.length = 0;
  handle = FORTY_TWO;
  vi.spyOn(log(), "warn").mockImplementation(() => undefined);
});

const Body = z.object({ number: z.number() });
const clock = { now: Date.now() };
const DAY_MS = 86_400_000;

function service(more: Partial<OpenService> = {}): OpenService {
  return { name: randomUUID(), atOnce: 4, everyMs: 0, deadlineMs: 400, longestAnswer: 1000, ...more };
}

/** Returns a client as each server process has one. */
function client(more: Partial<OpenService> | OpenService = {}): OpenServiceClient {
  return new OpenServiceClient(service(more), () => clock.now);
}

function read(body: unknown, status: number): number | null {
  return status === 404 ? null : Body.parse(body).number;
}

function question(path = `/${randomUUID()}`): JsonRequest<number | null> {
  return { url: `${party.url}${path}`, read, keptMs: () => DAY_MS };
}

test("a question is asked once by all servers together, and says who asks", async () => {
  const shared = service();
  const [one, two] = [client(shared), client(shared)];
  const what = question("/what?of=it");
  const answers = await Promise.all([one.ask(what), one.ask(what), one.ask(what)]);
  expect(answers).toEqual([{ says: 42 }, { says: 42 }, { says: 42 }]);
  await awaitDeferredWork();
  expect(await two.ask(what)).toEqual({ says: 42 });
  expect(asked.map(({ url }) => url)).toEqual(["/what?of=it"]);
  expect(asked[0]?.agent).toMatch(/^Wayfare\/\d+\.\d+\.\d+ \(http:\/\/localhost:3000\)$/);
});

test("an answer is asked for anew when it may be kept no longer", async () => {
  const shared = service();
  const what = question();
  await client(shared).ask(what);
  await awaitDeferredWork();
  clock.now += DAY_MS + 1;
  await client(shared).ask(what);
  expect(asked).toHaveLength(2);
});

test("a question that takes more than one request is kept like any other, and ended with the deadline", async () => {
  const shared = service({ deadlineMs: 100 });
  const found = { url: `/${randomUUID()}`, find: () => Promise.resolve(42), keptMs: () => DAY_MS };
  expect(await client(shared).ask(found)).toEqual({ says: 42 });
  await awaitDeferredWork();
  expect(await client(shared).ask({ ...found, find: () => Promise.resolve(43) })).toEqual({ says: 42 });
  const ended = Promise.withResolvers<unknown>();
  const hangs = (signal: AbortSignal) => {
    signal.addEventListener("abort", () => ended.resolve(signal.reason));
    return new Promise<number>(() => undefined);
  };
  const slow = { url: `/${randomUUID()}`, find: hangs, keptMs: () => DAY_MS };
  expect(await client(shared).ask(slow)).toBeNull();
  expect(await ended.promise).toMatchObject({ name: "TimeoutError" });
});

test("that a service refuses a question is an answer, and kept as one", async () => {
  handle = (_, response) => void response.writeHead(404).end("{}");
  const shared = service();
  const what = question();
  expect(await client(shared).ask(what)).toEqual({ says: null });
  await awaitDeferredWork();
  expect(await client(shared).ask(what)).toEqual({ says: null });
  expect(asked).toHaveLength(1);
});

const TROUBLES: Array<[string, Handler]> = [
  ["answers 500", (_, response) => void response.writeHead(500).end("{}")],
  ["closes the connection", (_, response) => void response.destroy()],
  ["says what is no answer", (_, response) => void response.end("<html>")],
  ["says what is another's answer", (_, response) => void response.end('{"word":"a"}')],
  ["sends one elsewhere", (_, response) => void response.writeHead(302, { location: "/else" }).end()],
  [
    "says too much",
    (_, response) => void response.end(JSON.stringify({ number: 1, more: "x".repeat(2000) })),
  ],
  ["hangs", () => undefined],
];

describe.each(TROUBLES)("a service that %s", (_, trouble) => {
  test("is waited for no longer than its deadline, left alone after four calls, and asked again after a minute", async () => {
    handle = trouble;
    const one = client({ deadlineMs: 150 });
    for (let call = 0; call < 4; call++) {
      const start = performance.now();
      expect(await one.ask(question())).toBeNull();
      expect(performance.now() - start).toBeLessThan(1000);
    }
    await expect.poll(() => asked.length).toBe(4);
    await vi.waitFor(async () => {
      const before = asked.length;
      await one.ask(question());
      expect(asked.length).toBe(before);
    });
    const resting = asked.length;
    const start = performance.now();
    expect(await one.ask(question())).toBeNull();
    expect(performance.now() - start).toBeLessThan(100);
    clock.now += 61_000;
    handle = FORTY_TWO;
    expect(await one.ask(question())).toEqual({ says: 42 });
    expect(asked.length).toBe(resting + 1);
  });
});

test("what fails now and then is not left alone", async () => {
  const one = client();
  for (let call = 0; call < 12; call++) {
    handle = call % 3 === 2 ? FORTY_TWO : (_, response) => void response.writeHead(500).end();
    await one.ask(question());
  }
  expect(asked).toHaveLength(12);
});

test.each([429, 503])("a service that answers %i is left alone for as long as it says", async (status) => {
  handle = (_, response) => void response.writeHead(status, { "retry-after": "90" }).end();
  const one = client();
  expect(await one.ask(question())).toBeNull();
  clock.now += 89_000;
  expect(await one.ask(question())).toBeNull();
  expect(asked).toHaveLength(1);
  clock.now += 2000;
  handle = FORTY_TWO;
  expect(await one.ask(question())).toEqual({ says: 42 });
});

test("requests of all servers together start so far apart, and whoever would wait too long is told at once", async () => {
  const shared = service({ atOnce: 1, everyMs: 200, deadlineMs: 1000 });
  const servers = [client(shared), client(shared)];
  const start = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (__, index) => servers[index % 2]?.ask(question())),
  );
  expect(performance.now() - start).toBeLessThan(1500);
  // Requests that waited are sent although nobody waits for their answers any more.
  await expect.poll(async () => (await servers[0]?.ask(question())) ?? null).toEqual({ says: 42 });
  const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(150);
  expect(answers.filter((answer) => answer !== null).length).toBeGreaterThanOrEqual(3);
  expect(answers).toContain(null);
});

test("of one person's questions only the newest still waits, unless somebody else wants the older one too", async () => {
  const release: Array<() => void> = [];
  handle = async (request, response) => {
    await new Promise<void>((resolve) => {
      release.push(resolve);
    });
    FORTY_TWO(request, response);
  };
  const one = client({ atOnce: 1, deadlineMs: 5000 });
  const [running, older, shared, newest] = [question(), question(), question(), question()];
  const first = one.ask(running, "ann");
  await expect.poll(() => asked.length).toBe(1);
  const dropped = one.ask(older, "ann");
  const both = [one.ask(shared, "ann"), one.ask(shared, "ben")];
  const last = one.ask(newest, "ann");
  expect(await dropped).toBeNull();
  await expect.poll(() => (release.shift()?.(), asked.length)).toBe(3);
  await expect.poll(() => (release.shift()?.(), release.length)).toBe(0);
  expect(await Promise.all([first, ...both, last])).toEqual(Array.from({ length: 4 }, () => ({ says: 42 })));
});

test("a database that is away keeps nobody from asking", async () => {
  const { pool } = freshDatabase();
  await pool.query("alter table open_service_answers rename to elsewhere");
  try {
    expect(await client().ask(question())).toEqual({ says: 42 });
  } finally {
    await awaitDeferredWork();
    await pool.query("alter table elsewhere rename to open_service_answers");
  }
});
