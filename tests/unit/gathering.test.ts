import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { OpenSockets } from "#tests/bench/open-sockets.ts";

const PRESENCE = '{"type":"presence","members":[]}';
let server: WebSocketServer;
let rooms: WebSocket[];
let gathering: OpenSockets;
let heard: string[];

beforeEach(async () => {
  rooms = [];
  heard = [];
  gathering = new OpenSockets((id) => heard.push(id));
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket) => {
    rooms.push(socket);
    socket.send('{"type":"hello","protocol":1,"seq":7}');
    socket.send(PRESENCE);
  });
  await once(server, "listening");
});

afterEach(() => {
  gathering.disperse();
  for (const socket of rooms) socket.terminate();
  server.close();
});

async function gather(sockets: number): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const addresses = Array.from({ length: sockets }, () => `ws://127.0.0.1:${port}/parties/main/x?ticket=a.b`);
  await gathering.gather({ kind: "gather", rooms: [addresses] });
}

function idOf(seq: number): string {
  return `0199b6a0-7c00-7000-8000-${String(seq).padStart(12, "0")}`;
}

function tell(socket: WebSocket | undefined, seqs: readonly number[]): void {
  for (const seq of seqs) {
    socket?.send(`{"type":"event","event":{"seq":${seq},"groupId":"清","entityId":"${idOf(seq)}"}}`);
    socket?.send(PRESENCE);
  }
}

test("a crowd that was told of everything in order misses nothing", async () => {
  await gather(3);
  for (const socket of rooms) tell(socket, [8, 9, 10]);
  for (const room of gathering.rooms) room.seq = 10;
  await expect.poll(() => heard.length).toBe(9);
  expect(gathering.missing()).toBe(0);
  expect(heard.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    [8, 9, 10].flatMap((seq) => [idOf(seq), idOf(seq), idOf(seq)]),
  );
});

test.each([
  ["an event", [8, 10], 1],
  ["the last event", [8, 9], 1],
  ["none, but one of them twice", [8, 9, 9, 10], 1],
  ["none, but in another order", [8, 10, 9], 2],
])("is noticed of one socket among others that misses %s", async (_, told, missing) => {
  await gather(3);
  const [one, ...others] = rooms;
  tell(one, told);
  for (const socket of others) tell(socket, [8, 9, 10]);
  for (const room of gathering.rooms) room.seq = 10;
  await expect.poll(() => heard.length).toBe(told.length + 6);
  expect(gathering.missing()).toBe(missing);
});

test("a socket that is refused is no socket", async () => {
  server.removeAllListeners("connection").on("connection", (socket) => {
    socket.send('{"type":"close","code":4401,"reason":"no"}');
    socket.close(4401, "no");
  });
  await expect(gather(1)).rejects.toThrow('The room said {"type":"close","code":4401,"reason":"no"}.');
});
