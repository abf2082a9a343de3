import type { Db } from "#db/client.ts";
import { type LedgerEntries, selectLedger } from "#db/queries/ledger.ts";
import {
  type Balances,
  balancesByCurrency,
  balancesIn,
  type Ledger,
  type TripCurrency,
} from "#lib/shared/balances.ts";
import { notFound } from "#lib/shared/errors.ts";
import { requireAccess } from "../access.ts";
import type { Ctx } from "../context.ts";
import { Kept } from "./kept.ts";

export interface Sums {
  /** In the trip's currency. */
  balances: Balances;
  byCurrency: ReadonlyMap<string, Balances>;
}

export interface SeenSums {
  /** The caller's; null for the demo trip's readers. */
  memberId: string | null;
  trip: TripCurrency;
  /** The group's. */
  shared: Sums;
  /** Private rows that the caller sees. */
  own: Ledger;
}

const KEPT_TRIPS = 500;
const sharedSums = new Kept<Sums>(KEPT_TRIPS);

/** Balances of a trip, as its caller sees them, all from one moment. */
export async function getSums(ctx: Ctx, tripId: string): Promise<SeenSums> {
  const { memberId } = await requireAccess(ctx, tripId, "guest");
  const kept = sharedSums.find(tripId);
  const reader = { tripId, userId: ctx.viewer.userId, ...sinceOf(kept) };
  const { trip, shared, own } = await readRows(ctx.db, reader);
  const value = kept && !trip.isNews ? kept.value : sumsOf(trip, shared);
  sharedSums.keep(tripId, { seq: trip.seq, createdAt: trip.createdAt, value });
  return { memberId, trip, shared: value, own };
}

export function sumsOf(trip: TripCurrency, ledger: Ledger): Sums {
  return { balances: balancesIn(trip, ledger), byCurrency: balancesByCurrency(ledger) };
}

/** The group's rows. */
export async function readLedger(
  db: Db,
  tripId: string,
  userId: string,
): Promise<{ trip: TripCurrency; shared: Ledger }> {
  return readRows(db, { tripId, userId, ...sinceOf(undefined) });
}

interface Since {
  since: number;
  createdAt: string | null;
}

/** From when on rows are news to whoever has kept this, if anything. */
export function sinceOf(kept: { seq: number; createdAt: string } | undefined): Since {
  return kept ? { since: kept.seq, createdAt: kept.createdAt } : { since: -1, createdAt: null };
}

async function readRows(
  db: Db,
  reader: { tripId: string; userId: string } & Since,
): Promise<{ trip: LedgerEntries["trip"]; shared: Ledger; own: Ledger }> {
  const all = entriesOf<LedgerEntries>(await selectLedger(db, reader));
  const [trip] = all("trip");
  if (!trip) throw notFound("trip");
  const shared = { expenses: all("expense"), settlements: all("settlement") };
  const own = { expenses: all("privateExpense"), settlements: all("privateSettlement") };
  return { trip, shared, own };
}

export type Entries<Kinds> = <Kind extends keyof Kinds>(kind: Kind) => Kinds[Kind][];

/** The rows of a statement that makes a JSON text of exactly these fields for each kind. */
export function entriesOf<Kinds>(rows: readonly { kind: keyof Kinds; entry: string }[]): Entries<Kinds> {
  const texts = Map.groupBy(rows, ({ kind }) => kind);
  return (kind) => (texts.get(kind) ?? []).map(({ entry }) => JSON.parse(entry));
}
