import { systemClock } from "#lib/shared/clock.ts";
import { assertNever } from "#lib/shared/errors.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import type { InboxMessage, InboxState } from "#lib/shared/protocol.ts";
import { ApiError, call } from "../base/api.ts";
import { updateInbox } from "./inbox.ts";
import { notificationsApi } from "../base/operations.ts";
import { RoomSocket, type SocketConnectOptions } from "../sync/room-socket.ts";

const RETRY = { firstMs: 1000, maxMs: 60_000 };
const PING_EVERY_MS = 30_000;
/**
 * Without a socket, the first poll comes soon, so that the inbox shows something on networks that let no socket
 * through.
 */
const FIRST_POLL_MS = 3000;
const POLL_EVERY_MS = 60_000;

export interface InboxWatchOptions extends SocketConnectOptions {
  readState(): Promise<InboxState>;
  onState(state: InboxState): void;
}

/** Receives changes of the inbox over a socket, and polls each minute while there is none. */
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

  /** Checks the socket, or connects it at once; call it when the network or the page is back. */
  wake(): void {
    this.#socket.wake();
  }

  close(): void {
    this.#socket.close();
    this.#cancelPoll?.();
  }

  /** Closes the watch after a 401, since a user who is signed out by now has no inbox; nothing more is requested. */
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
        // Whether reconnecting makes sense shows in the answer to the next ticket request. A page with an old protocol
        // can only poll.
        if (message.code === CLOSE_CODES.protocolTooOld) this.#socket.close();
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
      // Without an answer the bell keeps its number.
      void this.#asked(this.#options.readState()).then(
        (state) => this.#options.onState(state),
        () => undefined,
      );
    });
  }
}

/** Between two pages there is a moment without any watcher; the watch survives it for this time. */
const LINGER_MS = 5000;

let watch: InboxWatch | null = null;
let watchers = 0;
let ending: NodeJS.Timeout | number | undefined;

/** Keeps the one inbox watch of this window running until the returned function is called. */
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
    onState: ({ seq, unread }) => updateInbox({ seq, unread }),
    clock: systemClock,
  });
  window.addEventListener("online", wakeWatch);
  document.addEventListener("visibilitychange", wakeWatch);
  return started;
}

function wakeWatch(): void {
  if (document.visibilityState === "visible") watch?.wake();
}
