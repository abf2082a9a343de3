import { eventsApi } from "#lib/shared/api/events.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { backoffDelay, type Clock, systemClock } from "#lib/shared/clock.ts";
import type { PresenceState, PresentMember } from "#lib/shared/protocol.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { ApiError, call, type CallOptions } from "./api.ts";
import { Subscribers } from "./subscribers.ts";
import { Threads } from "./threads.ts";
import { createTripActions, type TripActions } from "./trip-actions.ts";
import { type ConnectionState, TripSocket } from "./trip-socket.ts";
import { TripStore } from "./trip-store.ts";

/** Events that are known to exist usually arrive by themselves; after this long they are fetched. */
const MISSING_FOR_MS = 1000;
/** The room is asked for what a gap lacks, but not for each event behind the gap. */
const ASK_EVERY_MS = 500;
/** Without a socket the trip is read this often; some networks let none through. */
const POLL_EVERY_MS = 15_000;
const RETRY = { firstMs: 500, maxMs: 10_000 };
const PAGE = 500;
const NOTHING_OPEN: PresenceState = { stopId: null, field: null };

export interface SessionOptions {
  initial: TripDto;
  userId: string;
  /** How to reach the service; empty in the web app. */
  call?: CallOptions;
  clock?: Clock;
  WebSocket?: unknown;
  /** The user whose session requests carry now; for clients whose session may change under them. */
  whoAmI?: () => Promise<string | null>;
}

/** A trip that is open in this client: its state, its socket, and what brings the one up to the other. */
export class TripSession {
  readonly store: TripStore;
  readonly threads: Threads;
  readonly actions: TripActions;
  readonly connectionChanges = new Subscribers<[]>();
  readonly presenceChanges = new Subscribers<[]>();
  #presence: readonly PresentMember[] = [];
  #doing: PresenceState = NOTHING_OPEN;
  #socket: TripSocket | null = null;
  #reading: Promise<void> | null = null;
  #cancelRead: (() => void) | null = null;
  #failedReads = 0;
  #cancelPoll: (() => void) | null = null;
  #askedAt = 0;
  readonly #options: SessionOptions;
  readonly #call: CallOptions;
  readonly #clock: Clock;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#call = options.call ?? {};
    this.#clock = options.clock ?? systemClock;
    const { initial, userId } = options;
    this.store = new TripStore(initial, { userId, clock: this.#clock, call: this.#call });
    this.threads = new Threads(this.store, { call: this.#call, clock: this.#clock });
    this.actions = createTripActions(this.store, (state) => this.#show(state));
    this.store.changes.add(() => this.#expectMissing());
  }

  get connection(): ConnectionState {
    return this.#socket?.state ?? "connecting";
  }

  /** Everyone who has the trip open, this person too. */
  get presence(): readonly PresentMember[] {
    return this.#presence;
  }

  /** Opens the socket; nothing happens when it is open. */
  start(): void {
    this.#socket ??= new TripSocket({
      clock: this.#clock,
      WebSocket: this.#options.WebSocket,
      ticket: async () =>
        (await call(realtimeApi.ticket, { params: { tripId: this.store.id } }, this.#call)).data,
      onHello: (seq) => this.#greeted(seq),
      onEvent: (event) => this.#received(event),
      onPresence: (members) => this.#setPresence(members),
      onBehind: (seq) => {
        this.store.learn(seq);
        this.#readSoon(0);
      },
      onState: () => this.#stateChanged(),
    });
    this.#poll();
  }

  /** Closes the socket; to be called when nothing is unsent. */
  stop(): void {
    this.#socket?.close();
    this.#socket = null;
    this.#cancelPoll?.();
    this.#cancelRead?.();
    this.#cancelRead = null;
    this.#setPresence([]);
  }

  get isSignedOut(): boolean {
    return this.store.queue.isSignedOut || this.connection === "signed-out";
  }

  /** The network or the page is back. */
  wake(): void {
    if (this.isSignedOut) void this.#signInAgain();
    else this.#resume();
  }

  #resume(): void {
    this.#socket?.wake();
    this.store.queue.resume();
  }

  /** Goes on only for the person whose trip and unsent writes these are. */
  async #signInAgain(): Promise<void> {
    const { whoAmI } = this.#options;
    const userId = whoAmI ? await whoAmI().catch(() => null) : this.store.userId;
    if (userId === this.store.userId) this.#resume();
  }

  offline(): void {
    this.#socket?.offline();
  }

  #greeted(seq: number): void {
    this.store.learn(seq);
    this.store.queue.wake();
    if (this.#doing !== NOTHING_OPEN) this.#socket?.send({ type: "presence", state: this.#doing });
    if (seq > this.store.seq) this.#askSince();
    this.#expectMissing();
  }

  #askSince(): void {
    this.#askedAt = this.#clock.now();
    this.#socket?.send({ type: "since", seq: this.store.seq });
  }

  #received(event: Parameters<TripStore["receive"]>[0][number]): void {
    this.store.receive([event]);
    if (this.store.hasGap && this.#clock.now() - this.#askedAt >= ASK_EVERY_MS) this.#askSince();
    this.#expectMissing();
  }

  #show(state: PresenceState): void {
    this.#doing = state;
    this.store.openStopId = state.stopId;
    this.#socket?.send({ type: "presence", state });
  }

  #setPresence(members: readonly PresentMember[]): void {
    this.#presence = members;
    this.presenceChanges.tell();
  }

