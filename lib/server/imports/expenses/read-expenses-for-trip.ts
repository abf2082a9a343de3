import type { TripCurrency } from "#lib/shared/balances.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { readImportFile } from "../thread/reading-thread.ts";
import type { FoundExpenses, FoundRow } from "./found-expenses.ts";

export interface ExpensesForTrip {
  found: FoundExpenses;
  /**
   * The rows of the file read with each former currency of the trip: an earlier import used it for rows that name no
   * currency.
   */
  former: (readonly FoundRow[])[];
}

export async function readExpensesForTrip(
  bytes: Uint8Array,
  { currency, formerCurrencies, days }: TripCurrency & Pick<TripDto, "days">,
): Promise<ExpensesForTrip> {
  const file = { bytes, days: days.map(({ date }) => date) };
  const found = await readImportFile({ kind: "expenses", ...file, currency });
  const former = await Promise.all(formerCurrencies.map((each) => rowsIn(file, each.currency)));
  return { found, former };
}

/** Reads the rows with another default currency; the result is empty when nothing can be read with it. */
async function rowsIn(
  file: { bytes: Uint8Array; days: string[] },
  currency: string,
): Promise<readonly FoundRow[]> {
  try {
    return (await readImportFile({ kind: "expenses", ...file, currency })).rows;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
