import type { Clock } from "#lib/shared/clock.ts";
import type { Line } from "./line.ts";
import { Subscribers } from "./subscribers.ts";
import type { TripStore } from "./trip-store.ts";
import type { KeeperOptions, WriteKeeper } from "./write-keeper.ts";

/** A device that takes longer to find what it keeps does not hold up what is made now. */
const WITHIN_MS = 3_000;

/** Rejects where the device keeps nothing, or its code can't be had now. */
export type OpenKeeper = (
  trip: TripStore,
  options: Pick<KeeperOptions, "line" | "clock">,
) => Promise<WriteKeeper>;

interface KeepingOptions {
  /** Its code and its database come when the trip is open. */
  keep: OpenKeeper | undefined;
  line: Line;
  clock: Clock;
}

/** Has a trip's unsent writes kept on the device while the trip is open, where the device does so. */
export class Keeping {
  readonly changes = new Subscribers<[]>();
  readonly #trip: TripStore;
  readonly #options: KeepingOptions;
  #keeper: WriteKeeper | null = null;
  /** From an opening on, until it has failed or is closed. */
  #life: AbortController | null = null;

  constructor(trip: TripStore, options: KeepingOptions) {
    this.#trip = trip;
    this.#options = options;
  }

  /** Null until it is there, and where this device keeps nothing. */
  get keeper(): WriteKeeper | null {
    return this.#keeper;
  }

  /** Nothing is sent before what an earlier page left is in the queue; nothing happens when it is open. */
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

  async #openBy(keep: OpenKeeper, life: AbortController): Promise<void> {
    const { line, clock } = this.#options;
    const { queue } = this.#trip;
    const { signal } = life;
    try {
      const keeper = await keep(this.#trip, { line, clock });
      // Of a trip that was left meanwhile nobody would send what it takes over.
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

  /** As long as nobody writes them down, writes live as long as the page, which says so and asks before it goes. */
  #disown(): void {
    const { queue } = this.#trip;
    queue.isWrittenDown = false;
    for (const pending of queue.items) if (pending.kept === "storing") queue.setKept(pending, "no");
  }

  /** What is unsent all the same goes on being kept; what lacks only its event is left to the next opening. */
  close(): void {
    if (this.#trip.queue.unsent.length > 0) return;
    this.#life?.abort();
    this.#life = null;
    this.#keeper = null;
  }
}
