import { systemClock } from "#lib/shared/clock.ts";
import { assertNever } from "#lib/shared/errors.ts";
import { CLOSE } from "#lib/shared/handshake.ts";
import type { InboxMessage, InboxState } from "#lib/shared/protocol.ts";
import { ApiError, call } from "./api.ts";
import { learnInbox } from "./inbox.ts";
import { notificationsApi } from "./operations.ts";
import { RoomSocket, type SocketReach } from "./room-socket.ts";

const RETRY = { firstMs: 1000, maxMs: 60_000 };
const PING_EVERY_MS = 30_000;
/** Without a socket: soon at first, so that a network that lets none through shows something too. */
const FIRST_POLL_MS = 3000;
const POLL_EVERY_MS = 60_000;

export interface InboxWatchOptions extends SocketReach {
  readState(): Promise<InboxState>;
  onState(state: InboxState): void;
}

/** Hears of changes of the inbox over a socket, and asks each minute while there is none. */
export class InboxWatch {
  readonly #options: InboxWatchOptions;
  readonly #socket: RoomSocket<InboxMessage>;
  #cancelPoll: (() => void) | null = null;

  constructor(options: InboxWatchOptions) {
    this.#options = options;
    this.#socket = new RoomSocket({
      ...options,
      ticket: () => this.#asked(options.ticket()),
      retry: RETRY,
      pingEveryMs: PING_EVERY_MS,
      onMessage: (message) => this.#receive(message),
      onDrop: () => this.#pollAfter(POLL_EVERY_MS),
    });
    this.#pollAfter(FIRST_POLL_MS);
  }

  /** The network or the page is back. */
  wake(): void {
    this.#socket.wake();
  }

  close(): void {
    this.#socket.close();
    this.#cancelPoll?.();
  }

  /** Whoever is signed out by now has no inbox: nothing is asked again. */
  async #asked<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.close();
      throw error;
    }
  }

  #receive(message: InboxMessage): void {
    switch (message.type) {
      case "hello":
        this.#cancelPoll?.();
        return this.#options.onState(message);
      case "notified":
        return this.#options.onState(message);
      case "close":
        // Whether coming back makes sense, the next ticket will tell; an old page can only ask.
        if (message.code === CLOSE.protocolTooOld) this.#socket.close();
        return undefined;
      case "pong":
        return undefined;
      default:
        return assertNever(message);
    }
  }

  #pollAfter(ms: number): void {
    this.#cancelPoll?.();
    this.#cancelPoll = this.#options.clock.after(ms, () => {
      this.#pollAfter(POLL_EVERY_MS);
      // Without an answer the bell stays as it is.
      void this.#asked(this.#options.readState()).then(
        (state) => this.#options.onState(state),
        () => undefined,
      );
    });
  }
}

/** On the way from one page to the next nobody watches for a moment. */
const LINGER_MS = 5000;

let watch: InboxWatch | null = null;
let watchers = 0;
let ending: NodeJS.Timeout | number | undefined;

/** Keeps the one watch of this window up until what this gives back is called. */
export function watchInbox(): () => void {
  watchers += 1;
  clearTimeout(ending);
  watch ??= startWatch();
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    ending = setTimeout(() => {
      watch?.close();
      watch = null;
    }, LINGER_MS);
  };
}

function startWatch(): InboxWatch {
  const started = new InboxWatch({
    ticket: async () => (await call(notificationsApi.ticket, {})).data,
    readState: async () => (await call(notificationsApi.state, {})).data,
    onState: ({ seq, unread }) => learnInbox({ seq, unread }),
    clock: systemClock,
  });
  window.addEventListener("online", wakeWatch);
  document.addEventListener("visibilitychange", wakeWatch);
  return started;
}

function wakeWatch(): void {
  if (document.visibilityState === "visible") watch?.wake();
}
