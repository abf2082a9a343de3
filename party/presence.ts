import type { Clock } from "#lib/shared/clock.ts";
import type { PresenceState, PresentMember, ServerMessage, SocketIdentity } from "#lib/shared/protocol.ts";
import type { Socket } from "./room-state.ts";

const EVERY_MS = 200;
/** Of a crowd only those are told of who said something last: telling everyone of everyone grows with its square. */
const MOST_TOLD = 100;
/** What telling may cost, all sockets together: the more it is, the seldomer it happens. */
const CHARACTERS_PER_MS = 5000;
const NOTHING_OPEN: PresenceState = { stopId: null, field: null };

interface Present {
  identity: SocketIdentity;
  state: PresenceState;
  /** Counts up: of a person's several sockets the one that spoke last says what they do. */
  turn: number;
}

/**
 * Who is here and what they have open: one entry a person, however many windows. It lives and dies with the room, and
 * leaves its time to the events.
 */
export class Presence {
  readonly #present = new Map<Socket, Present>();
  readonly #clock: Clock;
  /** Returns to how many. */
  readonly #tell: (message: string) => number;
  #turns = 0;
  #told: string;
  #cancelWait: (() => void) | null = null;

  constructor(clock: Clock, tell: (message: string) => number) {
    this.#clock = clock;
    this.#tell = tell;
    this.#told = this.message;
  }

  get message(): string {
    const message: ServerMessage = { type: "presence", members: this.#members() };
    return JSON.stringify(message);
  }

  add(socket: Socket, identity: SocketIdentity): void {
    this.set(socket, identity, NOTHING_OPEN);
  }

  /** Guests look on without being shown. */
  set(socket: Socket, identity: SocketIdentity, state: PresenceState): void {
    if (identity.role === "guest") return;
    this.#present.set(socket, { identity, state, turn: ++this.#turns });
    this.#changed();
  }

  /** A name or picture changed while they are here. */
  know({ userId, name, image }: Pick<SocketIdentity, "name" | "image"> & { userId: string | null }): void {
    const theirs = [...this.#present.values()].filter(({ identity }) => identity.userId === userId);
    for (const entry of theirs) entry.identity = { ...entry.identity, name, image };
    if (theirs.length > 0) this.#changed();
  }

  remove(socket: Socket): void {
    if (this.#present.delete(socket)) this.#changed();
  }

  /** The first change is told at once, those that follow closely together. */
  #changed(): void {
    if (this.#cancelWait) return;
    const heard = this.#tellNews();
    const costs = (this.#told.length * heard) / CHARACTERS_PER_MS;
    this.#cancelWait = this.#clock.after(Math.max(EVERY_MS, costs), () => {
      this.#cancelWait = null;
      if (this.#told !== this.message) this.#changed();
    });
  }

  #tellNews(): number {
    const { message } = this;
    if (message === this.#told) return 0;
    this.#told = message;
    return this.#tell(message);
  }

  #members(): PresentMember[] {
    const byUser = new Map<string, Present>();
    for (const entry of this.#present.values()) {
      const known = byUser.get(entry.identity.userId);
      if (!known || known.turn < entry.turn) byUser.set(entry.identity.userId, entry);
    }
    const newest = [...byUser.values()].toSorted((a, b) => b.turn - a.turn).slice(0, MOST_TOLD);
    const members = newest.map(({ identity, state }) => {
      const { userId, name, image } = identity;
      return { userId, name, image, stopId: state.stopId, field: state.field };
    });
    return members.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  }
}
