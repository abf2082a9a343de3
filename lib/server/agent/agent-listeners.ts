/** The listeners of a trip's agent in this process. */
const listening = new Map<string, Set<() => void>>();

/** Wakes the listeners. Call it when the new events can be read. */
export function notifyAgentListeners(tripId: string): void {
  for (const wake of listening.get(tripId) ?? []) wake();
}

export interface AgentListener {
  /**
   * Resolves when this process has added something since the last call, after `longestMs` (another process may have
   * added something), or when the signal aborts.
   */
  heard(longestMs: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Adds a listener. Listen first, then read, then wait, so that no event is missed in between. */
export function listenToAgent(tripId: string): AgentListener {
  let hasNews = false;
  let resume: (() => void) | null = null;
  function wake(): void {
    hasNews = true;
    resume?.();
  }
  const wakes = listening.get(tripId) ?? new Set();
  listening.set(tripId, wakes.add(wake));
  return {
    heard: (longestMs, signal) =>
      new Promise((resolve) => {
        function done(): void {
          clearTimeout(late);
          signal.removeEventListener("abort", done);
          resume = null;
          hasNews = false;
          resolve();
        }
        const late = setTimeout(done, longestMs);
        signal.addEventListener("abort", done, { once: true });
        resume = done;
        if (hasNews || signal.aborted) done();
      }),
    close() {
      wakes.delete(wake);
      if (wakes.size === 0) listening.delete(tripId);
    },
  };
}
