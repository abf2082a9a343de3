import { expect, test } from "vitest";
import { isSharedServer } from "#lib/server/open-services/shared-address.ts";
import { RequestThrottle } from "#lib/server/open-services/request-throttle.ts";

const never = new AbortController().signal;

/** Returns work that ends when the test says so, and a list of what was started. */
function newWork() {
  const started: string[] = [];
  const gates = new Map<string, () => void>();
  return {
    started,
    named: (name: string) => () => {
      started.push(name);
      return new Promise<string>((resolve) => gates.set(name, () => resolve(name)));
    },
    finish: (name: string) => gates.get(name)?.(),
  };
}

test("first come, first served, and what all have left by then is dropped", async () => {
  const polite = new RequestThrottle({ atOnce: 1, everyMs: 0 });
  const work = newWork();
  const askers = new Map(["k", "ky", "kyo", "kyot"].map((name) => [name, new Set(["ann"])]));
  const ask = (name: string) => polite.inTurn(askers.get(name) ?? new Set(["bob"]), never, work.named(name));
  const first = ask("k");
  const typed = ["ky", "kyo", "kyot"].map(ask);
  const other = ask("osaka");
  askers.get("kyot")?.add("cleo");
  for (const name of ["ky", "kyo", "kyot"]) askers.get(name)?.delete("ann");
  polite.tidy();
  expect(await ask("ky")).toBeNull();
  expect(await Promise.all(typed.slice(0, 2))).toEqual([null, null]);
  expect(work.started).toEqual(["k"]);
  work.finish("k");
  expect(await first).toBe("k");
  expect(work.started).toEqual(["k", "kyot"]);
  work.finish("kyot");
  expect(await typed[2]).toBe("kyot");
  expect(work.started).toEqual(["k", "kyot", "osaka"]);
  work.finish("osaka");
  expect(await other).toBe("osaka");
});

test("so many at once, and not more than a few wait", async () => {
  const polite = new RequestThrottle({ atOnce: 2, everyMs: 0 });
  const work = newWork();
  const all = Array.from({ length: 11 }, (_, n) =>
    polite.inTurn(new Set([`p${n}`]), never, work.named(`w${n}`)),
  );
  expect(await all[10]).toBeNull();
  expect(work.started).toEqual(["w0", "w1"]);
  for (let n = 0; n < 10; n++) {
    work.finish(`w${n}`);
    expect(await all[n]).toBe(`w${n}`);
  }
});

test("who has waited too long goes, and the others move up", async () => {
  const polite = new RequestThrottle({ atOnce: 1, everyMs: 0 });
  const work = newWork();
  const first = polite.inTurn(new Set(["ann"]), never, work.named("one"));
  const patience = new AbortController();
  const second = polite.inTurn(new Set(["bob"]), patience.signal, work.named("two"));
  const third = polite.inTurn(new Set(["cleo"]), never, work.named("three"));
  patience.abort();
  expect(await second).toBeNull();
  work.finish("one");
  expect(await first).toBe("one");
  expect(work.started).toEqual(["one", "three"]);
  work.finish("three");
  await third;
});

test("work that has begun goes on when its asker leaves, and keeps its slot", async () => {
  const polite = new RequestThrottle({ atOnce: 1, everyMs: 0 });
  const work = newWork();
  const askers = new Set(["ann"]);
  const patience = new AbortController();
  const first = polite.inTurn(askers, patience.signal, work.named("one"));
  const second = polite.inTurn(new Set(["bob"]), never, work.named("two"));
  askers.clear();
  polite.tidy();
  patience.abort();
  expect(work.started).toEqual(["one"]);
  work.finish("one");
  expect(await first).toBe("one");
  expect(work.started).toEqual(["one", "two"]);
  work.finish("two");
  await second;
});

test("a failure is the asker's own, and the next one's turn comes", async () => {
  const polite = new RequestThrottle({ atOnce: 1, everyMs: 0 });
  const failing = polite.inTurn(new Set(["ann"]), never, () => Promise.reject(new Error("away")));
  const next = polite.inTurn(new Set(["bob"]), never, () => Promise.resolve("there"));
  await expect(failing).rejects.toThrow("away");
  expect(await next).toBe("there");
});

test("starts are so far apart, however soon the work is done", async () => {
  const polite = new RequestThrottle({ atOnce: 1, everyMs: 60 });
  const starts: number[] = [];
  const note = () => Promise.resolve(starts.push(performance.now()));
  await Promise.all(["ann", "bob", "cleo"].map((asker) => polite.inTurn(new Set([asker]), never, note)));
  for (const [index, start] of starts.slice(1).entries()) {
    expect(start - (starts[index] ?? 0)).toBeGreaterThanOrEqual(59);
  }
});

test("a server that others ask too keeps its limits, also where an operator has to name it", () => {
  expect(isSharedServer("routes", "https://routing.openstreetmap.de/routed-{profile}")).toBe(true);
  expect(isSharedServer("timetables", "https://api.transitous.org")).toBe(true);
  expect(isSharedServer("timetables", "https://motis.example.org")).toBe(false);
});
