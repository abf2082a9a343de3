import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A connection that was quiet for so long is not about to ask something: its client has others, or has been told. */
const QUIET_MS = 500;
const LOOK_MS = 50;
/** For what has been told to come to its end because it is late, and for what a server does last. */
export const END_MS = 5000;

interface Seen {
  bytes: number;
  at: number;
}

/**
 * Ends an HTTP server without cutting anybody off. Node's own `close` destroys connections that only seem idle: those
 * with a request on its way, and those whose last answer has not left yet.
 */
export class LeaveTaking {
  readonly #server: Server;
  /** What each connection that speaks HTTP had sent by when. */
  readonly #connections = new Map<Socket, Seen>();
  readonly #answers = new Set<ServerResponse>();
  #isLeaving = false;

  /** Before any other listener for requests. */
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
    // It is no longer HTTP's.
    server.on("upgrade", ({ socket }: IncomingMessage) => this.#connections.delete(socket));
  }

  /** From now on every answer is its connection's last. */
  begin(): void {
    this.#isLeaving = true;
    for (const res of this.#answers) asLast(res);
  }

  /** Takes no new connection, and resolves once all that was asked has been answered, or is cut off because it is late. */
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
