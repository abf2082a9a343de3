import type * as Party from "partykit/server";
import { type LinePlace, lineMessage } from "#lib/shared/room-line.ts";
import type { Socket } from "./room-state.ts";

type Rider = Pick<Party.Connection, "id" | "close">;

/**
 * What a room says to sockets that one server holds: each message once, with the numbers of all whom it is for, in the
 * order in which it was said. That server copies it: to send it to each costs the runtime more than all else it does.
 */
export class Line {
  readonly riders = new Map<string, Rider>();
  readonly #send: (message: string) => void;
  #text = "";
  #to: number[] = [];

  constructor(send: (message: string) => void) {
    this.#send = send;
    // Word that it is taken: from now on sockets come onto it.
    send(lineMessage({ to: [] }, ""));
  }

  socketOf(rider: number): Socket {
    return {
      send: (text) => this.#say(rider, text),
      close: (code, reason) => {
        this.#flush();
        this.#send(lineMessage({ to: [rider], close: code }, reason));
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
    this.#send(lineMessage({ to }, this.#text));
  }
}

/** The lines to one room. */
export class Lines {
  readonly #lines = new Map<string, { id: string; line: Line }>();

  begin(name: string, id: string, send: (message: string) => void): void {
    this.#lines.set(name, { id, line: new Line(send) });
  }

  /** Where a connection hears what it is told; null when its line is not, or no longer, there. */
  ride(connection: Rider, { name, rider }: LinePlace): Socket | null {
    const line = this.#lines.get(name)?.line;
    if (!line || rider === null) return null;
    line.riders.set(connection.id, connection);
    return line.socketOf(rider);
  }

  /** A connection is gone. @returns those that were told everything by it, if it was a line */
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
