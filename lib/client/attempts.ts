import { newId } from "./ids.ts";
import { isRefusal } from "./retry.ts";

/** What makes a repeated create the same create: its own id, and the key of its request. */
export interface Attempt {
  id: string;
  key: string;
}

/** Whoever asks for the same again after so long wants another one. */
const FORGOTTEN_MS = 10 * 60_000;

/**
 * Creates whose answer may have been lost on the way. The same input gets the same id and key until its answer is known,
 * so that pressing the button again after a failure never makes a second one.
 */
export class Attempts {
  readonly #open = new Map<string, { attempt: Attempt; since: number }>();

  of(input: object): Attempt {
    const text = JSON.stringify(input);
    const open = this.#open.get(text);
    if (open && Date.now() - open.since < FORGOTTEN_MS) return open.attempt;
    const attempt = { id: newId(), key: newId() };
    this.#open.set(text, { attempt, since: Date.now() });
    return attempt;
  }

  /** It was made, or it failed; only a failure without an answer leaves the attempt open. */
  settle(input: object, error?: unknown): void {
    if (error === undefined || isRefusal(error)) this.#open.delete(JSON.stringify(input));
  }
}
