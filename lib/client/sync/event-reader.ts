import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { ApiError, call } from "../base/api.ts";
import type { TripRequests } from "./trip-requests.ts";
import { eventsApi } from "../base/operations.ts";
import type { TripStore } from "./trip-store.ts";

/** Missing events usually arrive over the socket. After this time the reader requests them. */
const MISSING_FOR_MS = 1000;
const RETRY = { firstMs: 500, maxMs: 10_000 };
const PAGE = 500;

export interface EventReaderOptions {
  line: TripRequests;
  clock: Clock;
  /** Returns false when reading makes no sense any more. */
  isOpen(): boolean;
}

/** Reads the events that did not arrive over the socket from the trip's event log. */
export class EventReader {
  readonly #store: TripStore;
  readonly #options: EventReaderOptions;
  #reading: Promise<void> | null = null;
  #cancel: (() => void) | null = null;
  #failures = 0;

  constructor(store: TripStore, options: EventReaderOptions) {
    this.#store = store;
    this.#options = options;
  }

  get #isMissingSome(): boolean {
    return this.#store.knownSeq > this.#store.seq;
  }

  expectMissing(): void {
    if (this.#isMissingSome) this.readSoon(MISSING_FOR_MS);
  }

  readSoon(ms: number): void {
    if (this.#reading || (this.#cancel && ms > 0)) return;
    this.#cancel?.();
    this.#cancel = this.#options.clock.after(ms, () => {
      this.#cancel = null;
      if (this.#options.isOpen() && this.#isMissingSome) void this.read();
    });
  }

  /**
   * Reads the events after the confirmed state from the event log. Never rejects: it tries again while events are
   * missing.
   */
  read(): Promise<void> {
    this.#reading ??= this.#readPages().finally(() => {
      this.#reading = null;
      this.expectMissing();
    });
    return this.#reading;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  async #readPages(): Promise<void> {
    const store = this.#store;
    try {
      let isWhole = false;
      while (!isWhole) {
        const query = { after: store.seq, limit: PAGE };
        const params = { tripId: store.id };
        const { data } = await this.#options.line.askAsMe((options) =>
          call(eventsApi.list, { params, query }, options),
        );
        const before = store.seq;
        store.receive(data.events);
        isWhole = store.seq >= data.seq || store.seq === before;
      }
      this.#failures = 0;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return;
      await this.#pause(backoffDelay(this.#failures++, RETRY, this.#options.clock));
    }
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#options.clock.after(ms, resolve);
    return promise;
  }
}
