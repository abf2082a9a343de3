import type * as Party from "partykit/server";
import { type Clock, systemClock } from "#lib/shared/clock.ts";
import { Id } from "#lib/shared/fields.ts";
import { CLOSE } from "#lib/shared/handshake.ts";
import {
  type CloseCommand,
  EndedSessions,
  type InboxCommand,
  type RoomAnswer,
  type RoomCommand,
} from "#lib/shared/protocol.ts";
import { LINE_HEADER, readLinePlace } from "#lib/shared/room-line.ts";
import { type Api, askApi, RoomSettings } from "./api.ts";
import { Door, type DoorSign, type Identity } from "./door.ts";
import { Lines } from "./lines.ts";
import { dismiss, type Socket } from "./room-state.ts";
import { SessionWatch } from "./session-watch.ts";

/** Windows and devices of one person in one room: each is told of everything. */
const MAX_SOCKETS_OF_ONE = 30;
/** The WebSocket code for "service restart": whoever hears it comes back. */
const COME_AGAIN = 1012;

/** As a session that is revoked is told; whoever lost their access alone learns so when they come again. */
const SESSION_ENDED = { type: "close", code: CLOSE.cutOff, reason: "You signed out.", userId: null } as const;

/** What rooms of one kind know and say, and whom they let in. */
export interface RoomKind<I extends Identity, C extends RoomCommand | InboxCommand> {
  sign: DoorSign<I>;
  readCommand: (body: unknown) => C | undefined;
  /** Where the API says which sessions have ended, a path; and how often it is asked. */
  sessions: { at: string; everyMs: number };
  /** `read` gives what the API answers at a path, and rejects while it gives none. */
  state: (read: (path: string) => Promise<unknown>) => KnownState<I, C>;
}

interface KnownState<I, C> {
  /** False when the room need not be told of anything. */
  readonly isListening: boolean;
  join(socket: Socket, identity: I): void;
  hear(socket: Socket, text: string): void;
  leave(socket: Socket): void;
  obey(command: C | CloseCommand): void;
}

/** A room of either kind: it ties the platform's lifecycle to the door and the state. */
export abstract class Room<I extends Identity, C extends RoomCommand | InboxCommand> implements Party.Server {
  readonly #door: Door<I>;
  readonly #state: KnownState<I, C>;
  readonly #readCommand: RoomKind<I, C>["readCommand"];
  readonly #sockets = new Map<string, { socket: Socket; userId: string; sessionId: string }>();
  readonly #lines = new Lines();
  readonly #sessions: SessionWatch;
  readonly #secret: string;

