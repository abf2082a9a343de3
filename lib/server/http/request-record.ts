import { AsyncLocalStorage } from "node:async_hooks";

/** What the process knows about a request while it is answered, for its log line, the metrics and the traces. */
export interface RequestRecord {
  readonly id: string;
  readonly method: string;
  /** The pattern of the route, because the path itself may contain tokens. */
  readonly route: string;
  readonly headers: Headers;
  /** When the request began, by the monotonic clock in milliseconds. */
  readonly startedAt: number;
  /** The caller's id, if this process has seen the session. */
  userId?: string;
  /** The trip's id from the path, once the path was validated. */
  tripId?: string;
  /** The code of the error that is the answer. */
  code?: string;
  /** The key of the caller for fair sharing of the capacity, as far as the process knows it without a query. */
  asker?: string;
  /** The bytes of the answer's body, if it was made as one text. */
  bytes?: number;
}

const records = new AsyncLocalStorage<RequestRecord>();

/**
 * Returns the record of the request for which the current code runs, also after the answer; undefined outside of a
 * request.
 */
export function currentRequest(): RequestRecord | undefined {
  return records.getStore();
}

export function runInRequest<T>(record: RequestRecord, work: () => Promise<T>): Promise<T> {
  return records.run(record, work);
}

/** Notes the caller's user id for the log. */
export function noteCaller(userId: string): void {
  const record = records.getStore();
  if (record) record.userId = userId;
}

/** Notes the trip's id for the log, from parameters that the endpoint's schema has validated. */
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
