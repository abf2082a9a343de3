import { type Db, runPipelined } from "#db/client.ts";
import { selectMoneyRows } from "#db/queries/expense-imports.ts";
import { selectTrip } from "#db/queries/trips.ts";
import { insertExpenses, insertSettlements } from "#db/queries/whole-trip.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type {
  ExpenseImportPreview,
  ExpenseImportQuery,
  ExpenseImportResult,
} from "#lib/shared/expense-imports.ts";
import { MAX_EXPENSES, MAX_SETTLEMENTS } from "#lib/shared/money-limits.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { requireAccess } from "../../access/access.ts";
import type { Ctx } from "../../context.ts";
import { readMergedIds } from "../../members/merged-ids.ts";
import { addPlaceholder } from "../../members/placeholders.ts";
import { lookUpRate } from "../../money/look-up-rate.ts";
import { type TripWrite, writeTrip } from "../../writes/write.ts";
import type { FoundExpenses, FoundRow } from "./found-expenses.ts";
import { markKnown } from "./known-rows.ts";
import { isPaymentToOneself, newExpense, newSettlement } from "./new-rows.ts";
import { matchPeople, type NamableMembers, memberNameFor, resolvePeople } from "./people.ts";
import { withClearingRates } from "./payment-rates.ts";
import { findRates, type RateOf } from "./rates.ts";
import { readExpensesForTrip } from "./read-expenses-for-trip.ts";

/** Returns what {@link importExpenses} would do with this file now. */
export async function previewExpenses(
  ctx: Ctx,
  tripId: string,
  bytes: Uint8Array,
): Promise<ExpenseImportPreview> {
  await requireAccess(ctx, tripId, "editor");
  const { userId } = ctx.viewer;
  const [trip, there] = await Promise.all([
    readTrip(ctx, ctx.db, tripId),
    selectMoneyRows(ctx.db, { tripId, userId }),
  ]);
  const read = await readExpensesForTrip(bytes, trip);
  const { found } = read;
  const { source, rows, empty, emptyLines, totals, leftOut, notices } = found;
  const firsts = new Map(rows.toReversed().map((row) => [row.currency, row]));
  firsts.delete(trip.currency);
  const currencies = await Promise.all(
    [...firsts.values()].map(async ({ currency, date }) => {
      return { currency, rate: await lookUpRate(currency, trip.currency, date) };
    }),
  );
  return {
    source,
    people: matchPeople(found, await readNamed(ctx, ctx.db, trip)),
    rows: markKnown(read, there),
    currency: trip.currency,
    empty,
    emptyLines,
    totals,
    leftOut,
    notices,
    currencies,
  };
}

/**
 * Adds the file's expenses and settlements in one group, all or none. Its settlements cause no notifications, because
 * they record the past and not what somebody does now.
 * @throws AppError LIMIT_REACHED; FIELD_CONFLICT for rates to another currency; VALIDATION_FAILED for the file's lines,
 * and for people and rates
 */
export async function importExpenses(
  ctx: Ctx,
  tripId: string,
  query: ExpenseImportQuery,
  bytes: Uint8Array,
): Promise<ExpenseImportResult> {
  await requireAccess(ctx, tripId, "editor");
  const { userId } = ctx.viewer;
  for (;;) {
    const { currency, formerCurrencies, days } = await readTrip(ctx, ctx.db, tripId);
    const read = await readExpensesForTrip(bytes, { currency, formerCurrencies, days });
    const { found } = read;
    refuseStrayRates(currency, query);
    const rateOf = await findRates(found.rows, { currency, formerCurrencies }, query.rates);
    const result = await unlessCurrencyChanges(() =>
      writeTrip(ctx, tripId, "editor", {
        read: (tx) => runPipelined([readTrip(ctx, tx, tripId), selectMoneyRows(tx, { tripId, userId })]),
        work: async (write, [trip, there]) => {
          if (write.trip.currency !== currency) throw new CurrencyChanged();
          const rows = markKnown(read, there);
          const added = query.known === "add" ? rows : rows.filter(({ isKnown }) => !isKnown);
          requireRoom(trip, added);
          const people = resolvePeople(found, await readNamed(ctx, write.tx, trip), query.people);
          const { memberOf, members } = await addPeople(ctx, write, { found, rows: added, people });
          const kept = added.filter((row) => !isPaymentToOneself(row, memberOf));
          const counts = await addRows(ctx, write, { rows: kept, memberOf, rateOf });
          const skipped = rows.length - kept.length + found.empty + found.leftOut.length;
          return { ...counts, members, skipped, leftOut: found.leftOut, notices: found.notices };
        },
      }),
    );
    if (result) return result;
  }
}

