/** A service on the net that anybody may ask, as far as asking it goes. */
export interface OpenService {
  /** As the log, the database and the doctor call it. */
  name: string;
  /** Most requests of one process at the same time. */
  atOnce: number;
  /** The least time between the starts of two requests of all processes together; 0: none. */
  everyMs: number;
  /** Nobody waits longer for it. */
  deadlineMs: number;
  /** In bytes; a longer answer is none. */
  longestAnswer: number;
}

/** What is sent. */
export interface Asked {
  url: string;
  /** Questions with the same one have the same answer; without it, those that are sent in the same words. */
  sameAs?: string;
  headers?: Readonly<Record<string, string>>;
}

interface Keepable<T> extends Asked {
  /** How long an answer may be kept, in milliseconds. */
  keptMs: (answer: T) => number;
}

/** One request for JSON. */
export interface Question<T> extends Keepable<T> {
  /** Its answer may stand under another name of the same origin. Without this, a redirect is no answer. */
  mayMove?: true;
  /**
   * What the answer says: of 2xx, and of the 4xx that are about this very question; of those the body may be undefined.
   * So it is of the 3xx of a question that may move, where they lead to another origin or on and on.
   * @throws Error for no answer of its kind, and for a refusal that says nothing
   */
  read: (body: unknown, status: number) => T | Promise<T>;
}

/** Takes something else than one request for JSON. */
export interface OtherQuestion<T> extends Keepable<T> {
  /** The signal ends it with the service's deadline. @throws Error where nothing was answered */
  find: (signal: AbortSignal) => Promise<T>;
}

export type AnyQuestion<T> = Question<T> | OtherQuestion<T>;
