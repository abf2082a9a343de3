import { asFailure, ProviderFailure } from "./provider-failure.ts";

interface Limits {
  /** Maximum number of HTTP requests, including retries. */
  budget: number;
  timeoutMs: number;
  /** The caller's signal; after it, nobody waits for the result. */
  signal: AbortSignal;
}

const RETRY_MS = { least: 150, most: 250 };

/** The HTTP requests of one task. They share a budget and a deadline, and all end with the task. */
export class RequestBudget {
  #left: number;
  readonly #deadlineAt: number;
  readonly #caller: AbortSignal;
  readonly #end = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #cancel = () => this.stop();

  constructor({ budget, timeoutMs, signal }: Limits) {
    this.#left = budget;
    this.#caller = signal;
    this.#deadlineAt = performance.now() + timeoutMs;
    this.#timer = setTimeout(this.#cancel, timeoutMs);
    if (signal.aborted) this.stop();
    else signal.addEventListener("abort", this.#cancel, { once: true });
  }

  get isOver(): boolean {
    return this.#left === 0 || this.#end.signal.aborted;
  }

  /** Aborts the running requests; further ones fail. */
  stop(): void {
    this.#end.abort();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#cancel);
    this.stop();
  }

  /**
   * Sends a request, and once more after a temporary failure if budget and deadline allow.
   * @throws ProviderFailure
   */
  async ask<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const first = await this.#try(request);
    if (!(first instanceof ProviderFailure)) return first.answer;
    if (!first.mayRetry || this.isOver || !(await this.#waitFor(first))) throw first;
    const second = await this.#try(request);
    if (second instanceof ProviderFailure) throw second;
    return second.answer;
  }

  /**
   * Sends a request that is never repeated.
   * @throws ProviderFailure
   */
  async askOnce<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const tried = await this.#try(request);
    if (tried instanceof ProviderFailure) throw tried;
    return tried.answer;
  }

  async #try<T>(request: (signal: AbortSignal) => Promise<T>): Promise<{ answer: T } | ProviderFailure> {
    if (this.#end.signal.aborted) return this.#ended();
    if (this.#left === 0) return new ProviderFailure("budget");
    this.#left -= 1;
    try {
      return { answer: await request(this.#end.signal) };
    } catch (error) {
      return this.#end.signal.aborted ? this.#ended() : asFailure(error);
    }
  }

  #ended(): ProviderFailure {
    return new ProviderFailure(this.#caller.aborted ? "cancelled" : "deadline");
  }

  /**
   * Waits before a retry.
   * @returns whether there is time left for another attempt
   */
  async #waitFor({ told }: ProviderFailure): Promise<boolean> {
    const { least, most } = RETRY_MS;
    const wait = Math.max(told.retryAfterMs ?? 0, least + Math.random() * (most - least));
    if (performance.now() + wait >= this.#deadlineAt) return false;
    return new Promise((resolve) => {
      const { signal } = this.#end;
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", finish);
        resolve(!signal.aborted);
      };
      const timer = setTimeout(finish, wait);
      signal.addEventListener("abort", finish, { once: true });
    });
  }
}
