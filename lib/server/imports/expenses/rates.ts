import { isWithinMaxAmount, type TripCurrency } from "#lib/shared/balances.ts";
import type { ExpenseImportQuery } from "#lib/shared/expense-imports.ts";
import type { Rate } from "#lib/shared/rates.ts";
import { lookUpRate } from "../../money/look-up-rate.ts";
import { wrongContent } from "../text.ts";
import { type FoundRow, LineProblems } from "./found-expenses.ts";

/**
 * Maximum number of pairs of a day and a foreign currency in one file; each may cause a request to the server of
 * exchange rates.
 */
const MOST_LOOKUPS = 1000;
const AT_ONCE = 8;

type Priced = Pick<FoundRow, "currency" | "date">;

/** Returns the exchange rate of a row; null when the row is in the trip's currency. */
export type RateOf = (row: Priced) => Rate | null;

/**
 * Returns the exchange rates on the day of each row, except for currencies whose rate was sent with the import. It may
 * wait for a server, so it must not be called while a lock is held.
 * @throws AppError VALIDATION_FAILED with the lines whose rate is unknown, or whose amount becomes too large
 */
export async function findRates(
  rows: readonly FoundRow[],
  trip: TripCurrency,
  given: ExpenseImportQuery["rates"],
): Promise<RateOf> {
  const to = trip.currency;
  const typed = new Map(given?.map(({ currency, value }) => [currency, value]));
  const foreign = rows.filter(({ currency }) => currency !== to);
  const wanted = new Map(
    foreign.filter(({ currency }) => !typed.has(currency)).map((row) => [keyOf(row), row]),
  );
  if (wanted.size > MOST_LOOKUPS)
    throw wrongContent("too-much", "The file has too many days in other currencies. Split it.");
  const known = await lookUpAll([...wanted.values()], to);
  const rateOf: RateOf = ({ currency, date }) => {
    if (currency === to) return null;
    const value = typed.get(currency);
    if (value !== undefined) return { to, value, source: "typed", date };
    return known.get(keyOf({ currency, date })) ?? null;
  };
  refuseUncountable(rows, trip, rateOf);
  return rateOf;
}

async function lookUpAll(rows: readonly Priced[], to: string): Promise<Map<string, Rate | null>> {
  const known = new Map<string, Rate | null>();
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const few = rows.slice(at, at + AT_ONCE);
    const rates = await Promise.all(few.map(({ currency, date }) => lookUpRate(currency, to, date)));
    for (const [index, row] of few.entries()) known.set(keyOf(row), rates[index] ?? null);
  }
  return known;
}

function refuseUncountable(rows: readonly FoundRow[], trip: TripCurrency, rateOf: RateOf): void {
  const problems = new LineProblems();
  for (const row of rows) {
    const rate = rateOf(row);
    if (!rate && row.currency !== trip.currency) {
      problems.add(row.line, "noRate", `${row.currency} → ${trip.currency}`);
    } else if (!isWithinMaxAmount(trip, { ...row, rate })) {
      problems.add(row.line, "tooMuch", trip.currency);
    }
  }
  problems.refuse();
}

function keyOf({ currency, date }: Priced): string {
  return `${currency} ${date}`;
}
