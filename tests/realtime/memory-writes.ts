import type { TabWatch } from "#lib/client/sync/tab-watch.ts";
import type { NewStoredWrite, WriteStore } from "#lib/client/sync/write-store.ts";
import type { StoredWrite } from "#lib/client/sync/stored-write.ts";

/** A device's database that exists as long as the test. As in a browser, values are copied in and out. */
export class MemoryWrites implements WriteStore {
  readonly rows = new Map<number, unknown>();
  #last = 0;

  async add(entry: NewStoredWrite): Promise<number> {
    const order = ++this.#last;
    this.rows.set(order, structuredClone({ ...entry, order }));
    return order;
  }

  async put(entry: StoredWrite): Promise<void> {
    if (this.rows.has(entry.order)) this.rows.set(entry.order, structuredClone(entry));
  }

  async remove(orders: readonly number[]): Promise<void> {
    for (const order of orders) this.rows.delete(order);
  }

  async list(userId: string, tripId?: string): Promise<unknown[]> {
    return this.all.filter((row) => row.userId === userId && (tripId === undefined || row.tripId === tripId));
  }

  async hand(whose: { userId: string; tripId: string }, from: string, to: string): Promise<unknown[]> {
    const mine = this.all.filter(
      ({ userId, tripId, tab }) => userId === whose.userId && tripId === whose.tripId && tab === from,
    );
    for (const row of mine) this.rows.set(row.order, { ...row, tab: to });
    return this.list(whose.userId, whose.tripId).then((rows) =>
      rows.filter((row) => mine.some(({ order }) => order === (row as StoredWrite).order)),
    );
  }

  async takeOver(guestId: string, userId: string): Promise<boolean> {
    const left = this.all.filter((row) => row.userId === guestId);
    for (const { order, ...entry } of left) {
      this.rows.delete(order);
      await this.add({ ...entry, userId, tab: guestId });
    }
    return left.length > 0;
  }

  /** All stored writes, in the order in which they were added. */
  get all(): StoredWrite[] {
    return [...this.rows.entries()]
      .toSorted(([a], [b]) => a - b)
      .map(([, row]) => structuredClone(row) as StoredWrite);
  }
}

/** The pages of one browser. */
export class FakeTabs {
  readonly #living = new Map<string, Set<() => Promise<void>>>();
  readonly #listeners = new Set<() => void>();

  /** Returns one page's view of the other pages, with a function that ends the page. */
  page(): TabWatch & { kill(): Promise<void> } {
    const held: string[] = [];
    const heard = new Set<() => void>();
    const waits: (() => void)[] = [];
    const kill = async () => {
      for (const listener of heard) this.#listeners.delete(listener);
      for (const stop of waits) stop();
      for (const tab of held.splice(0)) await this.#free(tab);
    };
    return {
      kill,
      hold: async (tab) => {
        this.#living.set(tab, new Set());
        held.push(tab);
        return () => void this.#free(tab);
      },
      whenGone: async (tab, run) => {
        const waiting = this.#living.get(tab);
        if (!waiting) await run();
        waiting?.add(run);
        const stop = () => void waiting?.delete(run);
        waits.push(stop);
        return stop;
      },
      announce: () => {
        for (const listener of this.#listeners) if (!heard.has(listener)) listener();
      },
      listen: (listener) => {
        this.#listeners.add(listener);
        heard.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  async #free(tab: string): Promise<void> {
    const waiting = this.#living.get(tab) ?? [];
    this.#living.delete(tab);
    for (const run of waiting) await run();
  }
}