  constructor(
    { env, storage }: Party.Room,
    { sign, readCommand, sessions, state }: RoomKind<I, C>,
    clock: Clock = systemClock,
  ) {
    const api: Api = { settings: RoomSettings.parse(env), fetch: (...request) => fetch(...request) };
    this.#secret = api.settings.REALTIME_SECRET;
    this.#door = new Door({ ...api, clock, sign, storage });
    this.#state = state((path) => readFrom(api, path));
    this.#readCommand = readCommand;
    this.#sessions = new SessionWatch({
      clock,
      everyMs: sessions.everyMs,
      present: () => [...this.#sockets.values()].map(({ sessionId }) => sessionId),
      askEnded: (sessionIds) => endedOf(api, sessions.at, sessionIds),
      dismiss: (sessionId) => this.#close({ ...SESSION_ENDED, sessionId }),
    });
  }

  /** Runs before any room is woken up: strangers' requests end here. */
  static onBeforeRequest(request: Party.Request, lobby: Party.Lobby): Party.Request | Response {
    if (lobby.id === "health") return Response.json({ status: "ok" });
    const { REALTIME_SECRET } = RoomSettings.parse(lobby.env);
    if (!isFromService(request, REALTIME_SECRET)) return refuse(401, "UNAUTHENTICATED");
    if (request.method !== "POST") return refuse(405, "METHOD_NOT_ALLOWED");
    return isRoomName(lobby.id) ? request : refuse(404, "NOT_FOUND");
  }

  static onBeforeConnect(request: Party.Request, lobby: Party.Lobby): Party.Request | Response {
    return isRoomName(lobby.id) ? request : refuse(404, "NOT_FOUND");
  }

  async onConnect(connection: Party.Connection, { request }: Party.ConnectionContext): Promise<void> {
    const header = request.headers.get(LINE_HEADER);
    const place = header === null ? null : readLinePlace(header);
    if (place?.rider === null && isFromService(request, this.#secret)) {
      return this.#lines.begin(place.name, connection.id, (text) => quietly(() => connection.send(text)));
    }
    const socket = place ? this.#lines.ride(connection, place) : socketOf(connection);
    if (!socket) return dismiss(socketOf(connection), COME_AGAIN, "What this was told by has ended.");
    const found = await this.#door.identify(new URL(request.url), request.headers);
    if ("code" in found) return dismiss(socket, found.code, found.reason);
    // It may have gone while its ticket was looked at.
    if (connection.readyState !== WebSocket.OPEN) return;
    if (this.#countOf(found.userId) >= MAX_SOCKETS_OF_ONE)
      return dismiss(socket, CLOSE.misbehaved, "Too many windows of yours are open here. Close some.");
    const { userId, sessionId } = found;
    this.#sockets.set(connection.id, { socket, userId, sessionId });
    this.#sessions.begin();
    this.#state.join(socket, found);
  }

  onMessage(message: string | ArrayBuffer | ArrayBufferView, connection: Party.Connection): void {
    const known = this.#sockets.get(connection.id);
    if (known) this.#state.hear(known.socket, typeof message === "string" ? message : "");
  }

  onClose(connection: Pick<Party.Connection, "id" | "close">): void {
    const known = this.#sockets.get(connection.id);
    this.#sockets.delete(connection.id);
    if (known) this.#state.leave(known.socket);
    if (this.#sockets.size === 0) this.#sessions.end();
    for (const rider of this.#lines.leave(connection.id)) this.onClose(rider);
    // The runtime leaves it to us to answer a close, and the other side waits for that.
    quietly(() => connection.close());
  }

  onError(connection: Party.Connection): void {
    this.onClose(connection);
  }

  #countOf(userId: string): number {
    return [...this.#sockets.values()].filter((known) => known.userId === userId).length;
  }

  async onRequest(request: Party.Request): Promise<Response> {
    const command = this.#readCommand(await request.json().catch(() => null));
    if (!command) return refuse(422, "VALIDATION_FAILED");
    if (command.type === "close") await this.#close(command);
    else this.#state.obey(command);
    return Response.json({ isListening: this.#state.isListening } satisfies RoomAnswer);
  }

  async #close(command: CloseCommand): Promise<void> {
    await this.#door.cutOff(command);
    this.#state.obey(command);
  }
}

export function refuse(status: number, code: string): Response {
  return Response.json({ code, message: "The room does not take this request." }, { status });
}

async function endedOf(api: Api, path: string, sessionIds: string[]): Promise<string[]> {
  return EndedSessions.parse(await readFrom(api, path, { sessionIds })).ended;
}

async function readFrom(api: Api, path: string, body?: unknown): Promise<unknown> {
  const response = await askApi(api, path, body);
  if (!response.ok) throw new Error(`The API answered ${response.status}.`);
  return response.json();
}

/** An id in its one spelling: another would be another room, which nothing is ever published to. */
function isRoomName(name: string): boolean {
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

function isFromService({ headers }: Party.Request, secret: string): boolean {
  return isSame(headers.get("authorization") ?? "", `Bearer ${secret}`);
}

/** Looks at every character, so that time says nothing about the secret but its length. */
function isSame(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let i = 0; i < secret.length; i++) difference |= given.charCodeAt(i) ^ secret.charCodeAt(i);
  return difference === 0;
}
