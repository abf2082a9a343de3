import { Worker } from "node:worker_threads";

export interface Derivation {
  password: string;
  salt: string;
  keyBytes: number;
  cost: { N: number; r: number; p: number; maxmem: number };
}

/**
 * The code of the thread is a text, because a bundle has no separate file for it. Only on Linux does a thread have its
 * own priority; elsewhere the priority would apply to the whole process.
 */
const CODE = `
const { parentPort } = require("node:worker_threads");
const { scryptSync } = require("node:crypto");
const { setPriority } = require("node:os");
if (process.platform === "linux") setPriority(0, 10);
parentPort.on("message", ({ id, password, salt, keyBytes, cost }) => {
  parentPort.postMessage({ id, key: scryptSync(password, salt, keyBytes, cost) });
});`;

interface Answer {
  id: number;
  key: Uint8Array;
}

/**
 * Derives keys on a thread of its own with a lower priority than requests. On libuv's pool each derivation would occupy
 * one of the four threads that read files and pictures.
 */
export class HashingThread {
  readonly #pending = new Map<number, PromiseWithResolvers<Buffer>>();
  #worker: Worker | undefined;
  #nextId = 0;

  derive(derivation: Derivation): Promise<Buffer> {
    this.#worker ??= this.#start();
    const id = this.#nextId++;
    const answer = Promise.withResolvers<Buffer>();
    this.#pending.set(id, answer);
    this.#worker.ref();
    this.#worker.postMessage({ id, ...derivation }, []);
    return answer.promise;
  }

  #start(): Worker {
    const worker = new Worker(CODE, { eval: true, name: "passwords" });
    worker.on("message", ({ id, key }: Answer) => {
      this.#pending.get(id)?.resolve(Buffer.from(key));
      this.#pending.delete(id);
      if (this.#pending.size === 0) worker.unref();
    });
    worker.on("error", (error) => this.#lose(worker, error));
    worker.on("exit", () => this.#lose(worker, new Error("The thread for passwords has ended.")));
    return worker;
  }

  /** Removes a failed thread; the next derivation starts another one. */
  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
