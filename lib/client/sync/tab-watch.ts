/** Finds out which pages of this browser are open, and sends signals between them. */
export interface TabWatch {
  /** Marks this page as open until the returned function is called, or the page is closed. */
  hold(tab: string): Promise<() => void>;
  /**
   * Runs `run` once the other page is closed; among several waiting pages, one runs at a time. Resolves after the run
   * when the page is closed already, else when the waiting has begun; the returned function ends the waiting.
   */
  whenGone(tab: string, run: () => Promise<void>): Promise<() => void>;
  /** Signals the other pages that something has changed. */
  announce(): void;
  /** Calls `heard` for each signal; the returned function ends that. */
  listen(heard: () => void): () => void;
}

const NAME = "wayfare-writes";

/**
 * Uses the browser's locks, which are released with the page that holds them, however it ends. Without locks, every
 * other page counts as closed: two pages may then send the same write, which the service executes once, by its
 * idempotency key.
 */
export function createTabWatch(): TabWatch {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;
  return {
    async hold(tab) {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
      const work = () => {
        held();
        return promise;
      };
      const manager = locks();
      if (manager) manager.request(lockOf(tab), work).catch(held);
      else held();
      await isHeld;
      return release;
    },
    async whenGone(tab, run) {
      const waiting = new AbortController();
      const { signal } = waiting;
      const manager = locks();
      if (!manager) await run();
      const isGone = await manager?.request(lockOf(tab), { ifAvailable: true }, async (lock) => {
        if (lock) await run();
        return lock !== null;
      });
      if (isGone === false) manager?.request(lockOf(tab), { signal }, run).catch(() => undefined);
      return () => waiting.abort();
    },
    announce: () => {
      const word: Parameters<BroadcastChannel["postMessage"]> = [null];
      channel?.postMessage(...word);
    },
    listen(heard) {
      const end = new AbortController();
      channel?.addEventListener("message", heard, { signal: end.signal });
      return () => end.abort();
    },
  };
}

function locks(): LockManager | undefined {
  return "locks" in navigator ? navigator.locks : undefined;
}

function lockOf(tab: string): string {
  return `${NAME} ${tab}`;
}
