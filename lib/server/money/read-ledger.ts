import type { Db } from "#db/client.ts";
import { type LedgerRow, type LedgerTrip, selectLedger } from "#db/queries/ledger.ts";
import {
  balancesByCurrency,
  type Ledger,
  type LedgerExpense,
  type LedgerSettlement,
  type TripCurrency,
} from "#lib/shared/balances.ts";
import { notFound } from "#lib/shared/errors.ts";
import { privateBalances } from "#lib/shared/private-transfers.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { CachedLedger, LedgerCache, type SharedEntry } from "./ledger-cache.ts";
import type { Sums } from "./running-sums.ts";

export interface VisibleSums {
  /** The caller's member id; null for readers of the demo trip. */
  memberId: string | null;
  trip: LedgerTrip;
  /** The sums of the entries that everybody sees. */
  shared: Sums;
  /** The private expenses and settlements that the caller sees. */
  own: Ledger;
}

/** The limit of the cache: the text of about 50,000 expenses. */
const KEPT_CHARACTERS = 32_000_000;
const ledgers = new LedgerCache(KEPT_CHARACTERS);

/**
 * Returns the sums of a trip's ledger as the caller sees them, and sets the reply's seq to the last event that counts
 * in them.
 */
export async function getSums(ctx: Ctx, tripId: string): Promise<VisibleSums> {
  const { memberId } = await requireAccess(ctx, tripId, "guest");
  const known = ledgers.find(tripId);
  const { trip, shared, own } = await readRows(ctx.db, {
    tripId,
    userId: ctx.viewer.userId,
    since: known?.trip.seq ?? -1,
    createdAt: known?.trip.createdAt ?? null,
  });
  // A concurrent request may have updated the ledger further; then its newer state is returned.
  const ledger =
    known && trip.isKnown ? brought(tripId, known, trip, shared) : new CachedLedger(trip, shared);
  ledgers.keep(tripId, ledger);
  ctx.reply.tripSeq = ledger.trip.seq;
  return { memberId, trip: ledger.trip, shared: ledger.sums, own };
}

function brought(
  tripId: string,
  ledger: CachedLedger,
  trip: LedgerTrip,
  changed: readonly SharedEntry[],
): CachedLedger {
  // The update may have failed halfway, so the ledger is removed from the cache until it has succeeded.
  ledgers.drop(tripId);
  ledger.update(trip, changed);
  return ledger;
}

/** Returns the sums of private expenses and settlements. */
export function privateSums(trip: TripCurrency, ledger: Ledger): Pick<Sums, "balances" | "byCurrency"> {
  return { balances: privateBalances(trip, ledger), byCurrency: balancesByCurrency(ledger) };
}

/** Reads the entries that everybody sees, and the private ones that the user sees. */
export async function readLedger(
  db: Db,
  tripId: string,
  userId: string,
): Promise<{ trip: LedgerTrip; shared: Ledger; own: Ledger }> {
  const { trip, shared, own } = await readRows(db, { tripId, userId, since: -1, createdAt: null });
  return { trip, shared: ledgerOf(shared, { expense: "expense", settlement: "settlement" }), own };
}

async function readRows(
  db: Db,
  reading: Parameters<typeof selectLedger>[1],
): Promise<{ trip: LedgerTrip; shared: SharedEntry[]; own: Ledger }> {
  const rows = await selectLedger(db, reading);
  const found = rows.find(({ kind }) => kind === "trip")?.entry;
  if (!found) throw notFound("trip");
  return {
    trip: JSON.parse(found),
    shared: rows.filter(isShared),
    own: ledgerOf(rows, { expense: "privateExpense", settlement: "privateSettlement" }),
  };
}

function isShared(row: LedgerRow): row is LedgerRow & SharedEntry {
  return row.kind === "expense" || row.kind === "settlement";
}

/** Parses the rows of expenses and settlements. The casts are safe because the query defines the JSON's types. */
function ledgerOf(
  rows: readonly LedgerRow[],
  kinds: Record<"expense" | "settlement", LedgerRow["kind"]>,
): Ledger {
  const texts = (wanted: LedgerRow["kind"]) =>
    rows.flatMap(({ kind, entry }) => (kind === wanted && entry !== null ? [entry] : []));
  return {
    expenses: texts(kinds.expense).map((text): LedgerExpense => JSON.parse(text)),
    settlements: texts(kinds.settlement).map((text): LedgerSettlement => JSON.parse(text)),
  };
}
