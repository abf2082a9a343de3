import type { Clock } from "#lib/shared/clock.ts";
import type { TripRequests } from "./trip-requests.ts";
import { Subscribers } from "../base/subscribers.ts";
import type { TripStore } from "./trip-store.ts";
import type { StoredWritesOptions, StoredWrites } from "./stored-writes.ts";

/** New writes wait at most this long for the device's stored writes. */
const WITHIN_MS = 3_000;

/** Opens the writer of stored writes. Rejects where the device stores nothing, or its code can't be loaded now. */
export type OpenStoredWrites = (
  trip: TripStore,
  options: Pick<StoredWritesOptions, "line" | "clock">,
) => Promise<StoredWrites>;

interface KeepingOptions {
  /** Loads the code and the database of stored writes when the trip is opened. */
  keep: OpenStoredWrites | undefined;
  line: TripRequests;
  clock: Clock;
}

/** Stores a trip's unsent writes on the device while the trip is open, where the device allows that. */
export class WritePersistence {
  readonly changes = new Subscribers<[]>();
  readonly #trip: TripStore;
  readonly #options: KeepingOptions;
  #keeper: StoredWrites | null = null;
  /** Lives from an opening until the opening has failed or is closed. */
  #life: AbortController | null = null;

  constructor(trip: TripStore, options: KeepingOptions) {
    this.#trip = trip;
    this.#options = options;
  }

  /** The `StoredWrites` of the trip; null until it is ready, and where this device stores nothing. */
  get keeper(): StoredWrites | null {
    return this.#keeper;
  }

  /**
   * Opens the stored writes. The queue sends nothing before it holds the writes of earlier pages. A second call does
   * nothing.
   */
  open(): void {
    const { keep, clock } = this.#options;
    if (!keep || this.#life) return;
    const life = new AbortController();
    this.#life = life;
    const { queue } = this.#trip;
    queue.isWrittenDown = true;
    const opened = this.#openBy(keep, life);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    clock.after(WITHIN_MS, () => {
      if (this.#life === life && !this.#keeper) this.#disown();
      resolve();
    });
    void queue.holdUntil(Promise.race([opened, late]));
  }

  async #openBy(keep: OpenStoredWrites, life: AbortController): Promise<void> {
    const { line, clock } = this.#options;
    const { queue } = this.#trip;
    const { signal } = life;
    try {
      const keeper = await keep(this.#trip, { line, clock });
      // If the trip was closed while the code was loading, nobody would send the writes that the `StoredWrites` takes
      // over.
      if (signal.aborted) return;
      signal.addEventListener("abort", () => keeper.close());
      await keeper.open();
      if (signal.aborted) return;
      queue.isWrittenDown = true;
      this.#keeper = keeper;
      keeper.changes.add(() => this.changes.tell());
      this.changes.tell();
    } catch {
      if (signal.aborted) return;
      this.#life = null;
      this.#disown();
    }
  }

  /**
   * While no `StoredWrites` stores the writes, they live only as long as the page, which shows that and asks before it
   * closes.
   */
  #disown(): void {
    const { queue } = this.#trip;
    queue.isWrittenDown = false;
    for (const pending of queue.items) if (pending.kept === "storing") queue.setKept(pending, "no");
  }

  /**
   * Ends the storing, unless writes are unsent: those continue to be stored. Answered writes that lack only their event
   * wait for the next opening.
   */
  close(): void {
    if (this.#trip.queue.unsent.length > 0) return;
    this.#life?.abort();
    this.#life = null;
    this.#keeper = null;
  }
}
