// A double of the room host in its own thread, so that it receives commands while the sending thread is busy.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { answerJson, readText } from "./loopback-server.ts";

/** `fickle` closes a kept-alive connection when it is used again; `silent` never answers. */
const MANNERS = ["steady", "fickle", "silent"] as const;
type RoomManner = (typeof MANNERS)[number];

/** The memory that both threads share. */
export class RoomThread {
  readonly memory: SharedArrayBuffer;
  /** The number of received commands, and the manner in which the double answers. */
  readonly #words: Int32Array;

  constructor(memory = new SharedArrayBuffer(8)) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  get heard(): number {
    return Atomics.load(this.#words, 0);
  }

  get manner(): RoomManner {
    return MANNERS[Atomics.load(this.#words, 1)] ?? "steady";
  }

  set manner(manner: RoomManner) {
    Atomics.store(this.#words, 1, MANNERS.indexOf(manner));
  }

  noteHeard(): void {
    Atomics.add(this.#words, 0, 1);
    Atomics.notify(this.#words, 0);
  }

  /** Blocks this thread until the room host has received `wanted` commands, or until the time is over. */
  blockUntilHeard(wanted: number, longestMs: number): void {
    const until = performance.now() + longestMs;
    for (let { heard } = this; heard < wanted && performance.now() < until; heard = this.heard) {
      Atomics.wait(this.#words, 0, heard, until - performance.now());
    }
  }
}

async function hear(thread: RoomThread, request: IncomingMessage, response: ServerResponse): Promise<void> {
  tell(JSON.parse(await readText(request)));
  thread.noteHeard();
  if (thread.manner !== "silent") answerJson(response, 200, { isListening: true });
}

function tell(message: unknown): void {
  parentPort?.postMessage(message, []);
}

function serve(thread: RoomThread): void {
  const used = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    const { socket } = request;
    if (thread.manner === "fickle" && used.has(socket)) socket.destroy();
    else void hear(thread, request, response);
    used.add(socket);
  });
  server.listen(0, "127.0.0.1", () => tell((server.address() as AddressInfo).port));
}

if (workerData instanceof SharedArrayBuffer) serve(new RoomThread(workerData));
