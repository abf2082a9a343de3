import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { cutStalledReader } from "#lib/local/stalled-reader.ts";

const LONGEST_MS = 100;
const PIECE = Buffer.alloc(1024 * 1024);

let server: Server;
let socket: Socket;

afterEach(() => {
  socket.destroy();
  server.close();
});

/** Sends a request on a connection of its own and reads nothing of the answer. */
async function askAndWait(handle: RequestListener): Promise<void> {
  server = createServer((req, res) => {
    cutStalledReader(req, res, LONGEST_MS);
    handle(req, res);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  socket = connect(address.port, "127.0.0.1");
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
}

test("a connection whose reader takes nothing of an answer is cut", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  await askAndWait((_, res) => {
    res.on("close", () => resolve(res.writableFinished));
    while (res.write(PIECE));
    for (let more = 0; more < 16; more++) res.write(PIECE);
  });
  expect(await promise).toBe(false);
});

test("an answer that takes its time, with nothing to take meanwhile, is none of that", async () => {
  await askAndWait(async (_, res) => {
    res.write("first, ");
    await once(res, "timeout");
    res.end("then the rest");
  });
  let text = "";
  for await (const bytes of socket) text += String(bytes);
  expect(text).toMatch(/first, [^]*then the rest/);
});
