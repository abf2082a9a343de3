import { WebSocket } from "ws";
import type { ServerMessage } from "#lib/shared/protocol.ts";

/** A bare connection to a room, for messages that our clients do not send. */
export class RawSocket<Message extends { type: string } = ServerMessage> {
  readonly heard: Message[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#socket = new WebSocket(url, { headers });
    this.#socket.on("message", (data: Buffer) => {
      // The room sends messages of the protocol's types.
      this.heard.push(JSON.parse(data.toString()) as Message);
    });
    this.closed = new Promise((resolve) => {
      this.#socket.on("close", resolve);
      this.#socket.on("error", () => undefined);
    });
  }

  /** Returns the first message of a type once it has arrived. */
  async next<T extends Message["type"]>(type: T): Promise<Extract<Message, { type: T }>> {
    for (;;) {
      const found = this.heard.find((message) => message.type === type);
      // `find` has checked the type.
      if (found) return found as Extract<Message, { type: T }>;
      await new Promise((resolve) => {
        this.#socket.once("message", resolve);
        this.#socket.once("close", resolve);
      });
      if (
        this.#socket.readyState === WebSocket.CLOSED &&
        !this.heard.some((message) => message.type === type)
      ) {
        throw new Error(`The connection ended without ${type}.`);
      }
    }
  }

  send(message: unknown): void {
    this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#socket.close();
  }
}
