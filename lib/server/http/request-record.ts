import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of a request while it is answered: for its line in the log, and whatever else is told of it. */
export interface RequestRecord {
  readonly id: string;
  readonly method: string;
  /** The route's pattern; the path itself may hold tokens. */
  readonly route: string;
  readonly headers: Headers;
  /** By the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** Who asks, by what this process knows of their session. */
  userId?: string;
  /** Of a path that was found to be well-formed. */
  tripId?: string;
  /** Of the error that is the answer. */
  code?: string;
  /** Whose share of the service it takes, as far as that is known without asking the database. */
  asker?: string;
  /** Of the answer's body, where it was made in one piece. */
  bytes?: number;
}

const records = new AsyncLocalStorage<RequestRecord>();

/** Of the request that this work, also when it goes on after the answer, is done for; undefined: for none. */
export function currentRequest(): RequestRecord | undefined {
  return records.getStore();
}

export function inRequest<T>(record: RequestRecord, work: () => Promise<T>): Promise<T> {
  return records.run(record, work);
}

/** Whoever asks, for the log. */
export function noteCaller(userId: string): void {
  const record = records.getStore();
  if (record) record.userId = userId;
}

/** Only what the endpoint's schema has let through. */
export function noteTrip(params: unknown): void {
  const record = records.getStore();
  if (!record || typeof params !== "object" || params === null || !("tripId" in params)) return;
  if (typeof params.tripId === "string") record.tripId = params.tripId;
}

export function noteCode(code: string): void {
  const record = records.getStore();
  if (record) record.code = code;
}

export function noteBytes(bytes: number): void {
  const record = records.getStore();
  if (record) record.bytes = bytes;
}
