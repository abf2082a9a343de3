import { newId } from "./ids.ts";
import { isRefusal } from "./retry.ts";

/**
 * The two values that make a repeated create the same create: the id of the new row, and the idempotency key of the
 * request.
 */
export interface IdempotentCreate {
  id: string;
  key: string;
}

/** After this time an attempt is forgotten: the same input then means a further row, not a retry. */
const FORGOTTEN_MS = 10 * 60_000;

/**
 * Creates whose answer may have been lost. The same input gets the same id and key until its answer is known, so that a
 * second press of the button after a failure never creates a second row.
 */
export class IdempotentCreates {
  readonly #open = new Map<string, { attempt: IdempotentCreate; since: number }>();

  of(input: object): IdempotentCreate {
    const text = JSON.stringify(input);
    const open = this.#open.get(text);
    if (open && Date.now() - open.since < FORGOTTEN_MS) return open.attempt;
    const attempt = { id: newId(), key: newId() };
    this.#open.set(text, { attempt, since: Date.now() });
    return attempt;
  }

  /** Ends the attempt after a success or a refusal. A failure without an answer leaves the attempt open. */
  settle(input: object, error?: unknown): void {
    if (error === undefined || isRefusal(error)) this.#open.delete(JSON.stringify(input));
  }
}
