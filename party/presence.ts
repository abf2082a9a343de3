import type { Clock } from "#lib/shared/clock.ts";
import type { PresenceState, PresentMember, ServerMessage, SocketIdentity } from "#lib/shared/protocol.ts";
import type { Socket } from "./room-state.ts";

const EVERY_MS = 200;
/**
 * The most members in a message: only those whose presence changed last. Sending everyone to everyone would grow with
 * the square of the crowd.
 */
const MOST_TOLD = 100;
/**
 * The budget of presence messages to all sockets together: the more characters a message costs, the longer the pause
 * after it.
 */
const CHARACTERS_PER_MS = 5000;
const NOTHING_OPEN: PresenceState = { stopId: null, field: null };

interface Present {
  identity: SocketIdentity;
  state: PresenceState;
  /**
   * The number grows with each change: of a user's several sockets, the one with the highest number gives the user's
   * presence.
   */
  turn: number;
}

/**
 * The presence of a room: who has the trip open, and what they have open. There is one entry per user, however many
 * windows. It lives only as long as the room, and pauses so that events come first.
 */
export class Presence {
  readonly #present = new Map<Socket, Present>();
  readonly #clock: Clock;
  /** Sends a message to the sockets, and returns to how many it was sent. */
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

  /** Sets what a socket's user has open. Guests are not shown in the presence. */
  set(socket: Socket, identity: SocketIdentity, state: PresenceState): void {
    if (identity.role === "guest") return;
    this.#present.set(socket, { identity, state, turn: ++this.#turns });
    this.#changed();
  }

  /** Updates the name or picture of a user who is present. */
  know({ userId, name, image }: Pick<SocketIdentity, "name" | "image"> & { userId: string | null }): void {
    const theirs = [...this.#present.values()].filter(({ identity }) => identity.userId === userId);
    for (const entry of theirs) entry.identity = { ...entry.identity, name, image };
    if (theirs.length > 0) this.#changed();
  }

  remove(socket: Socket): void {
    if (this.#present.delete(socket)) this.#changed();
  }

  /** Sends the first change at once, and changes that follow closely together. */
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
