import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { proxyRoomUpgrade } from "#lib/local/rooms-proxy.ts";
import { env } from "#lib/server/env/env.ts";
import { FAN_OUT_HEADER, fanOutMessage } from "#lib/shared/fan-out.ts";

/**
 * The number of sockets that have connections of their own, plus one, which makes the server request a fan-out
 * connection.
 */
const UNTIL_LINE = 17;
const POLL = { timeout: 5000, interval: 5 };

/** The rooms' side: the sockets that are connected by slots of a fan-out connection, and the fan-out connections. */
interface Rooms {
  direct: WebSocket[];
  riders: Map<string, WebSocket>;
  lines: { name: string; authorization: string; socket: WebSocket }[];
  /** Whether the rooms accept a fan-out connection. */
  takesLines: boolean;
  /** The requested slots, and what a socket waits for before it gets its slot. */
  asked: string[];
  untilAgreed: Promise<void>;
}

let rooms: Rooms;
let servers: Server[];
let sockets: Socket[];
let leaves: (() => void)[];
let port = 0;

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on("connection", (socket: Socket) => void sockets.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

function receive({ headers }: IncomingMessage, socket: WebSocket): void {
  const place = headers[FAN_OUT_HEADER];
  if (typeof place !== "string") rooms.direct.push(socket);
  else if (place.includes(".")) rooms.riders.set(place.split(".")[1] ?? "", socket);
  else {
    rooms.lines.push({ name: place, authorization: headers.authorization ?? "", socket });
    socket.send(fanOutMessage({ to: [] }, ""));
  }
}

beforeEach(async () => {
  rooms = {
    direct: [],
    riders: new Map(),
    lines: [],
    takesLines: true,
    asked: [],
    untilAgreed: Promise.resolve(),
  };
  [servers, sockets, leaves] = [[], [], []];
  const opener = new WebSocketServer({ noServer: true });
  const upstream = createServer();
  upstream.on("upgrade", async (req, socket: Socket, head: Buffer) => {
    rooms.asked.push(String(req.headers[FAN_OUT_HEADER] ?? ""));
    await rooms.untilAgreed;
    const isLine = req.headers[FAN_OUT_HEADER]?.includes(".") === false;
    if (isLine && !rooms.takesLines) socket.end("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n");
    else opener.handleUpgrade(req, socket, head, (opened) => receive(req, opened));
  });
  const behind = await listen(upstream);
  const front = createServer();
  front.on("upgrade", (req, socket, head) => void leaves.push(proxyRoomUpgrade(req, socket, head, behind)));
  port = await listen(front);
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

class Client {
  readonly heard: string[] = [];
  readonly closed: Promise<[number, string]>;
  readonly socket: WebSocket;

  constructor(headers: Record<string, string> = {}) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/parties/main/room?ticket=x`, { headers });
    this.socket.on("message", (data: Buffer) => this.heard.push(data.toString()));
    this.closed = once(this.socket, "close").then(([code, reason]) => [Number(code), String(reason)]);
  }
}

async function open(count: number, headers?: Record<string, string>): Promise<Client[]> {
  const clients = Array.from({ length: count }, () => new Client(headers));
  await Promise.all(clients.map(({ socket }) => once(socket, "open")));
  return clients;
}

/** Opens many sockets, of which three use a fan-out connection. */
async function crowd() {
  const before = await open(UNTIL_LINE);
  await expect.poll(() => rooms.lines.length, POLL).toBe(1);
  // A socket that connects before the fan-out connection is accepted gets its own connection.
  const riders: Client[] = [];
  await expect
    .poll(async () => {
      riders.push(...(await open(1)));
      return rooms.riders.size;
    }, POLL)
    .toBe(3);
  const [line] = rooms.lines;
  if (!line) throw new Error("There is no line.");
  return { before, line, riders: riders.slice(-3) };
}

test("few sockets have no line, and a client can't name one", async () => {
  await open(UNTIL_LINE - 1, { [FAN_OUT_HEADER]: "8a3c1f0e-5d52-4c3c-9f6e-0b7a52f0c111.1" });
  expect(rooms.direct).toHaveLength(UNTIL_LINE - 1);
  expect([rooms.lines.length, rooms.riders.size]).toEqual([0, 0]);
});

test("a crowd's next sockets hear by one line what is for them, and each what its own connection says", async () => {
  const { before, line, riders } = await crowd();
  expect(line.authorization).toBe(`Bearer ${env().REALTIME_SECRET}`);
  line.socket.send(fanOutMessage({ to: [0, 2] }, "京都\nfor two"));
  line.socket.send(fanOutMessage({ to: [0, 1, 2, 7] }, "for all"));
  rooms.riders.get("1")?.send("by itself");
  await expect
    .poll(() => riders.map(({ heard }) => heard.toSorted()), POLL)
    .toEqual([
      ["for all", "京都\nfor two"],
      ["by itself", "for all"],
      ["for all", "京都\nfor two"],
    ]);
  expect(before.flatMap(({ heard }) => heard)).toEqual([]);
  expect(riders[0]?.heard).toEqual(["京都\nfor two", "for all"]);
  riders[0]?.socket.send("said");
  const [said] = (await once(rooms.riders.get("0") ?? line.socket, "message")) as [Buffer];
  expect(said.toString()).toBe("said");
});

test("what the line says before a socket's handshake is through comes behind it", async () => {
  const { line, riders } = await crowd();
  const agreed = Promise.withResolvers<void>();
  rooms.untilAgreed = agreed.promise;
  const late = new Client();
  await expect.poll(() => rooms.asked.at(-1), POLL).toMatch(/\.3$/);
  for (const text of ["first", "second"]) line.socket.send(fanOutMessage({ to: [3, 0] }, text));
  // When the first socket has both messages, they have also arrived for the late one, whose handshake waits.
  await expect.poll(() => riders[0]?.heard, POLL).toEqual(["first", "second"]);
  agreed.resolve();
  await once(late.socket, "open");
  line.socket.send(fanOutMessage({ to: [3] }, "third"));
  await expect.poll(() => late.heard, POLL).toEqual(["first", "second", "third"]);
});

test("who is sent away on the line hears why and is heard no more, and the others stay", async () => {
  const { line, riders } = await crowd();
  line.socket.send(fanOutMessage({ to: [1] }, "why"));
  line.socket.send(fanOutMessage({ to: [1], close: 4003 }, "You left."));
  line.socket.send(fanOutMessage({ to: [0, 1, 2] }, "later"));
  expect(await riders[1]?.closed).toEqual([4003, "You left."]);
  expect(riders[1]?.heard).toEqual(["why"]);
  await expect.poll(() => riders[2]?.heard, POLL).toEqual(["later"]);
});

test("when the line breaks, those on it are sent to come back, and the next ones get another", async () => {
  const { before, line, riders } = await crowd();
  line.socket.terminate();
  for (const { closed } of riders) expect((await closed)[0]).toBe(1012);
  expect(before.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
  await open(1);
  await expect.poll(() => rooms.lines.length, POLL).toBe(2);
  expect(rooms.lines[1]?.name).not.toBe(line.name);
});

test("a line that says what nobody understands ends, and nothing else", async () => {
  const { line, riders } = await crowd();
  line.socket.send("no head");
  for (const { closed } of riders) expect((await closed)[0]).toBe(1012);
  await open(1);
});

test("a line is gone with the crowd", async () => {
  const { line } = await crowd();
  const gone = once(line.socket, "close");
  for (const leave of leaves) leave();
  await gone;
});

test("where no line is taken everyone is told everything by themselves", async () => {
  rooms.takesLines = false;
  await open(UNTIL_LINE + 10);
  await open(5);
  expect(rooms.direct).toHaveLength(UNTIL_LINE + 15);
  expect(rooms.riders.size).toBe(0);
});
