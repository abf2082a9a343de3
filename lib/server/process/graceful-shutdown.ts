import { setMaxListeners } from "node:events";
import { log } from "../http/log.ts";

/** What a process still finishes after it has been told to stop, in this order. */
const LAST_WORKS = ["runs of the agent", "work after answers", "marks of the outbox", "connections"] as const;
type LastWork = (typeof LAST_WORKS)[number];
type Work = (late: AbortSignal) => Promise<unknown>;

interface Stopping {
  controller: AbortController;
  works: Map<LastWork, Work>;
}

/**
 * The state is global to the process, because Next's bundle and the server that serves it each have a copy of this
 * module.
 */
const KEY = Symbol.for("wayfare.stopping");
const shared: typeof globalThis & { [KEY]?: Stopping } = globalThis;

function stopping(): Stopping {
  shared[KEY] ??= begun();
  return shared[KEY];
}

function begun(): Stopping {
  const controller = new AbortController();
  // Each open event stream adds a listener to this signal.
  setMaxListeners(0, controller.signal);
  return { controller, works: new Map() };
}

/** Returns a signal that aborts when this process is told to stop. It still finishes what it has accepted. */
export function stopSignal(): AbortSignal {
  return stopping().controller.signal;
}

export function isStopping(): boolean {
  return stopSignal().aborted;
}

export function beginShutdown(): void {
  stopping().controller.abort();
}

/** Registers work that must run before the process ends. A second call with the same `what` replaces the first. */
export function onShutdown(what: LastWork, work: Work): void {
  stopping().works.set(what, work);
}

interface Patience {
  /** Aborts when work that still runs must come to its end. */
  late: AbortSignal;
  /** The end of all waiting, in milliseconds since the epoch. */
  until: number;
}

/**
 * Runs the registered works in the order of LAST_WORKS. A work that takes too long is abandoned and logged; nothing is
 * thrown.
 */
export async function finishShutdown({ late, until }: Patience): Promise<void> {
  for (const what of LAST_WORKS) {
    const over = Promise.withResolvers<"over">();
    const timer = setTimeout(() => over.resolve("over"), Math.max(1, until - Date.now()));
    try {
      const outcome = await Promise.race([stopping().works.get(what)?.(late), over.promise]);
      if (outcome === "over") log().warn({ what }, "the server ends before it has finished");
    } catch (error) {
      log().warn({ err: error, what }, "the server could not finish");
    } finally {
      clearTimeout(timer);
    }
  }
}
