import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { assertNever } from "#lib/shared/errors.ts";
import { CLOSE_CODES, PROTOCOL_VERSION } from "#lib/shared/handshake.ts";
import type { InboxCommand, InboxIdentity, InboxMessage, InboxState } from "#lib/shared/protocol.ts";
import { MessageRateLimit } from "./message-rate-limit.ts";
import { closeWithReason, type Socket } from "./room-state.ts";

const RETRY = { firstMs: 250, maxMs: 10_000 };
const PING = JSON.stringify({ type: "ping" });

export interface InboxOptions {
  clock: Clock;
  /**
   * Reads the inbox state from the API, which then notifies this room of every change. Rejects while the API gives no
   * answer.
   */
  readState(): Promise<InboxState>;
}

interface Guest {
  identity: InboxIdentity;
  budget: MessageRateLimit;
}

/**
 * The state of a user's room: it sends the number of unread notifications to all open windows. It reads the number when
 * the first window connects, and stores nothing that the API could not send again.
 */
export class InboxRoomState {
  readonly #guests = new Map<Socket, Guest>();
  readonly #options: InboxOptions;
  #state: InboxState | null = null;
  /** A state that arrived while the API was being read: the API's answer may be older. */
  #early: InboxState | null = null;
  #isReading = false;
  #failures = 0;
  #cancelRead: (() => void) | null = null;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /**
   * False when no socket is connected: the next socket makes the room read the state, so the API need not notify the
   * room until then.
   */
  get isListening(): boolean {
    return this.#guests.size > 0 || this.#isReading;
  }

  join(socket: Socket, identity: InboxIdentity): void {
    this.#guests.set(socket, { identity, budget: new MessageRateLimit(this.#options.clock) });
    if (this.#state) greet(socket, this.#state);
    else this.#readAfter(0);
  }

  leave(socket: Socket): void {
    this.#guests.delete(socket);
    if (this.isListening) return;
    this.#state = null;
    this.#cancelRead?.();
    this.#cancelRead = null;
  }

  hear(socket: Socket, text: string): void {
    const guest = this.#guests.get(socket);
    if (!guest) return;
    if (text === PING && guest.budget.spend("ping")) return say(socket, { type: "pong" });
    this.#dismiss(socket, CLOSE_CODES.misbehaved, "Too many messages, or one that is not understood.");
  }

  obey(command: InboxCommand): void {
    switch (command.type) {
      case "notified":
        return this.#learn(command);
      case "close":
        for (const [socket, { identity }] of this.#guests) {
          if (command.sessionId !== null && identity.sessionId !== command.sessionId) continue;
          this.#dismiss(socket, command.code, command.reason);
        }
        return undefined;
      default:
        return assertNever(command);
    }
  }

  #learn({ seq, unread }: InboxState): void {
    if (this.#isReading) this.#early = newer(this.#early, { seq, unread });
    if (!this.#state || seq < this.#state.seq) return;
    this.#state = { seq, unread };
    for (const socket of this.#guests.keys()) say(socket, { type: "notified", seq, unread });
  }

  #readAfter(ms: number): void {
    if (this.#isReading || this.#cancelRead) return;
    this.#cancelRead = this.#options.clock.after(ms, () => {
      this.#cancelRead = null;
      void this.#read();
    });
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    this.#early = null;
    let delay: number | null = null;
    try {
      const answer = await this.#options.readState();
      this.#state = newer(this.#early, answer);
      this.#failures = 0;
      for (const socket of this.#guests.keys()) greet(socket, this.#state);
    } catch {
      delay = backoffDelay(this.#failures++, RETRY, this.#options.clock);
    }
    this.#isReading = false;
    if (this.#guests.size === 0) this.#state = null;
    else if (delay !== null) this.#readAfter(delay);
  }

  #dismiss(socket: Socket, code: number, reason: string): void {
    this.leave(socket);
    closeWithReason(socket, code, reason);
  }
}

function newer(known: InboxState | null, state: InboxState): InboxState {
  return known && known.seq > state.seq ? known : state;
}

function greet(socket: Socket, { seq, unread }: InboxState): void {
  say(socket, { type: "hello", protocol: PROTOCOL_VERSION, seq, unread });
}

function say(socket: Socket, message: InboxMessage): void {
  socket.send(JSON.stringify(message));
}
