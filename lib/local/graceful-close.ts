import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * After this time without data, a connection is not about to send a request: its client has other connections, or has
 * learned of the end.
 */
const QUIET_MS = 500;
const LOOK_MS = 50;
/** The time in which late requests have to end after they are told to, and the server has to do its last work. */
export const CLOSE_TIMEOUT_MS = 5000;

interface Seen {
  bytes: number;
  at: number;
}

/**
 * Shuts an HTTP server down without cutting off any client. Node's own `close` destroys connections that only seem
 * idle: those with a request on its way, and those whose last answer was not sent completely.
 */
export class GracefulClose {
  readonly #server: Server;
  /** For each connection with HTTP, how much it had sent at which time. */
  readonly #connections = new Map<Socket, Seen>();
  readonly #answers = new Set<ServerResponse>();
  #isLeaving = false;

  /** Must be created before any other listener for requests is added. */
  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#connections.set(socket, { bytes: 0, at: Date.now() });
      socket.once("close", () => this.#connections.delete(socket));
    });
    server.on("request", (_: IncomingMessage, res: ServerResponse) => {
      if (this.#isLeaving) asLast(res);
      this.#answers.add(res);
      res.once("close", () => this.#answers.delete(res));
    });
    // An upgraded connection is not watched any more, because it no longer carries HTTP.
    server.on("upgrade", ({ socket }: IncomingMessage) => this.#connections.delete(socket));
  }

  /** From now on every answer is the last one of its connection. */
  begin(): void {
    this.#isLeaving = true;
    for (const res of this.#answers) asLast(res);
  }

  /**
   * Accepts no new connection, and resolves once all requests have been answered, or `late` has cut off the remaining
   * ones.
   */
  async end(late: AbortSignal): Promise<void> {
    this.begin();
    NetServer.prototype.close.call(this.#server);
    while (this.#connections.size > 0 && !late.aborted) {
      await sleep(LOOK_MS, undefined, { signal: late }).catch(() => undefined);
      this.#closeQuiet(Date.now());
    }
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  #closeQuiet(now: number): void {
    const answering = new Set([...this.#answers].map(({ socket }) => socket));
    for (const [socket, seen] of this.#connections) {
      const isBusy = answering.has(socket) || socket.bytesRead !== seen.bytes;
      if (isBusy) this.#connections.set(socket, { bytes: socket.bytesRead, at: now });
      else if (now - seen.at >= QUIET_MS) socket.destroy();
    }
  }
}

function asLast(res: ServerResponse): void {
  res.shouldKeepAlive = false;
}
