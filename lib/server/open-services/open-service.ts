/** The rules for requests to one open service. */
export interface OpenService {
  /** The service's name in the log, in the database and in `npm run doctor`. */
  name: string;
  /** Most requests of one process at the same time. */
  atOnce: number;
  /** The least time between the starts of two requests of all processes together; 0: none. */
  everyMs: number;
  /** The longest time that a caller waits for an answer, in milliseconds. */
  deadlineMs: number;
  /** The longest answer in bytes; a longer one counts as a failure. */
  longestAnswer: number;
}

/** The request that is sent. */
export interface SentRequest {
  url: string;
  /** Requests with the same value have the same answer; without it, only requests with identical text. */
  sameAs?: string;
  headers?: Readonly<Record<string, string>>;
}

interface Keepable<T> extends SentRequest {
  /** Returns how long an answer may be cached, in milliseconds. */
  keptMs: (answer: T) => number;
}

/** One request for JSON. */
export interface JsonRequest<T> extends Keepable<T> {
  /** Whether redirects within the same origin are followed. Without it, a redirect counts as a failure. */
  mayMove?: true;
  /**
   * Reads the answer. It gets 2xx, and those 4xx that are about this very request, whose body may be undefined; for a
   * request with `mayMove` also the 3xx that lead to another origin or never end.
   * @throws Error for an invalid answer, and for a refusal that says nothing about the request
   */
  read: (body: unknown, status: number) => T | Promise<T>;
}

/** A request that is not one request for JSON. */
export interface CustomRequest<T> extends Keepable<T> {
  /**
   * Finds the answer; the signal aborts at the service's deadline.
   * @throws Error when there was no answer
   */
  find: (signal: AbortSignal) => Promise<T>;
}

export type ServiceRequest<T> = JsonRequest<T> | CustomRequest<T>;
