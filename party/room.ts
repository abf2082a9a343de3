import type * as Party from "partykit/server";
import { type Clock, systemClock } from "#lib/shared/clock.ts";
import { Id } from "#lib/shared/fields.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import {
  type CloseCommand,
  EndedSessions,
  type InboxCommand,
  type RoomAnswer,
  type RoomCommand,
} from "#lib/shared/protocol.ts";
import { FAN_OUT_HEADER, readFanOutAddress } from "#lib/shared/fan-out.ts";
import { type Api, requestApi, RoomSettings } from "./api.ts";
import { SocketAdmission, type AdmissionRules, type Identity } from "./admission.ts";
import { FanOutConnections } from "./fan-out.ts";
import { closeWithReason, type Socket } from "./room-state.ts";
import { SessionWatch } from "./session-watch.ts";

/** The most sockets of one user in one room, because each gets every message. */
const MAX_SOCKETS_OF_ONE = 30;
/** The WebSocket close code for "service restart", after which clients reconnect. */
const COME_AGAIN = 1012;

/**
 * The command that closes the sockets of an ended session, the same as for a revoked session. A client that has only
 * lost its access learns that at its next ticket request.
 */
const SESSION_ENDED = {
  type: "close",
  code: CLOSE_CODES.cutOff,
  reason: "You signed out.",
  userId: null,
} as const;

/** What the rooms of one kind do, and which clients they admit. */
export interface RoomKind<I extends Identity, C extends RoomCommand | InboxCommand> {
  sign: AdmissionRules<I>;
  readCommand: (body: unknown) => C | undefined;
  /** The path at which the API names the ended sessions, and how often the room requests it. */
  sessions: { at: string; everyMs: number };
  /** `read` resolves with the API's answer at a path, and rejects while there is none. */
  state: (read: (path: string) => Promise<unknown>) => KnownState<I, C>;
}

interface KnownState<I, C> {
  /** Whether the API must notify the room of changes. */
  readonly isListening: boolean;
  join(socket: Socket, identity: I): void;
  hear(socket: Socket, text: string): void;
  leave(socket: Socket): void;
  obey(command: C | CloseCommand): void;
}

/** A room of either kind: it connects the platform's lifecycle with the admission and the state. */
export abstract class Room<I extends Identity, C extends RoomCommand | InboxCommand> implements Party.Server {
  readonly #admission: SocketAdmission<I>;
  readonly #state: KnownState<I, C>;
  readonly #readCommand: RoomKind<I, C>["readCommand"];
  readonly #sockets = new Map<string, { socket: Socket; userId: string; sessionId: string }>();
  readonly #lines = new FanOutConnections();
  readonly #sessions: SessionWatch;
  readonly #secret: string;

  constructor(
    { env, storage }: Party.Room,
    { sign, readCommand, sessions, state }: RoomKind<I, C>,
    clock: Clock = systemClock,
  ) {
    const api: Api = { settings: RoomSettings.parse(env), fetch: (...request) => fetch(...request) };
    this.#secret = api.settings.REALTIME_SECRET;
    this.#admission = new SocketAdmission({ ...api, clock, sign, storage });
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

  /** Runs before a room is started, so that requests of strangers end here. */
  static onBeforeRequest(request: Party.Request, lobby: Party.Lobby): Party.Request | Response {
    if (lobby.id === "health") return Response.json({ status: "ok" });
    const { REALTIME_SECRET } = RoomSettings.parse(lobby.env);
    if (!isFromService(request, REALTIME_SECRET)) return refuseRequest(401, "UNAUTHENTICATED");
    if (request.method !== "POST") return refuseRequest(405, "METHOD_NOT_ALLOWED");
    return isRoomName(lobby.id) ? request : refuseRequest(404, "NOT_FOUND");
  }

  static onBeforeConnect(request: Party.Request, lobby: Party.Lobby): Party.Request | Response {
    return isRoomName(lobby.id) ? request : refuseRequest(404, "NOT_FOUND");
  }

  async onConnect(connection: Party.Connection, { request }: Party.ConnectionContext): Promise<void> {
    const header = request.headers.get(FAN_OUT_HEADER);
    const place = header === null ? null : readFanOutAddress(header);
    if (place?.rider === null && isFromService(request, this.#secret)) {
      return this.#lines.begin(place.name, connection.id, (text) => quietly(() => connection.send(text)));
    }
    const socket = place ? this.#lines.ride(connection, place) : socketOf(connection);
    if (!socket) return closeWithReason(socketOf(connection), COME_AGAIN, "What this was told by has ended.");
    const found = await this.#admission.identify(new URL(request.url), request.headers);
    if ("code" in found) return closeWithReason(socket, found.code, found.reason);
    // The connection may have closed while its ticket was checked.
    if (connection.readyState !== WebSocket.OPEN) return;
    if (this.#countOf(found.userId) >= MAX_SOCKETS_OF_ONE)
      return closeWithReason(
        socket,
        CLOSE_CODES.misbehaved,
        "Too many windows of yours are open here. Close some.",
      );
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
    // The runtime leaves it to this code to answer the close of the other side, which waits for the answer.
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
    if (!command) return refuseRequest(422, "VALIDATION_FAILED");
    if (command.type === "close") await this.#close(command);
    else this.#state.obey(command);
    return Response.json({ isListening: this.#state.isListening } satisfies RoomAnswer);
  }

  async #close(command: CloseCommand): Promise<void> {
    await this.#admission.cutOff(command);
    this.#state.obey(command);
  }
}

export function refuseRequest(status: number, code: string): Response {
  return Response.json({ code, message: "The room does not take this request." }, { status });
}

async function endedOf(api: Api, path: string, sessionIds: string[]): Promise<string[]> {
  return EndedSessions.parse(await readFrom(api, path, { sessionIds })).ended;
}

async function readFrom(api: Api, path: string, body?: unknown): Promise<unknown> {
  const response = await requestApi(api, path, body);
  if (!response.ok) throw new Error(`The API answered ${response.status}.`);
  return response.json();
}

/**
 * Whether the name is an id in its one spelling: another spelling would be another room, to which nothing is ever
 * published.
 */
function isRoomName(name: string): boolean {
  return Id.safeParse(name).data === name;
}

function socketOf(connection: Party.Connection): Socket {
  return {
    send: (text) => quietly(() => connection.send(text)),
    close: (code, reason) => quietly(() => connection.close(code, reason)),
  };
}

/** Runs `work` on a connection that may be closed already; its close event then follows. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Nothing is lost, because the client has gone.
  }
}

function isFromService({ headers }: Party.Request, secret: string): boolean {
  return isSame(headers.get("authorization") ?? "", `Bearer ${secret}`);
}

/** Compares every character, so that the duration reveals nothing about the secret but its length. */
function isSame(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let i = 0; i < secret.length; i++) difference |= given.charCodeAt(i) ^ secret.charCodeAt(i);
  return difference === 0;
}
