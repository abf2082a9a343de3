import type { ServerMessage, SocketIdentity } from "#lib/shared/protocol.ts";
import type { RoomState, Socket } from "#party/room-state.ts";
import { TRIP_ID } from "./sample-trip.ts";

/** A socket in a room, with everything that the room has sent to it. */
export class RoomClient implements Socket {
  readonly #room: RoomState;
  readonly heard: ServerMessage[] = [];
  closed: { code: number; reason: string } | null = null;
  readonly identity: SocketIdentity;

  constructor(room: RoomState, userId: string, overrides: Partial<SocketIdentity> = {}) {
    this.#room = room;
    const names = { tripId: TRIP_ID, sessionId: userId, name: userId.slice(-1), image: null };
    this.identity = { ...names, userId, role: "editor", ...overrides };
  }

  send(text: string): void {
    // The room sends messages of the protocol's types.
    this.heard.push(JSON.parse(text) as ServerMessage);
  }

  close(code: number, reason: string): void {
    this.closed = { code, reason };
    this.#room.leave(this);
  }

  /** The received messages without presence. */
  get said(): string[] {
    return this.heard.flatMap((message) => {
      if (message.type === "presence") return [];
      if (message.type === "event") return [`${message.event.seq} ${message.event.op}`];
      return ["seq" in message ? `${message.type} ${message.seq}` : message.type];
    });
  }

  get present(): string[] {
    const last = this.heard.findLast((message) => message.type === "presence");
    return last?.members.map(({ name, stopId }) => `${name}${stopId === null ? "" : ` at ${stopId}`}`) ?? [];
  }
}
