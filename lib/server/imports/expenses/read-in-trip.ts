import type { TripCurrency } from "#lib/shared/balances.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { readFile } from "../thread/reading-thread.ts";
import type { FoundExpenses, FoundRow } from "./found-expenses.ts";

export interface ReadInTrip {
  found: FoundExpenses;
  /** Its rows as they were read while the trip had another currency: what names none counted in that one. */
  former: (readonly FoundRow[])[];
}

export async function readInTrip(
  bytes: Uint8Array,
  { currency, formerCurrencies, days }: TripCurrency & Pick<TripDto, "days">,
): Promise<ReadInTrip> {
  const file = { bytes, days: days.map(({ date }) => date) };
  const found = await readFile({ kind: "expenses", ...file, currency });
  const former = await Promise.all(formerCurrencies.map((each) => rowsIn(file, each.currency)));
  return { found, former };
}

/** None where nothing of the file can be read in that currency. */
async function rowsIn(
  file: { bytes: Uint8Array; days: string[] },
  currency: string,
): Promise<readonly FoundRow[]> {
  try {
    return (await readFile({ kind: "expenses", ...file, currency })).rows;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
