import { type IncomingMessage, STATUS_CODES } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { env } from "#lib/server/env.ts";
import { dataHeaders } from "#lib/server/http/security-headers.ts";

/** The rooms' sockets open on the web server's own port, so that one port, and one certificate, serves both. */
export function isRoomUpgrade(req: IncomingMessage): boolean {
  return req.url?.startsWith("/parties/") === true;
}

/** Hands an upgrade request on as it came; from then on bytes flow both ways untouched. */
export function proxyRoomUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const room = connect({ port, host: "127.0.0.1", noDelay: true });
  room.once("connect", () => {
    room.write(`${req.method ?? "GET"} ${req.url ?? "/"} HTTP/1.1\r\n${headerLines(req)}\r\n\r\n`);
    room.write(head);
    room.pipe(socket);
    socket.pipe(room);
  });
  // Until the room is reached the client still waits for an HTTP answer; later the close below says it all.
  room.on("error", () => {
    if (room.pending) refuse(socket, 503);
  });
  room.once("close", () => socket.end());
  socket.on("error", () => room.destroy());
  socket.once("close", () => room.destroy());
}

function headerLines(req: IncomingMessage): string {
  const lines: string[] = [];
  for (let i = 0; i + 1 < req.rawHeaders.length; i += 2)
    lines.push(`${req.rawHeaders[i]}: ${req.rawHeaders[i + 1]}`);
  return lines.join("\r\n");
}

export function refuse(socket: Duplex, status: number): void {
  // After an upgrade nobody else listens, and a client that hangs up meanwhile would end this process.
  socket.on("error", () => socket.destroy());
  // Unread, the other side's goodbye would never arrive and the socket stay open.
  socket.resume();
  if (!socket.writable) return;
  const headers = Object.entries({ ...dataHeaders(env()), connection: "close", "content-length": "0" });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    ...headers.map((pair) => pair.join(": ")),
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n`);
}