  #stateChanged(): void {
    if (this.connection !== "live") this.#setPresence([]);
    this.connectionChanges.tell();
  }

  #expectMissing(): void {
    if (this.store.knownSeq > this.store.seq) this.#readSoon(MISSING_FOR_MS);
  }

  #readSoon(ms: number): void {
    if (this.#reading || (this.#cancelRead && ms > 0)) return;
    this.#cancelRead?.();
    this.#cancelRead = this.#clock.after(ms, () => {
      this.#cancelRead = null;
      if (this.#isOpen() && this.store.knownSeq > this.store.seq) void this.readEvents();
    });
  }

  /** Reads what the trip's log holds after the confirmed state. Never rejects: it is tried again while events are missing. */
  readEvents(): Promise<void> {
    this.#reading ??= this.#readPages().finally(() => {
      this.#reading = null;
      this.#expectMissing();
    });
    return this.#reading;
  }

  async #readPages(): Promise<void> {
    try {
      let isWhole = false;
      while (!isWhole) {
        const query = { after: this.store.seq, limit: PAGE };
        const { data } = await call(eventsApi.list, { params: { tripId: this.store.id }, query }, this.#call);
        const before = this.store.seq;
        this.store.receive(data.events);
        isWhole = this.store.seq >= data.seq || this.store.seq === before;
      }
      this.#failedReads = 0;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return;
      await this.#pause(backoffDelay(this.#failedReads++, RETRY, this.#clock));
    }
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#clock.after(ms, resolve);
    return promise;
  }

  #isOpen(): boolean {
    const ended: readonly ConnectionState[] = ["removed", "outdated", "signed-out"];
    return this.#socket !== null && !ended.includes(this.connection);
  }

  /** Reads the whole trip anew, e.g. when its snapshot is known to be old. */
  async refresh(): Promise<void> {
    const { data } = await call(tripsApi.get, { params: { tripId: this.store.id } }, this.#call);
    this.store.adopt(data);
  }

  #poll(): void {
    this.#cancelPoll?.();
    const jitter = this.#clock.random() * POLL_EVERY_MS;
    this.#cancelPoll = this.#clock.after(POLL_EVERY_MS + jitter, () => {
      if (this.#isOpen() && this.connection !== "live") void this.readEvents();
      this.#poll();
    });
  }
}
