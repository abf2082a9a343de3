import { type Clock, systemClock } from "#lib/shared/clock.ts";
import type { PresentMember, TicketDto } from "#lib/shared/protocol.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { AgentBadge } from "../sync/agent-mark.ts";
import { call, type CallOptions } from "../base/api.ts";
import { EventReader } from "../sync/event-reader.ts";
import { WritePersistence, type OpenStoredWrites } from "../sync/write-persistence.ts";
import { TripRequests } from "../sync/trip-requests.ts";
import { realtimeApi, tripsApi } from "../base/operations.ts";
import { PresenceSender } from "../sync/presence-sender.ts";
import { Subscribers } from "../base/subscribers.ts";
import type { DraftStorage } from "../writes/suggestion-draft.ts";
import { type ConfirmedThread, Threads } from "./threads.ts";
import { createTripActions, type TripActions } from "./trip-actions.ts";
import { type ConnectionState, TripSocket } from "../sync/trip-socket.ts";
import { TripStore } from "../sync/trip-store.ts";
import { UnreadComments } from "./unread.ts";

/** The session requests missing events from the room at most this often, not for each event behind the gap. */
const ASK_EVERY_MS = 500;
/** Without a socket the trip is read this often; some networks let no socket through. */
const POLL_EVERY_MS = 15_000;

export interface SessionOptions {
  initial: TripDto;
  userId: string;
  /** Options of each call, such as the service's address; empty in the web app. */
  call?: CallOptions;
  clock?: Clock;
  WebSocket?: unknown;
  /**
   * Resolves with the user whose session the requests carry now; for clients whose session may change while they run.
   */
  whoAmI?: (signal: AbortSignal) => Promise<string | null>;
  /** The storage in which unsent drafts survive the page. */
  storage?: DraftStorage | undefined;
  /** Opens the writer of stored writes; its code and its database are loaded when the trip is opened. */
  keep?: OpenStoredWrites | undefined;
  /** The trip as it was at a moment: the session follows no events and accepts no writes. */
  isPast?: boolean;
}

/** A trip that is open in this client: its state, its socket, and the code that keeps the state current. */
export class TripSession {
  readonly store: TripStore;
  readonly threads: Threads;
  readonly unread: UnreadComments;
  readonly actions: TripActions;
  readonly reader: EventReader;
  /** The state that the agent's button shows. */
  readonly agentMark: AgentBadge;
  /** Sends all other requests to the service about this trip. */
  readonly line: TripRequests;
  /** Stores the unsent writes on this device. */
  readonly keeping: WritePersistence;
  readonly connectionChanges = new Subscribers<[]>();
  readonly presenceChanges = new Subscribers<[]>();
  #presence: readonly PresentMember[] = [];
  #socket: TripSocket | null = null;
  #cancelPoll: (() => void) | null = null;
  #askedAt = 0;
  #wasLive = false;
  #wasSignedOut = false;
  #syncedAt: number;
  #isFromDevice = false;
  readonly #options: SessionOptions;
  readonly #clock: Clock;
  readonly #voice: PresenceSender;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { initial, userId, call: reach = {}, whoAmI, clock = systemClock, isPast = false } = options;
    this.#clock = clock;
    this.#syncedAt = clock.now();
    this.line = new TripRequests({ clock, userId, call: reach, whoAmI });
    const { line } = this;
    this.store = new TripStore(initial, { userId, clock, line, isPast });
    this.keeping = new WritePersistence(this.store, { keep: options.keep, line, clock });
    this.threads = new Threads(this.store, { line, clock });
    this.unread = new UnreadComments(this.store, { line, clock });
    this.reader = new EventReader(this.store, { line, clock, isOpen: () => this.#isOpen() });
    this.agentMark = new AgentBadge(initial.id, userId);
    this.#voice = new PresenceSender(clock, (message) => this.#socket?.send(message));
    this.actions = createTripActions(this.store, (state) => {
      this.store.openStopId = state.stopId;
      this.#voice.say(state);
    });
    this.store.changes.add(() => this.#storeChanged());
  }

  /** The state is `signed-out` even while the room still accepts the session that has ended. */
  get connection(): ConnectionState {
    const now = this.#socket?.state ?? "connecting";
    const state = now === "connecting" && this.#isFromDevice ? "reconnecting" : now;
    const isOver = state === "removed" || state === "outdated";
    return this.isSignedOut && !isOver ? "signed-out" : state;
  }

  /** When the trip's state was last confirmed, in milliseconds since 1970; null while the trip is live. */
  get asOf(): number | null {
    return this.#socket?.state === "live" ? null : this.#syncedAt;
  }

  /** Marks the trip as read from this device's storage, and not from an answer of the service. */
  takeUp({ asOf, threads }: { asOf: number; threads: readonly ConfirmedThread[] }): void {
    this.#syncedAt = asOf;
    this.#isFromDevice = true;
    this.threads.takeUp(threads);
  }

  /** All users who have the trip open, this user included. */
  get presence(): readonly PresentMember[] {
    return this.#presence;
  }

  /** Opens the socket; a second call does nothing. */
  start(): void {
    if (this.store.isPast) return;
    if (this.#options.storage) this.store.draft.open(this.#options.storage);
    this.agentMark.open(this.#options.storage);
    this.store.draft.findArrived(this.store.confirmed);
    this.#socket ??= new TripSocket({
      clock: this.#clock,
      WebSocket: this.#options.WebSocket,
      ticket: () => this.#ticket(),
      onHello: (seq) => this.#greeted(seq),
      onEvent: (event) => this.#received(event),
      onPresence: (members) => this.#setPresence(members),
      onAgent: (state) => this.agentMark.hear(state),
      onBehind: (seq) => {
        this.store.learn(seq);
        this.reader.readSoon(0);
      },
      onState: () => this.#stateChanged(),
    });
    this.#poll();
    this.keeping.open();
  }

  /** Closes the socket. Call it when nothing is unsent. */
  stop(): void {
    this.keeping.close();
    this.#socket?.close();
    this.#socket = null;
    this.#cancelPoll?.();
    this.reader.stop();
    this.#voice.hush();
    this.#setPresence([]);
  }

  async #ticket(): Promise<TicketDto> {
    const params = { tripId: this.store.id };
    return (await this.line.askAsMe((options) => call(realtimeApi.ticket, { params }, options))).data;
  }

  get isSignedOut(): boolean {
    return this.store.queue.isSignedOut;
  }

  /** Checks the session and the socket, and sends unsent writes; call it when the network or the page is back. */
  wake(): void {
    this.line.doubt();
    this.line.giveUp();
    this.keeping.open();
    void this.keeping.keeper?.look();
    if (this.isSignedOut) void this.#signInAgain();
    else this.#resume();
  }

  #resume(): void {
    this.#socket?.wake();
    this.store.queue.resume();
  }

