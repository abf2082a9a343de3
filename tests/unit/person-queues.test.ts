import * as z from "zod";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PersonQueues } from "#lib/server/fairness/person-queues.ts";
import { requestKindOf, REQUEST_LIMITS } from "#lib/server/fairness/request-limits.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";

const LIMIT = { atOnce: 2, perMinute: 60, burst: 4, countsBytes: false, patienceMs: 2000 };

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

const caller = () => ({ signal: new AbortController().signal });

/** Makes requests that stay in the queue until the test releases them. */
function desk(queues: PersonQueues) {
  const inside: string[] = [];
  const waiting = new Map<string, () => void>();
  function ask(name: string, key = "ann", from = caller()) {
    return queues.pass(key, from, async () => {
      inside.push(name);
      await new Promise<void>((resolve) => waiting.set(name, resolve));
      return name;
    });
  }
  return { inside, ask, end: (name: string) => waiting.get(name)?.() };
}

test("so many at once, the others in their order, and one person's crowd is nobody else's", async () => {
  const { inside, ask, end } = desk(new PersonQueues(LIMIT));
  const first = ask("1");
  const others = ["2", "3", "4"].map((name) => ask(name));
  await vi.advanceTimersByTimeAsync(0);
  expect(inside).toEqual(["1", "2"]);
  void ask("bob's", "bob");
  await vi.advanceTimersByTimeAsync(0);
  expect(inside).toEqual(["1", "2", "bob's"]);
  end("1");
  expect(await first).toBe("1");
  await vi.advanceTimersByTimeAsync(0);
  expect(inside.at(-1)).toBe("3");
  for (const name of ["2", "3"]) end(name);
  await vi.advanceTimersByTimeAsync(0);
  end("4");
  expect(await Promise.all(others)).toEqual(["2", "3", "4"]);
});

test("beyond the burst it goes on at the pace of a minute, and who waits too long is told when to come back", async () => {
  const queues = new PersonQueues(LIMIT);
  const answers: string[] = [];
  async function ask(name: string): Promise<void> {
    try {
      answers.push(await queues.pass("ann", caller(), async () => name));
    } catch (error) {
      const { code, details } = z
        .object({ code: z.string(), details: z.record(z.string(), z.number()) })
        .parse(error);
      answers.push(`${code} ${details.retryAfter}`);
    }
  }
  for (let n = 1; n <= 9; n++) void ask(String(n));
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual(["1", "2", "3", "4"]);
  await vi.advanceTimersByTimeAsync(1001);
  expect(answers).toEqual(["1", "2", "3", "4", "5"]);
  await vi.advanceTimersByTimeAsync(1200);
  const refused = answers.filter((answer) => answer.startsWith("RATE_LIMITED"));
  expect([answers.length, new Set(refused)]).toEqual([9, new Set(["RATE_LIMITED 1"])]);
  expect(refused.length).toBeGreaterThanOrEqual(3);
});

test("what a request has cost is paid before the next one, and large ones come one after another", async () => {
  const queues = new PersonQueues({ ...LIMIT, burst: 40, countsBytes: true });
  let inside = 0;
  const most: number[] = [];
  async function large(): Promise<string> {
    most.push(++inside);
    await Promise.resolve();
    inside--;
    return "done";
  }
  const ask = () => queues.pass("ann", caller(), large, () => 29);
  const asked = Array.from({ length: 3 }, () => ask().catch((error: { details: object }) => error.details));
  await vi.advanceTimersByTimeAsync(3000);
  expect(await Promise.all(asked)).toEqual(["done", { retryAfter: 18 }, { retryAfter: 18 }]);
  await vi.advanceTimersByTimeAsync(18_000);
  expect(await ask()).toBe("done");
  expect(most).toEqual([1, 1]);
});

test("who hangs up leaves the line, and a line has an end", async () => {
  const { inside, ask, end } = desk(new PersonQueues({ ...LIMIT, burst: 1000 }));
  for (const name of ["1", "2"]) void ask(name);
  const gone = new AbortController();
  const hungUp = expect(ask("3", "ann", gone)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  const fourth = ask("4");
  gone.abort();
  await hungUp;
  end("1");
  await vi.advanceTimersByTimeAsync(0);
  expect(inside).toEqual(["1", "2", "4"]);
  const waiting = Array.from({ length: 64 }, (_, n) => ask(`w${n}`).catch(() => "late"));
  await expect(ask("one too many")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await vi.advanceTimersByTimeAsync(4000);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["late"]));
  end("4");
  expect(await fourth).toBe("4");
});

test("an endpoint whose answer is a file made of a trip, or that takes one, is none of the light ones", () => {
  const heavy = allEndpoints.filter(
    ({ id, upload }) => id.startsWith("exports.") || upload?.types.includes("text/csv"),
  );
  expect(heavy.length).toBeGreaterThan(4);
  for (const endpoint of heavy) expect(requestKindOf(endpoint), endpoint.id).toBe("heavy");
  for (const { atOnce, burst } of Object.values(REQUEST_LIMITS)) expect(burst).toBeGreaterThanOrEqual(atOnce);
});
