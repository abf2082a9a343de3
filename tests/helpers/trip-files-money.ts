import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { EXPENSE_CATEGORIES } from "#lib/shared/expense-categories.ts";
import { expenseViewersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import { CURRENCIES, moneyAmong } from "./random-ledger.ts";

/* Money of trips in JPY that had EUR as their currency before, as trip files contain it. */

type FileExpense = TripFile["expenses"][number];
type FileSettlement = TripFile["settlements"][number];

/** Generates the money fields of a trip; `value` is what one unit of the former currency is worth in JPY. */
export const moneyOfTrip = fc.record({
  formerCurrencies: fc.constant([
    { currency: "EUR", value: "163.21", source: "ecb" as const, date: "2026-02-02" },
  ]),
  budget: fc.option(
    fc.record({
      currency: fc.constantFrom("JPY", "EUR"),
      total: fc.option(fc.integer({ min: 1, max: 9_999_999 }), { nil: null }),
      limits: fc.constantFrom({}, { food: 60_000, lodging: 1 }),
    }),
    { nil: null },
  ),
});

function rateOf(currency: string): fc.Arbitrary<FileExpense["rate"]> {
  if (currency === "JPY" || currency === "EUR") return fc.constant(null);
  return fc
    .record({ digits: fc.integer({ min: 1, max: 9_999_999 }), to: fc.constantFrom("JPY", "EUR") })
    .map(({ digits, to }) => {
      return { to, value: (digits / 10_000).toFixed(4), source: "typed" as const, date: "2026-11-21" };
    });
}

function named(money: ExpenseMoney, ids: readonly string[]): FileExpense["money"] {
  const text = JSON.stringify(money).replaceAll(
    /member-(\d\d)/g,
    (_all, at: string) => ids[Number(at)] ?? "",
  );
  return JSON.parse(text);
}

/** Generates an expense among these members; the first of them exported the file. */
export function fileExpense(ids: readonly string[]): fc.Arbitrary<FileExpense> {
  return moneyAmong(ids.length).chain((random) => {
    const money = named(random, ids);
    const createdBy = ids.at(-1) ?? null;
    return fc.record({
      id: fc.constant(null).map(() => uuidv7()),
      title: fc.constantFrom("Dinner", "=1+1", "住宿"),
      money: fc.constant(money),
      rate: rateOf(money.currency),
      category: fc.constantFrom(...EXPENSE_CATEGORIES),
      spentOn: fc.constantFrom("2026-03-01", "2026-11-20"),
      notes: fc.constantFrom(null, "a,\nb"),
      stopId: fc.constant(null),
      reservationId: fc.constant(null),
      nights: fc.constantFrom(null, 3),
      isPrivate: fc
        .boolean()
        .map((wanted) => wanted && expenseViewersOf({ money, createdBy }).includes(ids[0] ?? "")),
      createdBy: fc.constant(createdBy),
    });
  });
}

/** Generates a settlement; it needs at least two members. */
export function fileSettlement(ids: readonly string[]): fc.Arbitrary<FileSettlement> {
  return fc.constantFrom(...CURRENCIES).chain((currency) =>
    fc.record({
      id: fc.constant(null).map(() => uuidv7()),
      from: fc.constant(ids[0] ?? ""),
      to: fc.constantFrom(...ids.slice(1)),
      amount: fc.integer({ min: 1, max: 5_000_000 }),
      currency: fc.constant(currency),
      rate: rateOf(currency),
      paidOn: fc.constant("2026-11-20"),
      note: fc.constantFrom(null, "cash"),
      isPrivate: fc.boolean(),
      createdBy: fc.constantFrom(null, ...ids),
    }),
  );
}
