import { type IncomingMessage, request } from "node:http";
import type { Duplex } from "node:stream";
import { env } from "#lib/server/env.ts";
import { dataHeaders } from "#lib/server/http/security-headers.ts";
import { headOf } from "./raw-answer.ts";
import { type Seat, takeSeat } from "./room-lines.ts";
import { passOn } from "./socket-farewell.ts";

/** For the rooms to agree to a socket. They ask the API who it is only afterwards. */
const HANDSHAKE_MS = 10_000;
/** Handshakes that may wait for the rooms at once; beyond, 503: rooms that hang must not fill this process. */
const MOST_WAITING = 256;
const ROOM_PATH = /^\/parties\/[\w-]+\/[\w-]+(?:\?[\w.~%&=+-]*)?$/;
const KEY = /^[\w+/]{22}==$/;
/**
 * What a room is told of a handshake: all that it reads. Whatever else a client sends ends here: the names that proxies
 * go by, and offers to compress, which would be done anew for each of the sockets that are told the same.
 */
const TOLD = [
  "host",
  "origin",
  "authorization",
  "user-agent",
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-protocol",
];
const ANSWERED = ["sec-websocket-accept", "sec-websocket-protocol"];

let waiting = 0;

/** The rooms' sockets open on the web server's own port, so that one port, and one certificate, serves both. */
export function isRoomUpgrade(req: IncomingMessage): boolean {
  return req.url?.startsWith("/parties/") === true;
}

/**
 * Asks the rooms for the socket that this request wants to become. Until they have agreed, nothing of the client's but
 * the handshake reaches them: a second request behind it would else be answered by the rooms' server, whose other doors
 * are not this one's. From then on bytes flow both ways untouched.
 * @returns what sends the client away in good order, to come back
 */
export function proxyRoomUpgrade(
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  port: number,
  longestMs = HANDSHAKE_MS,
): () => void {
  // Nobody else listens any more, and a client that hangs up would end this process.
  socket.on("error", () => socket.destroy());
  const refusal = refusalOf(req);
  if (refusal) {
    refuse(socket, refusal);
    return () => undefined;
  }
  waiting++;
  let leave = () => fail(503);
  const seat = takeSeat(port, req.url?.split("?")[0] ?? "");
  socket.once("close", () => seat.end());
  const headers = { connection: "Upgrade", upgrade: "websocket", ...picked(req, TOLD), ...seat.headers };
  const asked = request({ host: "127.0.0.1", port, path: req.url, headers, agent: false });
  const late = setTimeout(() => fail(504), longestMs);

  let isSettled = false;
  function settle(): boolean {
    const isFirst = !isSettled;
    isSettled = true;
    if (isFirst) waiting--;
    clearTimeout(late);
    return isFirst;
  }
  function fail(status: number): void {
    asked.destroy();
    if (settle()) refuse(socket, status);
  }

  asked.once("upgrade", (answer, room, sent) => {
    // What the room said in the same packet comes first.
    if (sent.length > 0) room.unshift(sent);
    if (settle()) leave = tunnel({ socket, head, seat }, { answer, room });
    else room.destroy();
  });
  // The rooms' word against it, in our own frame; anything else than a socket is none of what was asked for.
  asked.once("response", ({ statusCode = 0 }) => fail(statusCode >= 400 ? statusCode : 502));
  asked.once("error", () => fail(503));
  socket.once("close", () => {
    if (settle()) asked.destroy();
  });
  asked.end();
  return () => leave();
}

/** The status that a handshake is refused with before the rooms are asked; null: it isn't. */
function refusalOf(req: IncomingMessage): number | null {
  if (!isHandshake(req)) return 400;
  return waiting >= MOST_WAITING ? 503 : null;
}

/** RFC 6455 4.2.1, and no body, which would be a second message. */
function isHandshake({ method, url = "", httpVersion, headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    httpVersion === "1.1" &&
    ROOM_PATH.test(url) &&
    headers.upgrade?.toLowerCase() === "websocket" &&
    KEY.test(headers["sec-websocket-key"] ?? "") &&
    headers["sec-websocket-version"] === "13" &&
    headers["transfer-encoding"] === undefined &&
    Number(headers["content-length"] ?? 0) === 0
  );
}

function picked({ headers }: IncomingMessage, names: readonly string[]): Record<string, string> {
  const entries = names.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function tunnel(
  { socket, head, seat }: { socket: Duplex; head: Buffer; seat: Seat },
  { answer, room }: { answer: IncomingMessage; room: Duplex },
): () => void {
  const headers = { upgrade: "websocket", connection: "Upgrade", ...picked(answer, ANSWERED) };
  socket.write(headOf(101, headers));
  room.write(head);
  const passage = passOn(socket, room);
  seat.open(passage);
  socket.pipe(room);
  room.on("error", () => room.destroy());
  room.once("close", () => {
    socket.end();
    // Unread, what the client answers to a goodbye would keep the socket open.
    socket.resume();
  });
  socket.once("close", () => room.destroy());
  return () => passage.leave();
}

export function refuse(socket: Duplex, status: number, more: Record<string, string> = {}): void {
  socket.on("error", () => socket.destroy());
  // Unread, the other side's goodbye would never arrive and the socket stay open.
  socket.resume();
  if (!socket.writable) return;
  const headers = { ...dataHeaders(env()), ...more, connection: "close", "content-length": "0" };
  socket.end(headOf(status, headers));
}
