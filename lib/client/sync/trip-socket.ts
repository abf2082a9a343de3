import { assertNever } from "#lib/shared/errors.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import type { ClientMessage, PresentMember, ServerMessage, TicketDto } from "#lib/shared/protocol.ts";
import type { AgentActivity } from "./agent-mark.ts";
import { ApiError } from "../base/api.ts";
import { RoomSocket, type SocketConnectOptions } from "./room-socket.ts";

const RETRY = { firstMs: 600, maxMs: 15_000 };
const PING_EVERY_MS = 20_000;

export type ConnectionState =
  | "connecting"
  | "live"
  | "reconnecting"
  | "offline"
  | "signed-out"
  | "removed"
  | "outdated";

export interface TripSocketOptions extends SocketConnectOptions {
  onHello(seq: number): void;
  onEvent(event: TripEvent): void;
  onPresence(members: PresentMember[]): void;
  /** Called when the trip's agent has started or ended a run. */
  onAgent(news: AgentActivity): void;
  /** Called when the room no longer stores the events that this client requested. */
  onBehind(seq: number): void;
  onState(state: ConnectionState): void;
}

/** The socket of one trip. It has an end state for each case in which reconnecting makes no sense. */
export class TripSocket {
  state: ConnectionState = "connecting";
  readonly #options: TripSocketOptions;
  readonly #socket: RoomSocket<ServerMessage>;
  #wasCutOff = false;

  constructor(options: TripSocketOptions) {
    this.#options = options;
    this.#socket = new RoomSocket({
      ...options,
      ticket: () => this.#ticket(),
      retry: RETRY,
      pingEveryMs: PING_EVERY_MS,
      onMessage: (message) => this.#receive(message),
      onDrop: () => {
        if (this.state === "live") this.#enter("reconnecting");
      },
    });
  }

  /**
   * Sends a message. Returns false when the socket is not connected: the message is dropped, because it has no use
   * later.
   */
  send(message: ClientMessage): boolean {
    return this.#socket.send(message);
  }

  /**
   * Call it when the network or the page is back: checks a connection that seems alive; without one, connects at once.
   */
  wake(): void {
    if (this.state === "outdated") return;
    // A trip may be restored, or the user may be let in again; until that is known the state stays as it is.
    const isSettled = this.state === "live" || this.state === "connecting" || this.state === "removed";
    if (!isSettled) this.#enter("reconnecting");
    this.#socket.wake();
  }

  offline(): void {
    if (this.state !== "live" && this.state !== "connecting" && this.state !== "reconnecting") return;
    this.#socket.distrust();
    this.#enter("offline");
  }

  close(): void {
    this.#socket.close();
  }

  async #ticket(): Promise<TicketDto> {
    try {
      return await this.#options.ticket();
    } catch (error) {
      if (error instanceof ApiError) this.#refused(error);
      throw error;
    }
  }

  /** Ends the socket after a refused ticket, where another attempt would be refused too. */
  #refused({ status, body }: ApiError): void {
    if (status === 401) this.#end("signed-out");
    else if (status === 404) this.#end("removed");
    else if (body.code === "PROTOCOL_TOO_OLD") this.#end("outdated");
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        this.#wasCutOff = false;
        this.#enter("live");
        return this.#options.onHello(message.seq);
      case "event":
        return this.#options.onEvent(message.event);
      case "presence":
        return this.#options.onPresence(message.members);
      case "agent":
        return this.#options.onAgent(message);
      case "behind":
        return this.#options.onBehind(message.seq);
      case "close":
        return this.#dismissed(message.code);
      case "pong":
        return undefined;
      default:
        return assertNever(message);
    }
  }

  #dismissed(code: number): void {
    if (code === CLOSE_CODES.protocolTooOld) return this.#end("outdated");
    // The next ticket request gives the reason: 401 when the session ended, 404 when the membership did.
    if (code === CLOSE_CODES.cutOff && this.#wasCutOff) return this.#end("removed");
    if (code === CLOSE_CODES.cutOff || code === CLOSE_CODES.roleChanged) {
      this.#wasCutOff = code === CLOSE_CODES.cutOff;
      this.#socket.reconnect();
    }
  }

  #end(state: "signed-out" | "removed" | "outdated"): void {
    this.#enter(state);
    this.#socket.close();
  }

  #enter(state: ConnectionState): void {
    if (state === this.state) return;
    this.state = state;
    this.#options.onState(state);
  }
}
