import ReconnectingWebSocket from "partysocket/ws";
import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { PROTOCOL_VERSION } from "#lib/shared/handshake.ts";
import type { ClientMessage, TicketDto } from "#lib/shared/protocol.ts";

/** A socket that does not answer a ping within this time counts as dead. */
const PONG_WITHIN_MS = 5000;
/** The close code "service restart" of RFC 6455. */
const RESTARTING = 1012;

/** The options that come from the code that opens a trip or an inbox. */
export interface SocketConnectOptions {
  /**
   * Resolves with a new ticket for each attempt: a ticket opens one connection only. Rejects with ApiError when the
   * ticket is refused.
   */
  ticket(): Promise<TicketDto>;
  clock: Clock;
  /** The WebSocket class; the browser's own by default. */
  WebSocket?: unknown;
}

export interface RoomSocketOptions<M> extends SocketConnectOptions {
  retry: { firstMs: number; maxMs: number };
  pingEveryMs: number;
  onMessage(message: M): void;
  /**
   * A connection that had received the room's `hello` is closed. The socket reconnects, unless {@link close} closed it.
   */
  onDrop(): void;
}

/**
 * A connection to a room. It reconnects by itself until it is closed, and pings a silent connection to learn whether it
 * still works.
 */
export class RoomSocket<M extends { type: string }> {
  readonly #options: RoomSocketOptions<M>;
  readonly #socket: ReconnectingWebSocket;
  /** Whether the room has sent `hello` on this connection. */
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
      // The library's own delay can't be shortened, nor differ between clients: the delay is in `#url` instead.
      minReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      connectionTimeout: 8000,
      maxEnqueuedMessages: 0,
    });
    this.#socket.addEventListener("message", ({ data }) => this.#receive(String(data)));
    this.#socket.addEventListener("close", ({ code }) => {
      this.#dropped();
      // All clients of the room reconnect after a restart: this delay spreads them.
      if (code === RESTARTING) this.#attempts = Math.max(1, this.#attempts);
    });
  }

  /**
   * Sends a message. Returns false when the socket is not connected: the message is dropped, because it has no use
   * later.
   */
  send(message: ClientMessage): boolean {
    return this.#isLive && this.#socket.send(JSON.stringify(message));
  }

  /** Checks a connection that seems alive; without one, connects at once. */
  wake(): void {
    if (this.#isLive) this.#ping();
    else this.reconnect();
  }

  /** Sends nothing over this connection any more; the next ping replaces it. */
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

  /** Resolves with the address, after the delay that failed attempts cause. */
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
    // The room's messages are typed by the same protocol.ts; the room refuses clients of a version that it no longer
    // speaks.
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
