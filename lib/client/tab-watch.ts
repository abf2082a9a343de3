/** Which pages of this browser live, and the word between them. */
export interface TabWatch {
  /** From its return on this page is known to live, until what it returns is called, or the page is gone. */
  hold(tab: string): Promise<() => void>;
  /**
   * Runs once that page is gone, for one at a time of those who wait for it. Returns after the run where it is gone
   * already, else when the waiting has begun; what it returns ends that.
   */
  whenGone(tab: string, run: () => Promise<void>): Promise<() => void>;
  /** Tells the other pages that something has changed. */
  announce(): void;
  /** Returns what ends the listening. */
  listen(heard: () => void): () => void;
}

const NAME = "wayfare-writes";

/**
 * By the browser's locks, which it gives free with the page that holds them, however that ends. Where there are none,
 * every page is taken to be gone: two may then send the same write, which the service does once, by its key.
 */
export function browserTabs(): TabWatch {
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
