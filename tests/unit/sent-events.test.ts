import { beforeEach, expect, test } from "vitest";
import { FUNCTION_SECONDS } from "#lib/server/env/env-deployment.ts";
import { sentEvent, streamEvents } from "#lib/server/http/sent-events.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";

/* These tests cover event streams to readers that read everything and to readers that do not. */

let clock: FakeClock;
let ended: AbortController;

beforeEach(() => {
  clock = new FakeClock();
  ended = new AbortController();
});

/** Yields as many events as are requested, then waits for the end and records that it was reached. */
async function* counted(
  count: number,
  made: { events: number; hasEnded: boolean },
): AsyncGenerator<Uint8Array> {
  try {
    for (let n = 1; n <= count; n++) {
      made.events += 1;
      yield sentEvent(String(n), { n });
    }
    await new Promise<void>((resolve) => {
      ended.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  } finally {
    made.hasEnded = true;
  }
}

function opened(count: number) {
  const made = { events: 0, hasEnded: false };
  return { made, stream: streamEvents(counted(count, made), ended, clock) };
}

/** Reads a stream in the background. Returns what was received so far, and a promise of the stream's end. */
function reading(stream: ReadableStream<Uint8Array>) {
  const heard = { text: "", isOver: false };
  const taken = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) heard.text += decoder.decode(bytes);
    heard.isOver = true;
  })();
  return { heard, taken };
}

const beats = (text: string) => text.split(": still here\n\n").length - 1;

test("a reader hears everything, a sign of life now and then, and comes back after ten minutes", async () => {
  const { made, stream } = opened(3);
  const { heard, taken } = reading(stream);
  await clock.pass(60_000);
  expect(heard.text).toMatch(/^retry: 1000\n\nid: 1\ndata: \{"n":1\}\n\nid: 2\n.*\n\nid: 3\n/);
  expect(beats(heard.text)).toBe(4);
  await clock.pass(539_000);
  expect(heard.isOver).toBe(false);
  await clock.pass(2000);
  await taken;
  expect([heard.isOver, made.hasEnded, ended.signal.aborted, clock.waiting]).toEqual([true, true, true, 0]);
});

test("where functions are cut off, a stream ends before and not long before", async () => {
  const { heard, taken } = reading(
    streamEvents(counted(1, { events: 0, hasEnded: false }), ended, clock, true),
  );
  await clock.pass((FUNCTION_SECONDS - 60) * 1000);
  expect(heard.isOver).toBe(false);
  await clock.pass(50_000);
  await taken;
  expect(heard.isOver).toBe(true);
});

test("for a reader who takes nothing no event is made and no sign of life kept, and after half a minute it is over", async () => {
  const { made, stream } = opened(1000);
  await clock.pass(29_000);
  expect([made.events, ended.signal.aborted]).toEqual([0, false]);
  await clock.pass(2000);
  expect([made.events, ended.signal.aborted, clock.waiting]).toEqual([0, true, 0]);
  await expect(stream.getReader().read()).rejects.toThrow("Its reader takes nothing.");
});

test("a reader who stops in the middle frees what makes the events, though it is held up there", async () => {
  const { made, stream } = opened(1000);
  const reader = stream.getReader();
  for (let n = 0; n < 5; n++) await reader.read();
  await flushPromises();
  await clock.pass(14_000);
  expect(made.hasEnded).toBe(false);
  const before = made.events;
  await clock.pass(32_000);
  expect(made).toEqual({ events: before, hasEnded: true });
  expect([ended.signal.aborted, clock.waiting]).toEqual([true, 0]);
});

test("a slow reader is none that has gone", async () => {
  const { stream } = opened(20);
  const reader = stream.getReader();
  for (let n = 0; n < 20; n++) {
    expect((await reader.read()).done).toBe(false);
    await clock.pass(25_000);
  }
  expect(ended.signal.aborted).toBe(false);
  await reader.cancel();
});

test("signs of life that are taken keep a quiet stream open", async () => {
  const { stream } = opened(0);
  const { heard } = reading(stream);
  await clock.pass(300_000);
  expect([beats(heard.text), heard.isOver]).toEqual([20, false]);
});

test.each([
  ["its reader hangs up", (stream: ReadableStream) => stream.cancel()],
  ["the request is gone", async () => ended.abort()],
])("nothing is left when %s before anything was taken", async (_, end) => {
  const { made, stream } = opened(3);
  await end(stream);
  await flushPromises();
  expect([made.events, ended.signal.aborted, clock.waiting]).toEqual([0, true, 0]);
});

test("a request that is gone before it is answered has no stream", async () => {
  ended.abort();
  const { stream } = opened(3);
  expect(await stream.getReader().read()).toEqual({ done: true, value: undefined });
  expect(clock.waiting).toBe(0);
});

async function* failing(): AsyncGenerator<Uint8Array> {
  yield sentEvent("1", {});
  throw new Error("The database is away.");
}

test("what fails ends the stream, and lets go of it", async () => {
  const { taken } = reading(streamEvents(failing(), ended, clock));
  await expect(taken).rejects.toThrow("The database is away.");
  expect([ended.signal.aborted, clock.waiting]).toEqual([true, 0]);
});
