// @alone @long: moves the clock, which the ids that are made next follow; clients that send slowly
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { cutSlowSender, REQUEST_TIMES } from "#lib/local/slow-sender.ts";

/** The pace that the tests demand of a sender; its grace is a quarter of a second, and the service's is a minute. */
const PACE = { graceMs: 250, bytesPerSecond: 4096 };
const SIZE = 64 * 1024;

let server: Server;
afterEach(() => {
  vi.useRealTimers();
  server.close();
  server.closeAllConnections();
});

type Listener = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void;

async function connected(listener: Listener, times = REQUEST_TIMES): Promise<Socket> {
  server = createServer({ ...times }, (req, res) => {
    cutSlowSender(req, res, PACE);
    void listener(req, res);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  return socket;
}

/**
 * Returns everything that was received until the connection ended. A reset, which can end it while data is still being
 * sent, loses nothing of what was received before.
 */
async function answerOf(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = "";
  socket.on("data", (piece) => (answer += String(piece)));
  socket.on("close", () => resolve(answer));
  return promise;
}

const HEAD = `POST /api/trips HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${SIZE}\r\n\r\n`;

/** Sends pieces at intervals until all are sent or the server stops reading. */
async function send(socket: Socket, pieces: number, piece: string, everyMs: number): Promise<void> {
  for (let sent = 0; sent < pieces && socket.writable; sent++) {
    socket.write(piece);
    await pause(everyMs);
  }
}

/** Answers with the number of received bytes, or with the reason for the end. */
async function count(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const taken = await buffer(req).then(
    ({ length }) => String(length),
    (error: unknown) => String(error),
  );
  res.end(taken);
}

const Refusal = z.object({ code: z.literal("REQUEST_TIMEOUT"), message: z.string(), requestId: z.uuid() });

test("a body that trickles is refused in the API's shape, and whoever reads it learns that it has ended", async () => {
  const ended = Promise.withResolvers<unknown>();
  const socket = await connected((req) => void buffer(req).catch(ended.resolve));
  socket.write(HEAD);
  void send(socket, SIZE, "x", 20);
  const answer = await answerOf(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toMatch(/^connection: close\r$/im);
  Refusal.parse(JSON.parse(answer.split("\r\n\r\n")[1] ?? ""));
  expect(await ended.promise).toBeInstanceOf(Error);
});

test("a body that comes to a halt is refused, however fast it came before", async () => {
  const socket = await connected(count);
  socket.write(HEAD);
  // At the demanded pace the bytes would allow a quarter of a minute, but bytes that come early do not count.
  void send(socket, 2, "x".repeat(SIZE / 2 - 1), 50);
  const since = performance.now();
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - since).toBeLessThan(10 * PACE.graceMs);
});

test("a body that keeps coming may take longer than that", async () => {
  const socket = await connected(count);
  socket.write(HEAD);
  const since = performance.now();
  await send(socket, 64, "x".repeat(1024), 15);
  expect(performance.now() - since).toBeGreaterThan(2 * PACE.graceMs);
  expect(await answerOf(socket)).toMatch(new RegExp(`^HTTP/1\\.1 200 [^]*${SIZE}`));
});

test("a body that the service leaves lying is not its sender's fault, nor is an answer that takes long", async () => {
  const reading = Promise.withResolvers<void>();
  const socket = await connected(async (req, res) => {
    await reading.promise;
    await count(req, res);
  });
  socket.write(HEAD + "x".repeat(SIZE - 1));
  await pause(2 * PACE.graceMs);
  reading.resolve();
  socket.write("x");
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
  const patient = await connected(async (req, res) => {
    await buffer(req);
    for (let part = 0; part < 10; part++) {
      res.write(`data: ${part}\n`);
      await pause(PACE.graceMs / 4);
    }
    res.end();
  });
  patient.write(HEAD + "x".repeat(SIZE));
  expect(await answerOf(patient)).toMatch(/^HTTP\/1\.1 200 [^]*data: 9/);
});

test("the service gives a body one minute", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const arrived = Promise.withResolvers<void>();
  server = createServer((req, res) => {
    cutSlowSender(req, res);
    arrived.resolve();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const answer = answerOf(socket);
  socket.write(HEAD);
  await arrived.promise;
  vi.advanceTimersByTime(58_000);
  expect(socket.bytesRead).toBe(0);
  vi.advanceTimersByTime(4000);
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test("what is still sent to an answer that is given ends its connection", async () => {
  const socket = await connected((_, res) => void res.writeHead(413).end("too large"));
  socket.write(HEAD);
  void send(socket, SIZE, "x", 20);
  expect(await answerOf(socket)).not.toMatch(/408/);
  expect(socket.destroyed).toBe(true);
});

test("a head that trickles ends with 408, too", async () => {
  const times = { ...REQUEST_TIMES, headersTimeout: 200, connectionsCheckingInterval: 50 };
  const socket = await connected(count, times);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n");
  void send(socket, 1000, "X-A: b\r\n", 20);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
  expect(REQUEST_TIMES.headersTimeout + REQUEST_TIMES.connectionsCheckingInterval).toBeLessThan(70_000);
});
