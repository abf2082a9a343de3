import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";

const OPENS_WITHIN_MS = 10_000;
const Targets = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }));
const Answer = z.object({ id: z.int(), result: z.unknown().optional(), error: z.unknown().optional() });
const ANSWER = '{"id":';
const Usage = z.object({ usedSize: z.number() });
const MIB = 1024 * 1024;

/** How to run a garbage collection in a process through its debugging port. */
export interface HeapTarget {
  port: number;
  /** The beginning of the target's id; empty for all targets. */
  target: string;
  method: "HeapProfiler.collectGarbage" | "HeapProfiler.takeHeapSnapshot";
}

export function heapOfWeb(port: number): HeapTarget {
  return { port, target: "", method: "HeapProfiler.collectGarbage" };
}

/**
 * Returns how to collect garbage in the rooms. Their runtime ignores the command for a plain collection, but collects
 * at once for a heap snapshot.
 */
export function heapOfRooms(port: number): HeapTarget {
  return { port, target: "core:user", method: "HeapProfiler.takeHeapSnapshot" };
}

/** Returns the used heap in MiB after a garbage collection. */
export async function usedHeapMiB({ port, target, method }: HeapTarget): Promise<number> {
  let bytes = 0;
  for (const url of await targetsAt(port, target)) {
    const socket = new WebSocket(url);
    await once(socket, "open");
    // The second garbage collection frees what the finalizers of the first one have released.
    for (let round = 0; round < 2; round++) await ask(socket, method);
    bytes += Usage.parse(await ask(socket, "Runtime.getHeapUsage")).usedSize;
    socket.close();
    await once(socket, "close");
  }
  return bytes / MIB;
}

async function targetsAt(port: number, target: string): Promise<string[]> {
  const until = Date.now() + OPENS_WITHIN_MS;
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`);
      const meant = Targets.parse(await response.json()).filter(({ id }) => id.startsWith(target));
      return meant.map(({ webSocketDebuggerUrl }) => webSocketDebuggerUrl);
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(100);
    }
  }
}

let asked = 0;

function ask(socket: WebSocket, method: string): Promise<unknown> {
  const id = ++asked;
  const answered = Promise.withResolvers<unknown>();
  function hear({ data }: MessageEvent): void {
    // All messages except the answer contain pieces of the heap snapshot, which are not needed.
    if (!String(data).startsWith(ANSWER)) return;
    const answer = Answer.parse(JSON.parse(String(data)));
    if (answer.id !== id) return;
    socket.removeEventListener("message", hear);
    if (answer.error) answered.reject(new Error(`${method}: ${JSON.stringify(answer.error)}`));
    else answered.resolve(answer.result);
  }
  socket.addEventListener("message", hear);
  socket.send(JSON.stringify({ id, method, params: {} }));
  return answered.promise;
}
