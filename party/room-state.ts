import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { assertNever } from "#lib/shared/errors.ts";
import { CLOSE_CODES, PROTOCOL_VERSION } from "#lib/shared/handshake.ts";
import {
  ClientMessage,
  type CloseCommand,
  type RoomCommand,
  type RoomEvent,
  type RoomHistory,
  type ServerMessage,
  type SocketIdentity,
} from "#lib/shared/protocol.ts";
import { EventLog } from "./event-log.ts";
import { MessageRateLimit } from "./message-rate-limit.ts";
import { Presence } from "./presence.ts";

/**
 * The wait for a missing event before the room reads it from the API: events of several processes may overtake each
 * other.
 */
const GAP_MS = 50;
const RETRY = { firstMs: 250, maxMs: 10_000 };
const MAX_MESSAGE = 2048;
/** A presence message is sent in parts of so many characters, twice as fast as new ones are made (`presence.ts`). */
const ASIDE = { characters: 100_000, everyMs: 10 };

/** One end of a WebSocket; neither method throws, whatever state it is in. */
export interface Socket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

export interface RoomOptions {
  clock: Clock;
  /**
   * Reads the trip's events after a seq from the API; with null, its newest ones. Rejects while the API gives no
   * answer.
   */
  readHistory(after: number | null): Promise<RoomHistory>;
}

interface Guest {
  identity: SocketIdentity;
  budget: MessageRateLimit;
  /** Whether the room has sent the socket its `hello`. */
  isGreeted: boolean;
}

/**
 * The state of a trip's room. It starts without knowing the trip's seq, and reads it when the first socket connects.
 * From then on it passes every event on once and in order, and reads events itself that it did not receive.
 */
