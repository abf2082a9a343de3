import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runWhenNetworkIdle } from "#app/_ui/when-quiet.ts";

let fetched: () => void;
const run = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  run.mockClear();
  const observe = vi.fn();
  const disconnect = vi.fn();
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      constructor(tell: () => void) {
        fetched = tell;
      }
      observe = observe;
      disconnect = disconnect;
    },
  );
  vi.stubGlobal("window", { requestIdleCallback: true });
  vi.stubGlobal("requestIdleCallback", (idle: () => void) => setTimeout(idle, 1));
  vi.stubGlobal("cancelIdleCallback", clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what waits for quiet comes a second after the last fetch, and once", () => {
  runWhenNetworkIdle(run, 10_000);
  vi.advanceTimersByTime(900);
  fetched();
  vi.advanceTimersByTime(900);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(102);
  expect(run).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(20_000);
  expect(run).toHaveBeenCalledOnce();
});

test("a page that never stops fetching has it at the latest", () => {
  runWhenNetworkIdle(run, 3000);
  for (let n = 0; n < 3; n++) {
    vi.advanceTimersByTime(500);
    fetched();
  }
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(502);
  expect(run).toHaveBeenCalledOnce();
});

test("cancelled, before the quiet or within it, it never comes", () => {
  const cancelEarly = runWhenNetworkIdle(run, 3000);
  cancelEarly();
  const cancelLate = runWhenNetworkIdle(run, 3000);
  vi.advanceTimersByTime(1000);
  cancelLate();
  vi.advanceTimersByTime(20_000);
  expect(run).not.toHaveBeenCalled();
});
