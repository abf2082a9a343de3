import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { proxyRoomUpgrade } from "#lib/local/rooms-proxy.ts";

const KEY = "dGhlIHNhbXBsZSBub25jZQ==";
const HANDSHAKE = [
  "Host: trips.example",
  "Connection: Upgrade",
  "Upgrade: websocket",
  `Sec-WebSocket-Key: ${KEY}`,
  "Sec-WebSocket-Version: 13",
];
const HIDDEN = "POST /parties/main/other HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
const LATE_MS = 300;
/** The size in bytes of data that is larger than what the operating system buffers for a reader. */
const LARGE = 30_000_000;

/** The rooms' server: the received requests, its answer to an upgrade, and the accepted sockets. */
interface Rooms {
  requests: IncomingMessage[];
  upgrades: IncomingMessage[];
  answer: (req: IncomingMessage, socket: Socket, head: Buffer) => void;
}

let rooms: Rooms;
let servers: Server[];
let sockets: Socket[];
/** The clients' ends of the tunnels. */
let fronts: Duplex[];
let leave: () => void;
let port = 0;
let longest = LATE_MS;

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on("connection", (socket: Socket) => void sockets.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  longest = LATE_MS;
  servers = [];
  sockets = [];
  fronts = [];
  const opener = new WebSocketServer({ noServer: true });
  rooms = {
    requests: [],
    upgrades: [],
    answer: (req, socket, head) =>
      opener.handleUpgrade(req, socket, head, (opened) =>
        opened.on("message", (data: Buffer) => opened.send(`heard ${data.toString()}`)),
      ),
  };
  const upstream = createServer((req, res) => {
    rooms.requests.push(req);
    res.end("a door that is nobody's");
  });
  upstream.on("upgrade", (req, socket: Socket, head: Buffer) => {
    rooms.upgrades.push(req);
    rooms.answer(req, socket, head);
  });
  const behind = await listen(upstream);
  const front = createServer((_, res) => res.end());
  front.on("upgrade", (req, socket, head) => {
    fronts.push(socket);
    leave = proxyRoomUpgrade(req, socket, head, behind, longest);
  });
  port = await listen(front);
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

/** Sends bytes, and returns everything that is received until the other side closes the connection. */
async function say(text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let said = "";
  socket.setEncoding("latin1").on("data", (part: string) => void (said += part));
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return said;
}

function handshake(lines: readonly string[] = HANDSHAKE, line = "GET /parties/main/room HTTP/1.1"): string {
  return `${[line, ...lines].join("\r\n")}\r\n\r\n`;
}

function without(name: string, ...more: string[]): string[] {
  return [...HANDSHAKE.filter((line) => !line.startsWith(`${name}:`)), ...more];
}

describe("what is no handshake", () => {
  test.each([
    ["another method", handshake(HANDSHAKE, "POST /parties/main/room HTTP/1.1")],
    ["a path with dots", handshake(HANDSHAKE, "GET /parties/main/../other HTTP/1.1")],
    ["a path with hidden dots", handshake(HANDSHAKE, "GET /parties/main/%2e%2e/other HTTP/1.1")],
    ["a path without a room", handshake(HANDSHAKE, "GET /parties/main HTTP/1.1")],
    ["a path with a second host", handshake(HANDSHAKE, "GET /parties//evil.example/x HTTP/1.1")],
    ["no key", handshake(without("Sec-WebSocket-Key"))],
    ["a key that is none", handshake(without("Sec-WebSocket-Key", "Sec-WebSocket-Key: x"))],
    ["another version", handshake(without("Sec-WebSocket-Version", "Sec-WebSocket-Version: 8"))],
    ["an upgrade to something else", handshake(without("Upgrade", "Upgrade: h2c"))],
    ["a body", `${handshake([...HANDSHAKE, "Content-Length: 5"])}hello`],
    ["chunks", `${handshake([...HANDSHAKE, "Transfer-Encoding: chunked"])}5\r\nhello\r\n0\r\n\r\n`],
  ])("is refused before the rooms hear of it: %s", async (_, text) => {
    expect(await say(text)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect([...rooms.upgrades, ...rooms.requests]).toEqual([]);
  });

  test("of more bytes than a head may have ends at the server's door", async () => {
    expect(await say(handshake([...HANDSHAKE, `X-Large: ${"x".repeat(20_000)}`]))).toMatch(/^HTTP\/1\.1 431/);
    expect(rooms.upgrades).toEqual([]);
  });
});

describe("a request behind the handshake", () => {
  test.each([
    ["refuse", "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", 403],
    ["answer as to any request", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", 502],
    ["lead elsewhere", "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n", 502],
  ])("reaches no rooms that %s, and gets one answer", async (_, text, status) => {
    rooms.answer = (__, socket, head) => {
      expect(head.toString()).toBe("");
      socket.write(text);
    };
    const said = await say(`${handshake()}${HIDDEN}`);
    expect(said.match(/^HTTP\/1\.1 \d+/gm)).toEqual([`HTTP/1.1 ${status}`]);
    expect(said).toMatch(/content-security-policy: default-src 'none'/);
    expect(said).not.toMatch(/location|hi$/i);
    expect(rooms.upgrades).toHaveLength(1);
    expect(rooms.requests).toEqual([]);
  });

  test("is held while the rooms think, and cut with the handshake when they take too long", async () => {
    const heard: Buffer[] = [];
    rooms.answer = (_, socket, head) => {
      heard.push(head);
      socket.on("data", (part: Buffer) => void heard.push(part));
    };
    const before = performance.now();
    expect(await say(`${handshake()}${HIDDEN}`)).toMatch(/^HTTP\/1\.1 504 Gateway Timeout\r\n/);
    expect(performance.now() - before).toBeGreaterThan(LATE_MS - 50);
    expect(Buffer.concat(heard).toString()).toBe("");
    expect(rooms.requests).toEqual([]);
  });

  test("of a client that has gone meanwhile keeps no socket to the rooms open", async () => {
    const gone = Promise.withResolvers<unknown>();
    rooms.answer = (_, socket) => {
      socket
        .on("error", () => undefined)
        .once("end", gone.resolve)
        .resume();
      client.destroy();
    };
    const client = connect(port, "127.0.0.1").on("error", () => undefined);
    client.write(handshake());
    await gone.promise;
  });
});

describe("a handshake", () => {
  test("tells the rooms what they read and nothing that a client made up", async () => {
    const forged = [
      "X-Forwarded-For: 127.0.0.1",
      "X-Forwarded-Host: evil.example",
      "Forwarded: for=127.0.0.1",
      "X-Real-IP: 127.0.0.1",
      "X-Wayfare-Client-Ip: 127.0.0.1",
      "Proxy-Authorization: Basic x",
      "Keep-Alive: timeout=1000",
      "TE: trailers",
      "Cookie: better-auth.session_token=secret",
      "X-Party-Internal: 1",
    ];
    const kept = ["Origin: https://trips.example", "Authorization: Bearer token"];
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.write(
      handshake(
        [...HANDSHAKE, ...kept, ...forged],
        "GET /parties/main/room?ticket=a.b-c_d&protocol=1 HTTP/1.1",
      ),
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(answer.toString()).toContain("sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    const [told] = rooms.upgrades;
    expect(told?.url).toBe("/parties/main/room?ticket=a.b-c_d&protocol=1");
    expect(told?.headers).toEqual({
      host: "trips.example",
      origin: "https://trips.example",
      authorization: "Bearer token",
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-key": KEY,
      "sec-websocket-version": "13",
    });
  });

  test("opens a socket on which both sides hear each other, to its end", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/parties/main/room?ticket=x`);
    await once(socket, "open");
    for (const word of ["one", "two", "x".repeat(100_000)]) {
      socket.send(word);
      const [data] = (await once(socket, "message")) as [Buffer];
      expect(data.toString()).toBe(`heard ${word}`);
    }
    socket.close(4000);
    const [code] = (await once(socket, "close")) as [number];
    expect(code).toBe(4000);
  });

  test("is followed by what the rooms said in the same packet", async () => {
    const greeting = Buffer.from([0x81, 5, ...Buffer.from("hello")]);
    rooms.answer = (_, socket) => {
      const head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
      socket.end(Buffer.concat([Buffer.from(head), greeting]));
    };
    const said = await say(handshake());
    expect(said).toMatch(/^HTTP\/1\.1 101 /);
    expect(said.slice(said.indexOf("\r\n\r\n") + 4)).toBe(greeting.toString("latin1"));
  });

  test("to rooms that are away is told so", async () => {
    const none = createServer();
    none.on("upgrade", (req, socket, head) => proxyRoomUpgrade(req, socket, head, 1));
    port = await listen(none);
    expect(await say(handshake())).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  });

  test("beyond those that may wait at once is refused, until some of them are through", async () => {
    longest = 60_000;
    const held: Socket[] = [];
    rooms.answer = (_, socket) => void held.push(socket.on("error", () => undefined));
    const many = Array.from({ length: 256 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
    for (const client of many) client.write(handshake());
    await expect.poll(() => held.length, { timeout: 5000, interval: 5 }).toBe(256);
    expect(await say(handshake())).toMatch(/^HTTP\/1\.1 503/);
    for (const socket of held) socket.destroy();
    rooms.answer = (_, socket) => socket.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n");
    await expect.poll(() => say(handshake()), { interval: 5 }).toMatch(/^HTTP\/1\.1 401/);
  });
});

describe("a socket that is open", () => {
  test("compresses nothing, whatever both sides could do", async () => {
    const opener = new WebSocketServer({ noServer: true, perMessageDeflate: { threshold: 0 } });
    rooms.answer = (req, socket, head) =>
      opener.handleUpgrade(req, socket, head, (opened) => opened.send("x".repeat(1000)));
    const socket = new WebSocket(`ws://127.0.0.1:${port}/parties/main/room`, { perMessageDeflate: true });
    const [data] = (await once(socket, "message")) as [Buffer];
    expect(data).toHaveLength(1000);
    expect(socket.extensions).toBe("");
    expect(rooms.upgrades[0]?.headers).not.toHaveProperty("sec-websocket-extensions");
    socket.terminate();
  });

  test("that is sent away ends, whatever its client answers", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/parties/main/room`);
    await once(socket, "open");
    leave();
    await once(socket, "close");
    await expect.poll(() => fronts[0]?.destroyed, { timeout: 5000, interval: 5 }).toBe(true);
  });

  test("may have a reader that stops, without anybody else waiting or anything growing", async () => {
    const opened: Socket[] = [];
    rooms.answer = (req, socket, head) =>
      new WebSocketServer({ noServer: true }).handleUpgrade(req, socket, head, (one) => {
        opened.push(socket);
        one.on("message", (data: Buffer) => one.send("x".repeat(Number(data.toString()))));
      });
    const [stalled, awake] = [0, 1].map(() => new WebSocket(`ws://127.0.0.1:${port}/parties/main/room`));
    if (!stalled || !awake) throw new Error("There are no sockets.");
    await Promise.all([once(stalled, "open"), once(awake, "open")]);
    stalled.pause();
    stalled.send(String(LARGE));
    for (let turn = 0; turn < 20; turn++) {
      awake.send("1000");
      const [data] = (await once(awake, "message")) as [Buffer];
      expect(data).toHaveLength(1000);
    }
    // The proxy buffers less than a few reads of the data that it cannot pass on.
    for (const socket of fronts) expect(socket.writableLength).toBeLessThan(1024 * 1024);
    expect(Math.max(...opened.map(({ writableLength }) => writableLength))).toBeGreaterThan(LARGE / 2);
    stalled.resume();
    const [data] = (await once(stalled, "message")) as [Buffer];
    expect(data).toHaveLength(LARGE);
    for (const socket of [stalled, awake]) socket.terminate();
  });
});