export class RoomState {
  readonly #log = new EventLog();
  readonly #guests = new Map<Socket, Guest>();
  readonly #presence: Presence;
  readonly #options: RoomOptions;
  #isReading = false;
  #failures = 0;
  #cancelRead: (() => void) | null = null;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.#presence = new Presence(options.clock, (text) => this.#tellOfPeople(text));
  }

  /**
   * False when no socket is connected and no event is stored: in this state the next socket makes the room read the
   * trip's seq.
   */
  get isListening(): boolean {
    return this.#log.seq !== null || this.#guests.size > 0 || this.#isReading || this.#cancelRead !== null;
  }

  join(socket: Socket, identity: SocketIdentity): void {
    const guest: Guest = { identity, budget: new MessageRateLimit(this.#options.clock), isGreeted: false };
    this.#guests.set(socket, guest);
    if (this.#log.seq === null) this.#readAfter(0);
    else this.#greet(socket, guest, this.#log.seq);
  }

  leave(socket: Socket): void {
    if (this.#guests.delete(socket)) this.#presence.remove(socket);
  }

  hear(socket: Socket, text: string): void {
    const guest = this.#guests.get(socket);
    if (!guest) return;
    const message = text.length <= MAX_MESSAGE ? parse(text) : null;
    if (!message || !guest.budget.spend(message.type)) {
      this.#dismiss(socket, CLOSE_CODES.misbehaved, "Too many messages, or one that is not understood.");
    } else if (guest.isGreeted) {
      this.#answer(socket, guest, message);
    }
  }

  obey(command: RoomCommand): void {
    switch (command.type) {
      case "publish":
        return this.#publish(command.events);
      case "agent":
        return this.#broadcast(JSON.stringify(command satisfies ServerMessage));
      case "close":
        return this.#close(command);
      default:
        return assertNever(command);
    }
  }

  #answer(socket: Socket, { identity }: Guest, message: ClientMessage): void {
    switch (message.type) {
      case "since":
        return this.#replay(socket, identity.userId, message.seq);
      case "presence":
        return this.#presence.set(socket, identity, message.state);
      case "ping":
        return say(socket, { type: "pong" });
      default:
        return assertNever(message);
    }
  }

  #greet(socket: Socket, guest: Guest, seq: number): void {
    guest.isGreeted = true;
    say(socket, { type: "hello", protocol: PROTOCOL_VERSION, seq });
    this.#presence.add(socket, guest.identity);
    socket.send(this.#presence.message);
  }

  #replay(socket: Socket, userId: string, after: number): void {
    const missed = this.#log.after(after);
    if (missed) for (const { textFor } of missed) socket.send(textFor(userId));
    else say(socket, { type: "behind", seq: this.#log.seq ?? 0 });
  }

  #publish(events: RoomEvent[]): void {
    if (!this.isListening) return;
    this.#log.hold(events);
    this.#passOn();
    if (this.#log.isMissingSome) this.#readAfter(GAP_MS);
  }

  #passOn(): void {
    for (const { event, textFor } of this.#log.take()) {
      for (const [socket, { identity, isGreeted }] of this.#guests) {
        if (isGreeted) socket.send(textFor(identity.userId));
      }
      if (event.op === "member.updated") this.#presence.know(event.entity);
      if (event.op === "member.left") this.#askAgain(event.entity.userId);
    }
  }

  #readAfter(ms: number): void {
    if (this.#isReading || this.#cancelRead) return;
    this.#cancelRead = this.#options.clock.after(ms, () => {
      this.#cancelRead = null;
      // The missing events may have arrived by themselves in the meantime.
      if (this.#log.seq === null || this.#log.isMissingSome) void this.#read();
    });
  }

  /** Reads the missing events, once for all sockets; while the API gives no answer, it tries again and again. */
  async #read(): Promise<void> {
    this.#isReading = true;
    const before = this.#log.seq;
    let delay = 0;
    try {
      const history = await this.#options.readHistory(before);
      this.#failures = 0;
      this.#learn(history);
      if (before === this.#log.seq) delay = RETRY.firstMs;
    } catch {
      delay = backoffDelay(this.#failures++, RETRY, this.#options.clock);
    }
    this.#isReading = false;
    const isWanted = this.#log.seq === null ? this.#guests.size > 0 : this.#log.isMissingSome;
    if (isWanted) this.#readAfter(delay);
  }

  #learn({ seq, events }: RoomHistory): void {
    if (this.#log.seq === null) this.#log.begin(events, seq);
    else this.#log.hold(events, seq);
    const at = this.#log.seq;
    if (at !== null) {
      for (const [socket, guest] of this.#guests) if (!guest.isGreeted) this.#greet(socket, guest, at);
    }
    this.#passOn();
  }

  #close({ code, reason, userId, sessionId }: CloseCommand): void {
    for (const [socket, { identity }] of this.#guests) {
      const isMeant =
        (userId === null || identity.userId === userId) &&
        (sessionId === null || identity.sessionId === sessionId);
      if (isMeant) this.#dismiss(socket, code, reason);
    }
  }

  /**
   * Closes the sockets of a user who has left, so that they request a new ticket, which they get only if the user is a
   * member again. The API closes them at once as well, but its command can get lost; an event can't.
   */
  #askAgain(userId: string | null): void {
    for (const [socket, { identity }] of this.#guests) {
      if (identity.userId === userId)
        this.#dismiss(socket, CLOSE_CODES.roleChanged, "Your membership changed.");
    }
  }

  #dismiss(socket: Socket, code: number, reason: string): void {
    this.leave(socket);
    closeWithReason(socket, code, reason);
  }

  /** @returns to how many sockets the message is sent */
  #tellOfPeople(text: string): number {
    const sockets = [...this.#guests].flatMap(([socket, { isGreeted }]) => (isGreeted ? socket : []));
    this.#sendAside(text, sockets);
    return sockets.length;
  }

  /** Sends to some sockets at a time, so that no event waits behind the messages to a crowd. */
  #sendAside(text: string, sockets: readonly Socket[], from = 0): void {
    const to = from + Math.max(1, Math.floor(ASIDE.characters / text.length));
    for (const socket of sockets.slice(from, to)) if (this.#guests.has(socket)) socket.send(text);
    if (to < sockets.length)
      this.#options.clock.after(ASIDE.everyMs, () => this.#sendAside(text, sockets, to));
  }

  #broadcast(text: string): void {
    for (const [socket, { isGreeted }] of this.#guests) if (isGreeted) socket.send(text);
  }
}

/** Sends the reason in a message too, because browsers hide the close code of some failures. */
export function closeWithReason(socket: Socket, code: number, reason: string): void {
  say(socket, { type: "close", code, reason });
  socket.close(code, reason);
}

function say(socket: Socket, message: ServerMessage): void {
  socket.send(JSON.stringify(message));
}

function parse(text: string): ClientMessage | null {
  try {
    return ClientMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