  /**
   * Sends requests and writes again if the user of this trip and of its unsent writes is signed in; while another user
   * is signed in, the next wake or poll checks again.
   */
  async #signInAgain(): Promise<void> {
    const isMe = await this.line.requireMe().then(
      () => true,
      () => false,
    );
    if (isMe && this.isSignedOut) this.#resume();
  }

  offline(): void {
    this.doubt();
    this.#socket?.offline();
  }

  /** Makes the next request check first who is signed in; call it when another tab may have changed that. */
  doubt(): void {
    this.line.doubt();
  }

  #greeted(seq: number): void {
    this.store.learn(seq);
    this.store.queue.wake();
    this.#voice.sayAgain();
    if (seq > this.store.seq) this.#askSince();
    this.reader.expectMissing();
  }

  #askSince(): void {
    this.#askedAt = this.#clock.now();
    this.#socket?.send({ type: "since", seq: this.store.seq });
  }

  #received(event: Parameters<TripStore["receive"]>[0][number]): void {
    this.store.receive([event]);
    if (this.store.hasGap && this.#clock.now() - this.#askedAt >= ASK_EVERY_MS) this.#askSince();
    this.reader.expectMissing();
  }

  #setPresence(members: readonly PresentMember[]): void {
    this.#presence = members;
    this.presenceChanges.tell();
  }

  #stateChanged(): void {
    const state = this.#socket?.state;
    const isLive = state === "live";
    if (this.#wasLive && !isLive) {
      this.doubt();
      this.#syncedAt = this.#clock.now();
    }
    this.#wasLive = isLive;
    if (state === "signed-out") this.store.queue.hold();
    if (!isLive) this.#setPresence([]);
    this.connectionChanges.tell();
  }

  #storeChanged(): void {
    if (this.isSignedOut !== this.#wasSignedOut) {
      this.#wasSignedOut = this.isSignedOut;
      this.connectionChanges.tell();
    }
    this.reader.expectMissing();
  }

  #isOpen(): boolean {
    const ended: readonly ConnectionState[] = ["removed", "outdated", "signed-out"];
    return this.#socket !== null && !ended.includes(this.connection);
  }

  /** Reads the whole trip again, for example when its snapshot is known to be old. */
  async refresh(): Promise<void> {
    const params = { tripId: this.store.id };
    const { data } = await this.line.askAsMe((options) => call(tripsApi.get, { params }, options));
    this.store.adopt(data);
  }

  #poll(): void {
    this.#cancelPoll?.();
    const jitter = this.#clock.random() * POLL_EVERY_MS;
    this.#cancelPoll = this.#clock.after(POLL_EVERY_MS + jitter, () => {
      if (this.isSignedOut && this.#options.whoAmI) this.wake();
      else if (this.#isOpen() && this.connection !== "live") {
        // Another user may have signed in without any report to this page, and the events would then be read as that
        // user.
        this.doubt();
        void this.reader.read();
      }
      this.#poll();
    });
  }
}
