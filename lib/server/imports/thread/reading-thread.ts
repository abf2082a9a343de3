import { Worker } from "node:worker_threads";
import { AppError } from "#lib/shared/errors.ts";
import { isZip } from "../archive.ts";
import { wrongContent } from "../text.ts";
import {
  type ReadResult,
  type ReadTask,
  type ReadTaskOf,
  type ReadTaskKind,
  runReadTask,
  type ReadResults,
} from "./read-tasks.ts";
import type { TaskOutcome } from "./worker.ts";

/**
 * The size below which a file is read on the calling thread: it is faster than sending the file to another thread. An
 * archive may contain far more than its size, so it is always sent.
 */
const MAX_INLINE_BYTES = 64 * 1024;
/** Maximum time for reading a file. No permitted upload takes as long, and other files would have to wait. */
const DEADLINE_MS = 60_000;
const MAX_HEAP_MIB = 1024;

interface Waiting {
  job: ReadTask;
  answer: PromiseWithResolvers<ReadResult>;
}

/**
 * Reads files on a thread of its own, one after the other, so that a large file does not block other requests. The
 * thread starts with the first file, and again after a file has crashed it.
 */
class ReadingThread {
  readonly #queue: Waiting[] = [];
  #worker: Worker | undefined;
  #current: (Waiting & { id: number; deadline: NodeJS.Timeout }) | undefined;
  #lastId = 0;

  read(job: ReadTask): Promise<ReadResult> {
    const waiting = { job, answer: Promise.withResolvers<ReadResult>() };
    this.#queue.push(waiting);
    this.#next();
    return waiting.answer.promise;
  }

  #next(): void {
    if (this.#current) return;
    const waiting = this.#queue.shift();
    if (!waiting) {
      // The thread is detached while it is idle, so that it does not keep the process alive.
      this.#worker?.unref();
      return;
    }
    const id = ++this.#lastId;
    const deadline = setTimeout(
      () => this.#end(wrongContent("too-much", "The file takes too long to read. Split it.")),
      DEADLINE_MS,
    );
    this.#current = { ...waiting, id, deadline };
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ id, job: waiting.job }, []);
  }

  #start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      name: "files",
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    worker.on("message", (outcome: TaskOutcome) => this.#settle(outcome));
    worker.on("error", (error) => this.#lose(worker, error));
    worker.on("exit", () => this.#lose(worker, new Error("The thread for files has ended.")));
    return worker;
  }

  #settle(outcome: TaskOutcome): void {
    if (this.#current?.id !== outcome.id) return;
    const { answer } = this.#take();
    if ("refusal" in outcome) {
      const { code, message, ...more } = outcome.refusal;
      answer.reject(new AppError(code, message, more));
    } else if ("fault" in outcome) answer.reject(outcome.fault);
    // The cast is safe because the worker's result is of the kind of its job.
    else answer.resolve(outcome.result as ReadResult);
    this.#next();
  }

  #take(): Waiting {
    const current = this.#current;
    if (!current) throw new Error("No file is being read.");
    clearTimeout(current.deadline);
    this.#current = undefined;
    return current;
  }

  /** Rejects the file that is being read and terminates the thread, because reading can't be interrupted. */
  #end(reason: unknown): void {
    const worker = this.#worker;
    this.#worker = undefined;
    if (this.#current) this.#take().answer.reject(reason);
    void worker?.terminate();
    this.#next();
  }

  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    const isFull = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    this.#end(isFull ? wrongContent("too-much", "The file has too much in it. Split it.") : error);
  }
}

const thread = new ReadingThread();

/**
 * Reads a file without blocking other requests: a small file on the calling thread, any other on the thread for files.
 * @throws AppError as the reader of this kind does
 */
export async function readImportFile<K extends ReadTaskKind>(job: ReadTaskOf<K>): Promise<ReadResults[K]> {
  const isSmall = job.bytes.length <= MAX_INLINE_BYTES && !isZip(job.bytes);
  // The cast is safe because the result is of the kind of the job.
  return (await (isSmall ? runReadTask(job) : thread.read(job))) as ReadResults[K];
}
