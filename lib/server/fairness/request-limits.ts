import { accountApi } from "#lib/shared/api/account.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { legsApi } from "#lib/shared/api/legs.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

/** The limit of one user's requests of one kind. Large requests run one after another. */
export interface RequestLimit {
  /** The most requests that run at once; further ones wait for their turn. */
  atOnce: number;
  /**
   * The limit in units: a request is one unit, and where `countsBytes` is set, each 256 KiB that it sends or receives
   * is one more.
   */
  perMinute: number;
  burst: number;
  countsBytes: boolean;
  /** The longest wait, after which a request is refused; few enough wait that refusals cost next to nothing. */
  patienceMs: number;
}

/**
 * The limits are far above what users and their clients do: the web page opens a trip with about ten requests, a device
 * that was offline sends a few hundred writes one after another, and a native client reads the trip after each of its
 * writes.
 */
export const REQUEST_LIMITS = {
  light: { atOnce: 16, perMinute: 6000, burst: 1500, countsBytes: false, patienceMs: 2000 },
  /**
   * The limit of one IP address without a session. In a class that signs up together, one password is checked after
   * another.
   */
  signIn: { atOnce: 8, perMinute: 600, burst: 60, countsBytes: false, patienceMs: 20_000 },
  /** Requests whose answer is a whole trip. */
  trip: { atOnce: 4, perMinute: 900, burst: 60, countsBytes: true, patienceMs: 2000 },
  /** Requests that read, compute or write much of a trip. */
  heavy: { atOnce: 2, perMinute: 120, burst: 20, countsBytes: true, patienceMs: 2000 },
  /** Requests about all trips of an account. */
  account: { atOnce: 1, perMinute: 12, burst: 6, countsBytes: true, patienceMs: 2000 },
} satisfies Record<string, RequestLimit>;

export type RequestKind = keyof typeof REQUEST_LIMITS;

const KINDS = new Map<string, RequestKind>([
  [tripsApi.get.id, "trip"],
  [tripsApi.snapshot.id, "heavy"],
  [tripsApi.duplicate.id, "heavy"],
  [tripsApi.previewDates.id, "heavy"],
  [moneyApi.previewCurrency.id, "heavy"],
  [legsApi.optimized.id, "heavy"],
  [eventsApi.undo.id, "heavy"],
  [exportsApi.read.id, "heavy"],
  ...Object.values(importsApi).map(({ id }) => [id, "heavy"] as const),
  [accountApi.export.id, "account"],
]);

export function requestKindOf({ id }: Pick<Endpoint, "id">): RequestKind {
  return KINDS.get(id) ?? "light";
}
