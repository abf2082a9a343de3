import { accountApi } from "#lib/shared/api/account.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { legsApi } from "#lib/shared/api/legs.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

/** What one person may ask for of one kind of request, and how much of it at once. Large ones come one after another. */
export interface RequestLimit {
  /** Answered at the same time; further ones wait for their turn. */
  atOnce: number;
  /** In units: a request is one, and each 256 KiB that it brings or takes is one more where `countsBytes`. */
  perMinute: number;
  burst: number;
  countsBytes: boolean;
  /** Whoever has not had their turn by then is refused: few enough are, so that refusing costs next to nothing. */
  patienceMs: number;
}

/**
 * Far above what people do, and what their clients do for them: the web page opens a trip with some ten requests, a device
 * that was offline sends a few hundred writes one after another, a native client reads the trip after each of its writes.
 */
export const REQUEST_LIMITS = {
  light: { atOnce: 16, perMinute: 6000, burst: 1500, countsBytes: false, patienceMs: 2000 },
  /** Of one address, for whoever has no session yet. A class that signs up together waits for one password after another. */
  signIn: { atOnce: 8, perMinute: 600, burst: 60, countsBytes: false, patienceMs: 20_000 },
  /** A whole trip in one answer. */
  trip: { atOnce: 4, perMinute: 900, burst: 60, countsBytes: true, patienceMs: 2000 },
  /** Reads, computes or writes much of a trip. */
  heavy: { atOnce: 2, perMinute: 120, burst: 20, countsBytes: true, patienceMs: 2000 },
  /** All of an account's trips. */
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

export function kindOf({ id }: Pick<Endpoint, "id">): RequestKind {
  return KINDS.get(id) ?? "light";
}
