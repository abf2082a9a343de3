import { type IncomingMessage, request } from "node:http";
import type { Duplex } from "node:stream";
import { env } from "#lib/server/env/env.ts";
import { dataHeaders } from "#lib/server/http/security-headers.ts";
import { formatHead } from "./raw-answer.ts";
import { type SocketSlot, takeSocketSlot } from "./room-fan-out.ts";
import { relaySocket } from "./socket-relay.ts";

/** How long the rooms may take to accept a socket. They check its user with the API only afterwards. */
const HANDSHAKE_MS = 10_000;
/**
 * How many handshakes may wait for the rooms at once; further ones get 503, since rooms that hang must not fill this
 * process's memory.
 */
const MOST_WAITING = 256;
const ROOM_PATH = /^\/parties\/[\w-]+\/[\w-]+(?:\?[\w.~%&=+-]*)?$/;
const KEY = /^[\w+/]{22}==$/;
/**
 * The headers of a handshake that a room gets: all that it reads. The proxy drops other headers of the client: those in
 * which proxies put addresses, and offers of compression, which would be computed anew for each of the sockets that get
 * the same message.
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

/**
 * Whether a request opens a socket to a room. This happens on the web server's own port, so that one port, and one
 * certificate, serves both.
 */
export function isRoomUpgrade(req: IncomingMessage): boolean {
  return req.url?.startsWith("/parties/") === true;
}

/**
 * Opens the socket to a room that this request asks for. Until the rooms have accepted it, they get nothing of the
 * client's but the handshake: otherwise a second request behind it would be answered by the rooms' server, which has
 * endpoints that must not be reachable here. From then on bytes are passed on unchanged in both directions.
 * @returns a function that closes the client's socket properly, so that the client reconnects
 */
export function proxyRoomUpgrade(
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  port: number,
  longestMs = HANDSHAKE_MS,
): () => void {
  // Node has removed its own listener for errors, and without one a client that hangs up would end this process.
  socket.on("error", () => socket.destroy());
  const refusal = refusalOf(req);
  if (refusal) {
    refuseUpgrade(socket, refusal);
    return () => undefined;
  }
  waiting++;
  let leave = () => fail(503);
  const seat = takeSocketSlot(port, req.url?.split("?")[0] ?? "");
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
    if (settle()) refuseUpgrade(socket, status);
  }

  asked.once("upgrade", (answer, room, sent) => {
    // Bytes that the room sent in one packet with its acceptance are passed on first.
    if (sent.length > 0) room.unshift(sent);
    if (settle()) leave = tunnel({ socket, head, seat }, { answer, room });
    else room.destroy();
  });
  // A refusal of the rooms is passed on as an answer of this server; any other answer than a socket is not what was
  // requested.
  asked.once("response", ({ statusCode = 0 }) => fail(statusCode >= 400 ? statusCode : 502));
  asked.once("error", () => fail(503));
  socket.once("close", () => {
    if (settle()) asked.destroy();
  });
  asked.end();
  return () => leave();
}

/** Returns the status with which a handshake is refused before the rooms get it; null: it is not refused. */
function refusalOf(req: IncomingMessage): number | null {
  if (!isHandshake(req)) return 400;
  return waiting >= MOST_WAITING ? 503 : null;
}

/** Whether the request is a handshake by RFC 6455 4.2.1, without a body, which would be a second message. */
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
  { socket, head, seat }: { socket: Duplex; head: Buffer; seat: SocketSlot },
  { answer, room }: { answer: IncomingMessage; room: Duplex },
): () => void {
  const headers = { upgrade: "websocket", connection: "Upgrade", ...picked(answer, ANSWERED) };
  socket.write(formatHead(101, headers));
  room.write(head);
  const relay = relaySocket(socket, room);
  seat.open(relay);
  socket.pipe(room);
  room.on("error", () => room.destroy());
  room.once("close", () => {
    socket.end();
    // If the client's answer to the close frame were not read, it would keep the socket open.
    socket.resume();
  });
  socket.once("close", () => room.destroy());
  return () => relay.leave();
}

export function refuseUpgrade(socket: Duplex, status: number, more: Record<string, string> = {}): void {
  socket.on("error", () => socket.destroy());
  // If the other side's data were not read, its end would never arrive and the socket would stay open.
  socket.resume();
  if (!socket.writable) return;
  const headers = { ...dataHeaders(env()), ...more, connection: "close", "content-length": "0" };
  socket.end(formatHead(status, headers));
}