async function readNamed({ viewer }: Ctx, db: Db, { id, members }: TripDto): Promise<NamableMembers> {
  const left = members.filter(({ leftAt }) => leftAt !== null);
  const ids = left.map((member) => member.id);
  return { members, merged: await readMergedIds(db, id, ids), userId: viewer.userId };
}

/** Refuses rates that the user typed for another trip currency than the present one. */
function refuseStrayRates(currency: string, { ratesTo = currency }: ExpenseImportQuery): void {
  if (ratesTo === currency) return;
  const message = `The trip's currency is ${currency} by now. Look at the file again, and give the rates to that.`;
  throw new AppError("FIELD_CONFLICT", message, { details: { fields: ["ratesTo"], current: { currency } } });
}

/** Thrown when the trip's currency has changed since the rates were read. */
class CurrencyChanged extends Error {}

async function unlessCurrencyChanges<T>(write: () => Promise<T>): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof CurrencyChanged) return null;
    throw error;
  }
}

async function readTrip(ctx: Ctx, db: Db, tripId: string): Promise<TripDto> {
  const [row] = await selectTrip(db, { tripId, userId: ctx.viewer.userId, now: ctx.now() });
  if (!row) throw notFound("trip");
  return JSON.parse(row.trip);
}

function requireRoom({ expenseCount, settlements }: TripDto, added: readonly FoundRow[]): void {
  const count = added.filter(({ kind }) => kind === "expense").length;
  if (expenseCount + count > MAX_EXPENSES) throw full(`${MAX_EXPENSES} expenses`);
  if (settlements.length + added.length - count > MAX_SETTLEMENTS)
    throw full(`${MAX_SETTLEMENTS} settlements`);
}

function full(most: string): AppError {
  return new AppError("LIMIT_REACHED", `A trip holds at most ${most}. Delete some first.`);
}

interface Adding {
  found: FoundExpenses;
  rows: readonly FoundRow[];
  people: readonly (string | null)[];
}

/** Adds placeholders for the people who occur in an added row and are no members yet. */
async function addPeople(ctx: Ctx, write: TripWrite, { found, rows, people }: Adding) {
  const involved = new Set(
    rows.flatMap(({ payers, shares }) => [...payers, ...shares].map(({ person }) => person)),
  );
  const ids = [...people];
  const missing = [...involved].filter((place) => ids[place] === null).toSorted((a, b) => a - b);
  for (const place of missing) {
    const name = memberNameFor(found.people[place] ?? "", place);
    ids[place] = (await addPlaceholder({ ...ctx, open: write }, write.trip.id, { name })).id;
  }
  function memberOf(place: number): string {
    const id = ids[place];
    if (!id) throw new Error("A row names a person whom the file lacks.");
    return id;
  }
  return { memberOf, members: missing.length };
}

interface Rows {
  rows: readonly FoundRow[];
  memberOf: (place: number) => string;
  rateOf: RateOf;
}

async function addRows(ctx: Ctx, write: TripWrite, { rows, memberOf, rateOf }: Rows) {
  const making = { write, memberOf, newId: () => ctx.newId() };
  const expenses = rows
    .filter(({ kind }) => kind === "expense")
    .map((row) => newExpense(making, row, rateOf(row)));
  const payments = rows
    .filter(({ kind }) => kind === "settlement")
    .map((row) => newSettlement(making, row, rateOf(row)));
  const settlements = await withClearingRates(write, ctx.viewer.userId, { expenses, settlements: payments });
  const list = (all: object[]) => {
    return { tripId: write.trip.id, rows: JSON.stringify(all), by: ctx.viewer.userId, at: write.at };
  };
  if (expenses.length > 0) write.send(insertExpenses(write.tx, list(expenses)));
  if (settlements.length > 0) write.send(insertSettlements(write.tx, list(settlements)));
  for (const row of expenses) write.record({ op: "expense.created", entityId: row.id, after: row });
  for (const row of settlements) write.record({ op: "settlement.created", entityId: row.id, after: row });
  return { expenses: expenses.length, settlements: settlements.length };
}
