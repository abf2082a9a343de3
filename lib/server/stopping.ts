import { setMaxListeners } from "node:events";
import { log } from "./http/log.ts";

/** What a process still does once it has been told to stop, one after another. */
const LAST_WORKS = ["runs of the agent", "work after answers", "marks of the outbox", "connections"] as const;
type LastWork = (typeof LAST_WORKS)[number];
type Work = (late: AbortSignal) => Promise<unknown>;

interface Stopping {
  controller: AbortController;
  works: Map<LastWork, Work>;
}

/** One for the process: Next's bundle has a copy of this module of its own, beside the one of what serves it. */
const KEY = Symbol.for("wayfare.stopping");
const shared: typeof globalThis & { [KEY]?: Stopping } = globalThis;

function stopping(): Stopping {
  shared[KEY] ??= begun();
  return shared[KEY];
}

function begun(): Stopping {
  const controller = new AbortController();
  // Every stream that is open listens to it.
  setMaxListeners(0, controller.signal);
  return { controller, works: new Map() };
}

/** Fires when this process has been told to stop. What it has accepted it still finishes. */
export function stopSignal(): AbortSignal {
  return stopping().controller.signal;
}

export function isStopping(): boolean {
  return stopSignal().aborted;
}

export function beginToStop(): void {
  stopping().controller.abort();
}

/** To be called by whoever begins something that a process should not leave behind; again is no more than once. */
export function beforeTheEnd(what: LastWork, work: Work): void {
  stopping().works.set(what, work);
}

interface Patience {
  /** When what is still under way is told to come to its end. */
  late: AbortSignal;
  /** When nothing more is waited for, in milliseconds since the epoch. */
  until: number;
}

/** Does what is left to do, in its order. What takes too long is left, and the log says so; nothing is thrown. */
export async function finishWorks({ late, until }: Patience): Promise<void> {
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
