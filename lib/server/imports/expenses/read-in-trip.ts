import type { TripCurrency } from "#lib/shared/balances.ts";
import { AppError } from "#lib/shared/errors.ts";
import { readFile } from "../thread/reading-thread.ts";
import type { FoundExpenses, FoundRow } from "./found-expenses.ts";

export interface ReadInTrip {
  found: FoundExpenses;
  /** Its rows as they were read while the trip had another currency: what names none counted in that one. */
  former: (readonly FoundRow[])[];
}

export async function readInTrip(
  bytes: Uint8Array,
  { currency, formerCurrencies }: TripCurrency,
): Promise<ReadInTrip> {
  const found = await readFile({ kind: "expenses", bytes, currency });
  const former = await Promise.all(formerCurrencies.map((each) => rowsIn(bytes, each.currency)));
  return { found, former };
}

/** None where nothing of the file can be read in that currency. */
async function rowsIn(bytes: Uint8Array, currency: string): Promise<readonly FoundRow[]> {
  try {
    return (await readFile({ kind: "expenses", bytes, currency })).rows;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
