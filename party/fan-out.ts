import type * as Party from "partykit/server";
import { type FanOutAddress, fanOutMessage } from "#lib/shared/fan-out.ts";
import type { Socket } from "./room-state.ts";

type Rider = Pick<Party.Connection, "id" | "close">;

/**
 * The fan-out connection from a room to one server. It carries each message once, with the numbers of the sockets that
 * it is for, in the order in which the room sent it. The server copies the message: sending to each socket costs the
 * runtime more than all its other work.
 */
export class FanOutConnection {
  readonly riders = new Map<string, Rider>();
  readonly #send: (message: string) => void;
  #text = "";
  #to: number[] = [];

  constructor(send: (message: string) => void) {
    this.#send = send;
    // The empty message confirms the fan-out connection: after it the server connects sockets to the connection.
    send(fanOutMessage({ to: [] }, ""));
  }

  socketOf(rider: number): Socket {
    return {
      send: (text) => this.#say(rider, text),
      close: (code, reason) => {
        this.#flush();
        this.#send(fanOutMessage({ to: [rider], close: code }, reason));
      },
    };
  }

  #say(rider: number, text: string): void {
    if (text !== this.#text) this.#flush();
    if (this.#to.length === 0) queueMicrotask(() => this.#flush());
    this.#text = text;
    this.#to.push(rider);
  }

  #flush(): void {
    if (this.#to.length === 0) return;
    const to = this.#to;
    this.#to = [];
    this.#send(fanOutMessage({ to }, this.#text));
  }
}

/** The fan-out connections of one room. */
export class FanOutConnections {
  readonly #lines = new Map<string, { id: string; line: FanOutConnection }>();

  begin(name: string, id: string, send: (message: string) => void): void {
    this.#lines.set(name, { id, line: new FanOutConnection(send) });
  }

  /**
   * Returns the socket through which the room sends to a connection; null when its fan-out connection does not exist
   * (any more).
   */
  ride(connection: Rider, { name, rider }: FanOutAddress): Socket | null {
    const line = this.#lines.get(name)?.line;
    if (!line || rider === null) return null;
    line.riders.set(connection.id, connection);
    return line.socketOf(rider);
  }

  /**
   * Removes a closed connection.
   * @returns the connections that got their messages through the closed one, if it was a fan-out connection
   */
  leave(id: string): Rider[] {
    for (const [name, known] of this.#lines) {
      known.line.riders.delete(id);
      if (known.id !== id) continue;
      this.#lines.delete(name);
      return [...known.line.riders.values()];
    }
    return [];
  }
}
