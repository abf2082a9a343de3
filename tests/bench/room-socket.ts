import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { FrameReader, type FrameHandlers } from "./frame-reader.ts";

/** The constant that RFC 6455, 1.3 defines for the handshake. */
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const HEAD_END = "\r\n\r\n";
/** The buffer that all sockets share, because received bytes are parsed before the next socket's turn. */
const SHARED = Buffer.alloc(64 * 1024);

/** Opens a room's socket, which passes all messages to `heard` and cannot send any. */
export function openRoomSocket(address: string, heard: FrameHandlers): Promise<Socket> {
  const { hostname, port, host, pathname, search } = new URL(address);
  const key = randomBytes(16).toString("base64");
  const reader = new FrameReader(heard);
  const opened = Promise.withResolvers<Socket>();
  let head = "";
  let isOpen = false;

  function readHead(length: number): void {
    head += SHARED.toString("latin1", 0, length);
    const end = head.indexOf(HEAD_END);
    if (end === -1) return;
    requireAgreement(head.slice(0, end), key);
    isOpen = true;
    opened.resolve(socket);
    const rest = Buffer.from(head.slice(end + HEAD_END.length), "latin1");
    reader.read(rest, rest.length);
  }
  function callback(length: number): boolean {
    try {
      if (isOpen) reader.read(SHARED, length);
      else readHead(length);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
    return true;
  }
  const socket = connect({ host: hostname, port: Number(port), onread: { buffer: SHARED, callback } });
  socket.on("error", opened.reject);
  socket.on("close", () => opened.reject(new Error("The service closed the connection.")));
  socket.write(
    [
      `GET ${pathname}${search} HTTP/1.1`,
      `Host: ${host}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      `Sec-WebSocket-Key: ${key}`,
      `Sec-WebSocket-Version: 13${HEAD_END}`,
    ].join("\r\n"),
  );
  return opened.promise;
}

function requireAgreement(head: string, key: string): void {
  const accept = createHash("sha1").update(`${key}${GUID}`).digest("base64");
  const lines = head.split("\r\n");
  const isAgreed =
    lines[0]?.startsWith("HTTP/1.1 101 ") === true &&
    lines.some((line) => line.toLowerCase() === `sec-websocket-accept: ${accept}`.toLowerCase());
  if (!isAgreed) throw new Error(`The service did not agree to a socket: ${lines[0]}`);
}
