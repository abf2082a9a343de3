import ReconnectingWebSocket from "partysocket/ws";
import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { PROTOCOL_VERSION } from "#lib/shared/handshake.ts";
import type { ClientMessage, TicketDto } from "#lib/shared/protocol.ts";

/** A silent socket is taken for dead after this long. */
const PONG_WITHIN_MS = 5000;
/** RFC 6455's "service restart". */
const RESTARTING = 1012;

/** What is given by whoever opens a trip or an inbox. */
export interface SocketReach {
  /** A new ticket per attempt: each opens one connection only. Rejects with ApiError when it is refused. */
  ticket(): Promise<TicketDto>;
  clock: Clock;
  /** The browser's own by default. */
  WebSocket?: unknown;
}

export interface RoomSocketOptions<M> extends SocketReach {
  retry: { firstMs: number; maxMs: number };
  pingEveryMs: number;
  onMessage(message: M): void;
  /** A connection that the room had greeted is gone; the next one is on the way unless it was closed from here. */
  onDrop(): void;
}

/** The way to a room: it comes back by itself until it is closed, and asks a silent connection whether it lives. */
export class RoomSocket<M extends { type: string }> {
  readonly #options: RoomSocketOptions<M>;
  readonly #socket: ReconnectingWebSocket;
  /** The room has greeted this connection. */
  #isLive = false;
  /** Connection attempts since the last hello. */
  #attempts = 0;
  #stopWaiting: (() => void) | null = null;
  #cancelPing: (() => void) | null = null;
  #cancelPong: (() => void) | null = null;

  constructor(options: RoomSocketOptions<M>) {
    this.#options = options;
    this.#socket = new ReconnectingWebSocket(() => this.#url(), null, {
      WebSocket: options.WebSocket,
      // Its own waiting can't be cut short, nor differ between clients: the address is waited for instead.
      minReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      connectionTimeout: 8000,
      maxEnqueuedMessages: 0,
    });
    this.#socket.addEventListener("message", ({ data }) => this.#receive(String(data)));
    this.#socket.addEventListener("close", ({ code }) => {
      this.#dropped();
      // All who were there come back: not all in the same moment.
      if (code === RESTARTING) this.#attempts = Math.max(1, this.#attempts);
    });
  }

  /** False when it is not connected; what it says is worth nothing later. */
  send(message: ClientMessage): boolean {
    return this.#isLive && this.#socket.send(JSON.stringify(message));
  }

  /** Checks a connection that seems alive, else connects at once. */
  wake(): void {
    if (this.#isLive) this.#ping();
    else this.reconnect();
  }

  /** Nothing goes out over this connection any more, and the next ping brings another. */
  distrust(): void {
    this.#isLive = false;
  }

  reconnect(): void {
    this.#dropped();
    this.#attempts = 0;
    this.#stopWaiting?.();
    this.#socket.reconnect();
  }

  close(): void {
    this.#dropped();
    this.#stopWaiting?.();
    this.#socket.close();
  }

  /** Where to connect, after the wait that the failed attempts call for. */
  async #url(): Promise<string> {
    const { retry, clock } = this.#options;
    if (this.#attempts > 0) await this.#wait(backoffDelay(this.#attempts - 1, retry, clock));
    this.#attempts += 1;
    const { url, ticket } = await this.#options.ticket();
    return `${url}?ticket=${ticket}&protocol=${PROTOCOL_VERSION}`;
  }

  async #wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.clock.after(ms, resolve);
    this.#stopWaiting = resolve;
    await promise;
    cancel();
    this.#stopWaiting = null;
  }

  #receive(data: string): void {
    // What the room says is typed by the same protocol.ts; a version it no longer speaks is refused at the door.
    const message = JSON.parse(data) as M;
    this.#cancelPong?.();
    this.#cancelPong = null;
    if (message.type === "hello") {
      this.#isLive = true;
      this.#attempts = 0;
      this.#schedulePing();
    }
    this.#options.onMessage(message);
  }

  #dropped(): void {
    this.#cancelPing?.();
    this.#cancelPong?.();
    this.#cancelPing = null;
    this.#cancelPong = null;
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#options.onDrop();
  }

  #schedulePing(): void {
    this.#cancelPing?.();
    this.#cancelPing = this.#options.clock.after(this.#options.pingEveryMs, () => {
      this.#schedulePing();
      this.#ping();
    });
  }

  #ping(): void {
    if (this.#cancelPong) return;
    if (!this.send({ type: "ping" })) return this.reconnect();
    this.#cancelPong = this.#options.clock.after(PONG_WITHIN_MS, () => this.reconnect());
  }
}
