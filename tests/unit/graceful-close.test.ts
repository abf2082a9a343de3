import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { GracefulClose } from "#lib/local/graceful-close.ts";

const LARGE = 8 * 1024 * 1024;
const PATIENT = AbortSignal.timeout(30_000);

let server: Server;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

async function listen(listener: RequestListener): Promise<{ leave: GracefulClose; port: number }> {
  server = createServer();
  const leave = new GracefulClose(server);
  server.on("request", listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  // For a server that listens on TCP, `address()` returns an `AddressInfo`.
  return { leave, port: (server.address() as AddressInfo).port };
}

async function get(port: number): Promise<{ connection: string | undefined; bytes: number }> {
  const asked = request({ port, host: "127.0.0.1", agent }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of answer) bytes += Buffer.from(chunk).length;
  return { connection: answer.headers.connection, bytes };
}

test("what was asked before is answered, on a connection that then closes, and nobody new comes in", async () => {
  const asked = Promise.withResolvers<() => void>();
  const { leave, port } = await listen((_, res) => asked.resolve(() => res.end("late")));
  const answer = get(port);
  const finish = await asked.promise;
  const ended = leave.end(PATIENT);
  const newcomer = connect(port, "127.0.0.1");
  const [refusal] = (await once(newcomer, "error")) as [NodeJS.ErrnoException];
  expect(refusal.code).toBe("ECONNREFUSED");
  finish();
  expect(await answer).toEqual({ connection: "close", bytes: 4 });
  await ended;
});

test("a request that comes over a kept connection while it leaves is answered as the last one", async () => {
  const { leave, port } = await listen((_, res) => res.end("once"));
  expect((await get(port)).connection).toBe("keep-alive");
  const ended = leave.end(PATIENT);
  expect(await get(port)).toEqual({ connection: "close", bytes: 4 });
  await ended;
});

test("kept connections on which nothing comes are closed", async () => {
  const { leave, port } = await listen((_, res) => res.end("once"));
  await get(port);
  await leave.end(PATIENT);
});

test("an answer that its reader takes slowly arrives whole", async () => {
  const { leave, port } = await listen((_, res) => res.end(Buffer.alloc(LARGE)));
  const quiet = connect(port, "127.0.0.1");
  await once(quiet, "connect");
  const asked = request({ port, host: "127.0.0.1", agent }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const ended = leave.end(PATIENT);
  // When the idle connection is closed, another one that only seems idle would be closed too.
  await once(quiet.resume(), "close");
  let bytes = 0;
  for await (const chunk of answer) bytes += Buffer.from(chunk).length;
  expect(bytes).toBe(LARGE);
  await ended;
});

test("what is never answered is cut off when it is late", async () => {
  const asked = Promise.withResolvers<void>();
  const { leave, port } = await listen(() => asked.resolve());
  const answer = get(port).catch((error: NodeJS.ErrnoException) => error.code);
  await asked.promise;
  await leave.end(AbortSignal.timeout(50));
  expect(await answer).toBe("ECONNRESET");
});
