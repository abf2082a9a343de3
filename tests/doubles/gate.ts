import type { ServerResponse } from "node:http";

/** Lets a set number of answers pass; further answers wait. */
export class AnswerGate {
  #left = Infinity;
  #waiting: (() => void)[] = [];
  #watching: (() => void)[] = [];

  hold(pieces: number): void {
    this.#left = pieces;
  }

  release(pieces = Infinity): void {
    this.#left += pieces;
    while (this.#left > 0 && this.#waiting.length > 0) {
      this.#left--;
      this.#waiting.shift()?.();
    }
  }

  /** Resolves when one answer waits. */
  held(): Promise<void> {
    return this.#waiting.length > 0
      ? Promise.resolve()
      : new Promise((resolve) => void this.#watching.push(resolve));
  }

  /** Waits until the answer may pass. @returns whether the client is still connected */
  async pass(response: ServerResponse): Promise<boolean> {
    if (response.destroyed) return false;
    if (this.#left > 0) this.#left--;
    else await this.#wait(response);
    return !response.destroyed;
  }

  async #wait(response: ServerResponse): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const leave = (): void => {
      this.#waiting = this.#waiting.filter((waiting) => waiting !== turn.resolve);
      turn.resolve();
    };
    this.#waiting.push(turn.resolve);
    for (const watch of this.#watching.splice(0)) watch();
    response.once("close", leave);
    await turn.promise;
    response.off("close", leave);
  }
}
