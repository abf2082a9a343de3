import ReconnectingWebSocket from "partysocket/ws";
import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { assertNever } from "#lib/shared/errors.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import {
  type ClientMessage,
  CLOSE,
  type PresentMember,
  PROTOCOL_VERSION,
  type ServerMessage,
} from "#lib/shared/protocol.ts";
import type { TicketDto } from "#lib/shared/protocol.ts";
import { ApiError } from "./api.ts";

const RETRY = { firstMs: 600, maxMs: 15_000 };
const PING_EVERY_MS = 20_000;
/** A silent socket is taken for dead after this long. */
const PONG_WITHIN_MS = 5_000;

export type ConnectionState =
  | "connecting"
  | "live"
  | "reconnecting"
  | "offline"
  | "signed-out"
  | "removed"
  | "outdated";

export interface SocketListener {
  onHello(seq: number): void;
  onEvent(event: TripEvent): void;
  onPresence(members: PresentMember[]): void;
  /** The room no longer holds what was asked for. */
  onBehind(seq: number): void;
  onState(state: ConnectionState): void;
}

export interface SocketOptions extends SocketListener {
  /** A new ticket per attempt: each opens one connection only. Rejects with ApiError when it is refused. */
  ticket(): Promise<TicketDto>;
  clock: Clock;
  /** The browser's own by default. */
  WebSocket?: unknown;
}

/** The socket of one trip: it comes back by itself, and says plainly when coming back makes no sense. */
export class TripSocket {
  state: ConnectionState = "connecting";
  readonly #options: SocketOptions;
  readonly #socket: ReconnectingWebSocket;
  /** Connection attempts since the last hello. */
  #attempts = 0;
  #stopWaiting: (() => void) | null = null;
  #cancelPing: (() => void) | null = null;
  #cancelPong: (() => void) | null = null;
  #wasCutOff = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#socket = new ReconnectingWebSocket(() => this.#url(), null, {
      WebSocket: options.WebSocket,
      // Its own waiting can't be cut short, nor differ between clients: the address is waited for instead.
      minReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      connectionTimeout: 8_000,
      maxEnqueuedMessages: 0,
    });
    this.#socket.addEventListener("message", ({ data }) => this.#receive(String(data)));
    this.#socket.addEventListener("close", () => this.#dropped());
  }

  /** False when it is not connected; what it says is worth nothing later. */
  send(message: ClientMessage): boolean {
    return this.state === "live" && this.#socket.send(JSON.stringify(message));
  }

  /** The network or the page is back: checks a connection that seems alive, else connects at once. */
  wake(): void {
    if (this.state === "live") return this.#ping();
    if (this.state === "outdated") return;
    // A trip may be restored, or someone be let in again; until that is known the page stays as it is.
    if (this.state !== "connecting" && this.state !== "removed") this.#enter("reconnecting");
    this.#reconnect();
  }

  offline(): void {
    if (this.state === "live" || this.state === "connecting" || this.state === "reconnecting")
      this.#enter("offline");
  }

  close(): void {
    this.#silence();
    this.#socket.close();
  }

  #reconnect(): void {
    this.#attempts = 0;
    this.#stopWaiting?.();
    this.#socket.reconnect();
  }

  /** Where to connect, after the wait that the failed attempts call for. */
  async #url(): Promise<string> {
    if (this.#attempts > 0) await this.#wait(backoffDelay(this.#attempts - 1, RETRY, this.#options.clock));
    this.#attempts += 1;
    try {
      const { url, ticket } = await this.#options.ticket();
      return `${url}?ticket=${ticket}&protocol=${PROTOCOL_VERSION}`;
    } catch (error) {
      if (error instanceof ApiError) this.#refused(error);
      throw error;
    }
  }

  async #wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.clock.after(ms, resolve);
    this.#stopWaiting = resolve;
    await promise;
    cancel();
    this.#stopWaiting = null;
  }

  /** Which refusals of a ticket another attempt cannot change. */
  #refused({ status, body }: ApiError): void {
    if (status === 401) this.#end("signed-out");
    else if (status === 404) this.#end("removed");
    else if (body.code === "PROTOCOL_TOO_OLD") this.#end("outdated");
  }

  #receive(data: string): void {
    // What the room says is typed by the same protocol.ts; a version it no longer speaks is refused at the door.
    const message = JSON.parse(data) as ServerMessage;
    this.#cancelPong?.();
    this.#cancelPong = null;
    switch (message.type) {
      case "hello":
        return this.#welcome(message.seq);
      case "event":
        return this.#options.onEvent(message.event);
      case "presence":
        return this.#options.onPresence(message.members);
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

  #welcome(seq: number): void {
    this.#wasCutOff = false;
    this.#attempts = 0;
    this.#enter("live");
    this.#schedulePing();
    this.#options.onHello(seq);
  }

  #dismissed(code: number): void {
    if (code === CLOSE.protocolTooOld) return this.#end("outdated");
    // Why, the next ticket will tell: 401 when the session ended, 404 when the membership did.
    if (code === CLOSE.cutOff && this.#wasCutOff) return this.#end("removed");
    if (code === CLOSE.cutOff || code === CLOSE.roleChanged) {
      this.#wasCutOff = code === CLOSE.cutOff;
      this.#revive();
    }
  }

  #dropped(): void {
    this.#silence();
    if (this.state === "live") this.#enter("reconnecting");
  }

  #end(state: "signed-out" | "removed" | "outdated"): void {
    this.close();
    this.#enter(state);
  }

  #enter(state: ConnectionState): void {
    if (state === this.state) return;
    this.state = state;
    this.#options.onState(state);
  }

  #schedulePing(): void {
    this.#cancelPing?.();
    this.#cancelPing = this.#options.clock.after(PING_EVERY_MS, () => {
      this.#ping();
      this.#schedulePing();
    });
  }

  #ping(): void {
    if (this.#cancelPong) return;
    if (!this.send({ type: "ping" })) return this.#revive();
    this.#cancelPong = this.#options.clock.after(PONG_WITHIN_MS, () => this.#revive());
  }

  #revive(): void {
    this.#dropped();
    this.#reconnect();
  }

  #silence(): void {
    this.#cancelPing?.();
    this.#cancelPong?.();
    this.#cancelPing = null;
    this.#cancelPong = null;
  }
}
