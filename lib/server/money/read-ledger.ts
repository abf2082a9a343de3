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
import { requireAccess } from "../access.ts";
import type { Ctx } from "../context.ts";
import { KeptLedger, KeptLedgers, type SharedEntry } from "./kept-ledger.ts";
import type { Sums } from "./running-sums.ts";

export interface SeenSums {
  /** The caller's; null for the demo trip's readers. */
  memberId: string | null;
  trip: LedgerTrip;
  /** The group's. */
  shared: Sums;
  /** Private rows that the caller sees. */
  own: Ledger;
}

/** Some 50,000 expenses. */
const KEPT_CHARACTERS = 32_000_000;
const ledgers = new KeptLedgers(KEPT_CHARACTERS);

/** What a trip's money comes to, as its caller sees it, and in the reply the seq of the last event that counts in it. */
export async function getSums(ctx: Ctx, tripId: string): Promise<SeenSums> {
  const { memberId } = await requireAccess(ctx, tripId, "guest");
  const known = ledgers.find(tripId);
  const { trip, shared, own } = await readRows(ctx.db, {
    tripId,
    userId: ctx.viewer.userId,
    since: known?.trip.seq ?? -1,
    createdAt: known?.trip.createdAt ?? null,
  });
  // Another reading may have brought it further meanwhile; it is then shown as it is by now.
  const ledger = known && trip.isKnown ? brought(tripId, known, trip, shared) : new KeptLedger(trip, shared);
  ledgers.keep(tripId, ledger);
  ctx.reply.tripSeq = ledger.trip.seq;
  return { memberId, trip: ledger.trip, shared: ledger.sums, own };
}

function brought(
  tripId: string,
  ledger: KeptLedger,
  trip: LedgerTrip,
  changed: readonly SharedEntry[],
): KeptLedger {
  // Half brought up to date, it must not be found again.
  ledgers.drop(tripId);
  ledger.update(trip, changed);
  return ledger;
}

/** Of what some have in private. */
export function privateSums(trip: TripCurrency, ledger: Ledger): Pick<Sums, "balances" | "byCurrency"> {
  return { balances: privateBalances(trip, ledger), byCurrency: balancesByCurrency(ledger) };
}

/** The group's rows, and the private ones that the user sees. */
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

/** The rows of two kinds, each of whose texts is what the query says it is. */
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
