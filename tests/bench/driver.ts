// A process of its own that puts load on the service, so that the measurement shares its thread with nothing.
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { WebSocket } from "ws";
import { assertNever } from "#lib/shared/errors.ts";
import { Connection } from "./connection.ts";
import { runEditJob } from "./editing.ts";
import { Job, type LoadJob, type Outcome, SEQ_PLACEHOLDER, type PropagationJob } from "./jobs.ts";
import { expectStatus, fillPlaceholders } from "./requests-filled.ts";
import { openSockets, runStreamJob } from "./stream.ts";

const ARRIVES_WITHIN_MS = 10_000;

async function load(job: LoadJob): Promise<Outcome> {
  const { port, connections, requests, count, status, seconds: most = Infinity, pauseMs = 0 } = job;
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const latencies: number[] = [];
  let asked = 0;
  const start = performance.now();
  const until = start + most * 1000;
  async function client(connection: Connection, offset: number): Promise<void> {
    for (let turn = offset; asked < count && performance.now() < until; turn++) {
      asked++;
      const request = fillPlaceholders(requests[turn % requests.length] ?? "", uuidv7());
      const at = performance.now();
      expectStatus(await connection.ask(request), status);
      latencies.push(performance.now() - at);
      if (pauseMs > 0) await pause(pauseMs);
    }
  }
  await Promise.all(open.map(client));
  const seconds = (performance.now() - start) / 1000;
  for (const connection of open) connection.close();
  return { latencies, seconds };
}

interface Listener {
  socket: WebSocket;
  /** The trip's seq in the room's greeting. */
  seq: number;
  /** The id that this socket waits for, and the function to call when it arrives. */
  waiting: { id: string; heard: () => void } | null;
}

async function listen(address: string): Promise<Listener> {
  const socket = new WebSocket(address);
  const listener: Listener = { socket, seq: 0, waiting: null };
  const greeted = Promise.withResolvers<void>();
  socket.on("error", (error) => greeted.reject(error));
  socket.on("close", (code) => greeted.reject(new Error(`The room closed with ${code}.`)));
  socket.on("message", (data: Buffer) => {
    const { waiting } = listener;
    if (waiting && data.includes(waiting.id)) {
      listener.waiting = null;
      waiting.heard();
    } else if (data.includes('"hello"')) {
      listener.seq = Number(JSON.parse(data.toString()).seq);
      greeted.resolve();
    }
  });
  await greeted.promise;
  return listener;
}

/** Resolves with the time at which the last of the sockets has received `id`. */
function untilHeard(listeners: readonly Listener[], id: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("An event did not arrive.")), ARRIVES_WITHIN_MS);
    let left = listeners.length;
    function heard(): void {
      left--;
      if (left > 0) return;
      clearTimeout(late);
      resolve(performance.now());
    }
    for (const listener of listeners) listener.waiting = { id, heard };
  });
}

/**
 * Measures how long each of several writes takes until all sockets have received it, except the first socket, which
 * belongs to the writer.
 */
async function spread({
  port,
  sockets,
  request,
  count,
  status,
  pauseMs = 0,
}: PropagationJob): Promise<Outcome> {
  const listeners = await Promise.all(sockets.map(listen));
  const others = listeners.slice(1);
  const connection = await Connection.open(port);
  const latencies: number[] = [];
  const start = performance.now();
  let seq = listeners[0]?.seq ?? 0;
  for (let sent = 0; sent < count; sent++) {
    const id = uuidv7();
    seq++;
    const text = fillPlaceholders(request, id).replace(
      SEQ_PLACEHOLDER,
      String(seq).padEnd(SEQ_PLACEHOLDER.length),
    );
    const at = performance.now();
    const [heardAt, answer] = await Promise.all([untilHeard(others, id), connection.ask(text)]);
    expectStatus(answer, status);
    latencies.push(heardAt - at);
    if (pauseMs > 0) await pause(pauseMs);
  }
  const seconds = (performance.now() - start) / 1000;
  connection.close();
  for (const { socket } of listeners) socket.removeAllListeners("close").terminate();
  return { latencies, seconds };
}

async function work(job: Job): Promise<Outcome> {
  switch (job.kind) {
    case "load":
      return load(job);
    case "spread":
      return spread(job);
    case "gather":
      return openSockets.gather(job);
    case "stream":
      return runStreamJob(job);
    case "disperse":
      openSockets.disperse();
      return { latencies: [], seconds: 0 };
    case "edit":
      return runEditJob(job);
    default:
      return assertNever(job);
  }
}

async function main(): Promise<void> {
  process.once("disconnect", () => process.exit(0));
  for (;;) {
    const [message]: unknown[] = await once(process, "message");
    try {
      process.send?.(await work(Job.parse(message)));
    } catch (error) {
      process.send?.({ error: String(error) });
    }
  }
}

await main();
