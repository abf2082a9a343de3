import { Worker } from "node:worker_threads";
import { AppError } from "#lib/shared/errors.ts";
import { isZip } from "../archive.ts";
import { wrongContent } from "../text.ts";
import { type Found, type Job, type JobOf, type Kind, read, type Readings } from "./jobs.ts";
import type { Outcome } from "./worker.ts";

/** A file of so many bytes is read sooner than another thread is told of it. An archive may hold far more than its size. */
const MAX_INLINE_BYTES = 64 * 1024;
/** Nothing that may be uploaded takes as long; whatever does would keep others waiting. */
const DEADLINE_MS = 60_000;
const MAX_HEAP_MIB = 1024;

interface Waiting {
  job: Job;
  answer: PromiseWithResolvers<Found>;
}

/**
 * Reads files on a thread of its own, one after the other, so that a large one keeps nobody waiting who sends none. The thread is
 * started with the first file, and started anew where one has brought it down.
 */
class ReadingThread {
  readonly #queue: Waiting[] = [];
  #worker: Worker | undefined;
  #current: (Waiting & { id: number; deadline: NodeJS.Timeout }) | undefined;
  #lastId = 0;

  read(job: Job): Promise<Found> {
    const waiting = { job, answer: Promise.withResolvers<Found>() };
    this.#queue.push(waiting);
    this.#next();
    return waiting.answer.promise;
  }

  #next(): void {
    if (this.#current) return;
    const waiting = this.#queue.shift();
    if (!waiting) {
      // It does not keep the process from ending.
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
    worker.on("message", (outcome: Outcome) => this.#settle(outcome));
    worker.on("error", (error) => this.#lose(worker, error));
    worker.on("exit", () => this.#lose(worker, new Error("The thread for files has ended.")));
    return worker;
  }

  #settle(outcome: Outcome): void {
    if (this.#current?.id !== outcome.id) return;
    const { answer } = this.#take();
    if ("refusal" in outcome) {
      const { code, message, ...more } = outcome.refusal;
      answer.reject(new AppError(code, message, more));
    } else if ("fault" in outcome) answer.reject(outcome.fault);
    // The worker reads by the kind of its job, whose result this is.
    else answer.resolve(outcome.result as Found);
    this.#next();
  }

  #take(): Waiting {
    const current = this.#current;
    if (!current) throw new Error("No file is being read.");
    clearTimeout(current.deadline);
    this.#current = undefined;
    return current;
  }

  /** Gives up the file that is being read, and with it the thread, which can't be told to stop. */
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

/** Reads a file where it keeps nobody waiting: a small one here, any other on the thread for files. @throws AppError as its reader does */
export async function readFile<K extends Kind>(job: JobOf<K>): Promise<Readings[K]> {
  const isSmall = job.bytes.length <= MAX_INLINE_BYTES && !isZip(job.bytes);
  // A job's result is that of its kind.
  return (await (isSmall ? read(job) : thread.read(job))) as Readings[K];
}
