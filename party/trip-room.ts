import type * as Party from "partykit/server";
import * as z from "zod";
import { systemClock } from "#lib/shared/clock.ts";
import { Id } from "#lib/shared/fields.ts";
import type { RoomAnswer, RoomCommand, RoomHistory } from "#lib/shared/protocol.ts";
import { Door, RoomSettings } from "./door.ts";
import { dismiss, RoomState, type Socket } from "./room-state.ts";

const ANSWER_WITHIN_MS = 5000;

/** Only what the room itself looks at: an API that knows more kinds of events must not wait for its rooms. */
const Command = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("publish"),
    events: z
      .array(
        z.object({
          event: z.looseObject({ seq: z.int().min(1), op: z.string(), at: z.string() }),
          visibleTo: z.array(Id).nullable(),
        }),
      )
      .min(1),
  }),
  z.object({
    type: z.literal("close"),
    code: z.int(),
    reason: z.string(),
    userId: Id.nullable(),
    sessionId: Id.nullable(),
  }),
]);

/** The room of one trip: it ties the platform's lifecycle to the door and the state. */
export default class TripRoom implements Party.Server {
  readonly #tripId: string;
  readonly #settings: RoomSettings;
  readonly #door: Door;
  readonly #state: RoomState;
  readonly #sockets = new Map<string, Socket>();

  constructor(room: Party.Room) {
    this.#tripId = room.id;
    this.#settings = RoomSettings.parse(room.env);
    const shared = { clock: systemClock, settings: this.#settings };
    this.#door = new Door({
      ...shared,
      tripId: room.id,
      storage: room.storage,
      fetch: (...request) => fetch(...request),
    });
    this.#state = new RoomState({ ...shared, readHistory: (after) => this.#readHistory(after) });
  }

  /** Runs before any room is woken up: strangers' requests end here. */
  static onBeforeRequest(request: Party.Request, lobby: Party.Lobby): Party.Request | Response {
    if (lobby.id === "health") return Response.json({ status: "ok" });
    const { REALTIME_SECRET } = RoomSettings.parse(lobby.env);
    const given = request.headers.get("authorization") ?? "";
    if (!isSame(given, `Bearer ${REALTIME_SECRET}`)) return refuse(401, "UNAUTHENTICATED");
    if (request.method !== "POST") return refuse(405, "METHOD_NOT_ALLOWED");
    return isTripId(lobby.id) ? request : refuse(404, "NOT_FOUND");
  }

  static onBeforeConnect(request: Party.Request, lobby: Party.Lobby): Party.Request | Response {
    return isTripId(lobby.id) ? request : refuse(404, "NOT_FOUND");
  }

  static onFetch(): Response {
    return refuse(404, "NOT_FOUND");
  }

  async onConnect(connection: Party.Connection, { request }: Party.ConnectionContext): Promise<void> {
    const socket = socketOf(connection);
    const found = await this.#door.identify(new URL(request.url), request.headers);
    if ("code" in found) return dismiss(socket, found.code, found.reason);
    // It may have gone while its ticket was looked at.
    if (connection.readyState !== WebSocket.OPEN) return;
    this.#sockets.set(connection.id, socket);
    this.#state.join(socket, found);
  }

  onMessage(message: string | ArrayBuffer | ArrayBufferView, connection: Party.Connection): void {
    const socket = this.#sockets.get(connection.id);
    if (socket) this.#state.hear(socket, typeof message === "string" ? message : "");
  }

  onClose(connection: Party.Connection): void {
    const socket = this.#sockets.get(connection.id);
    this.#sockets.delete(connection.id);
    if (socket) this.#state.leave(socket);
    // The runtime leaves it to us to answer a close, and the other side waits for that.
    quietly(() => connection.close());
  }

  onError(connection: Party.Connection): void {
    this.onClose(connection);
  }

  async onRequest(request: Party.Request): Promise<Response> {
    const body: unknown = await request.json().catch(() => null);
    const parsed = Command.safeParse(body);
    if (!parsed.success) return refuse(422, "VALIDATION_FAILED");
    // The API's own tests hold it to the rest of the shape.
    const command = parsed.data as RoomCommand;
    if (command.type === "close") await this.#door.cutOff(command);
    this.#state.obey(command);
    return Response.json({ isListening: this.#state.isListening } satisfies RoomAnswer);
  }

  async #readHistory(after: number | null): Promise<RoomHistory> {
    const { API_URL, REALTIME_SECRET } = this.#settings;
    const question = after === null ? "" : `?after=${after}`;
    const response = await fetch(`${API_URL}/api/internal/rooms/${this.#tripId}/events${question}`, {
      headers: { authorization: `Bearer ${REALTIME_SECRET}` },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (!response.ok) throw new Error(`The API answered ${response.status}.`);
    return response.json();
  }
}

/** In its one spelling: another would be another room, which nothing is ever published to. */
function isTripId(name: string): boolean {
  return Id.safeParse(name).data === name;
}

function socketOf(connection: Party.Connection): Socket {
  return {
    send: (text) => quietly(() => connection.send(text)),
    close: (code, reason) => quietly(() => connection.close(code, reason)),
  };
}

/** For a connection that may be closed already; its close event is then on the way. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Nothing is lost: whoever was there has gone.
  }
}

function refuse(status: number, code: string): Response {
  return Response.json({ code, message: "The room does not take this request." }, { status });
}

/** Looks at every character, so that time says nothing about the secret but its length. */
function isSame(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let i = 0; i < secret.length; i++) difference |= given.charCodeAt(i) ^ secret.charCodeAt(i);
  return difference === 0;
}
