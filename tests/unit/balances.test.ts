import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allocate } from "#lib/shared/allocate.ts";
import {
  type Balances,
  balancesByCurrency,
  balancesIn,
  convertToTripCurrency,
  divideInTripCurrency,
  type LedgerExpense,
} from "#lib/shared/balances.ts";
import { moneyProblem } from "#lib/shared/expense-rules.ts";
import { type ExpenseMoney, sharesOf } from "#lib/shared/expense-shares.ts";
import { MAX_AMOUNT } from "#lib/shared/money.ts";
import { MAX_EXPENSES, MAX_SETTLEMENTS } from "#lib/shared/money-limits.ts";
import { convert } from "#lib/shared/rates.ts";
import { settleUp } from "#lib/shared/settle-up.ts";
import { ledgers, moneyAmong } from "#tests/helpers/random-ledger.ts";

const sumOf = (balances: ReadonlyMap<string, number>) =>
  [...balances.values()].reduce((sum, each) => sum + each, 0);
/** Removes members with a balance of 0, so that a member with such a balance equals one without any. */
const open = (balances: Balances) => new Map([...balances].filter(([, amount]) => amount !== 0));

test("what each bears sums to the amount, in every way to split", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 1, max: 30 }).chain(moneyAmong), (id, money) => {
      expect(moneyProblem(money)).toBeNull();
      const shares = sharesOf(id, money);
      expect(sumOf(shares)).toBe(money.amount);
      if (money.split.mode === "items") return;
      for (const amount of shares.values())
        expect(amount * Math.sign(money.amount)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 1000 },
  );
});

test("decimals of shares decide nothing that whole ones in the same proportion would not", () => {
  const thousandths = fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 1, maxLength: 8 });
  const amounts = fc.integer({ min: 1, max: MAX_AMOUNT });
  fc.assert(
    fc.property(fc.uuid(), thousandths, amounts, (id, weights, amount) => {
      const moneyOf = (values: number[]): ExpenseMoney => ({
        amount,
        currency: "EUR",
        payers: [{ memberId: "m0", amount }],
        split: { mode: "shares", parts: values.map((value, n) => ({ memberId: `m${n}`, value })) },
      });
      const decimals = moneyOf(weights.map((weight) => Number(`${weight}e-3`)));
      expect(moneyProblem(decimals)).toBeNull();
      const shares = sharesOf(id, decimals);
      expect(sumOf(shares)).toBe(amount);
      expect(shares).toEqual(
        allocate(
          amount,
          weights.map((weight, n) => ({ key: `m${n}`, weight })),
          id,
        ),
      );
    }),
  );
});

test("of a bill each bears their lines and, by what they had, their part of what is beside those", () => {
  const bills = fc.integer({ min: 1, max: 8 }).chain(moneyAmong);
  fc.assert(
    fc.property(fc.uuid(), bills, (id, money) => {
      const { mode, items = [] } = money.split;
      fc.pre(mode === "items");
      const [own, sign] = [new Map<string, number>(), Math.sign(money.amount)];
      for (const { amount, memberIds } of items)
        for (const one of memberIds) own.set(one, (own.get(one) ?? 0) + (sign * amount) / memberIds.length);
      const had = [...own.values()].reduce((sum, each) => sum + Math.max(0, each), 0);
      const rest = Math.abs(money.amount) - sumOf(own);
      const shares = sharesOf(id, money);
      expect(sumOf(shares)).toBe(money.amount);
      for (const [one, lines] of own) {
        const due = lines + (rest * Math.max(0, lines)) / had;
        // The difference comes from rounding: of each item, of what is added to each item, and one unit of the whole.
        const off = 1 + items.length * (1 + Math.abs(rest) / had);
        expect(Math.abs(sign * (shares.get(one) ?? 0) - due)).toBeLessThan(off);
      }
    }),
    { numRuns: 500 },
  );
});

test("a deposit lowers the share of whoever it is of, to less than nothing where that was all", () => {
  const payers = [{ memberId: "chi", amount: 1250 }];
  const back = { name: "Deposit back", amount: -250, memberIds: ["ann"] };
  const shares = (memberIds: string[]) => {
    const items = [{ name: "Crate", amount: 1500, memberIds }, back];
    const split = { mode: "items", parts: [], items } as const;
    return Object.fromEntries(sharesOf("x", { amount: 1250, currency: "EUR", payers, split }));
  };
  expect(shares(["ann", "ben"])).toEqual({ ann: 500, ben: 750 });
  expect(shares(["ben"])).toEqual({ ann: -250, ben: 1500 });
});

test("tax, tip and discount follow what each has of the items", () => {
  const items = [
    { name: "Ramen", amount: 600, memberIds: ["ann"] },
    { name: "Gyoza", amount: 400, memberIds: ["ann", "ben"] },
  ];
  const split = { mode: "items", parts: [], items, tax: 100, tip: 50, discount: 200 } as const;
  const shares = sharesOf("x", {
    amount: 950,
    currency: "JPY",
    payers: [{ memberId: "chi", amount: 950 }],
    split,
  });
  expect(Object.fromEntries(shares)).toEqual({ ann: 760, ben: 190 });
});

test("what nobody could count ends at the largest amount, and the balances still sum to zero", () => {
  const trip = { currency: "JPY", formerCurrencies: [] };
  const rate = { to: "JPY", value: "999999999", source: "typed", date: "2026-11-14" } as const;
  const money = {
    amount: -MAX_AMOUNT,
    currency: "EUR",
    payers: [{ memberId: "ann", amount: -MAX_AMOUNT }],
    split: { mode: "equal", parts: [{ memberId: "ann" }, { memberId: "ben" }, { memberId: "cho" }] },
  } as const;
  expect(convertToTripCurrency(trip, { ...money, rate })).toBe(-MAX_AMOUNT);
  expect(convertToTripCurrency(trip, { ...money, amount: MAX_AMOUNT, rate })).toBe(MAX_AMOUNT);
  expect(sumOf(balancesIn(trip, { expenses: [{ id: "x", money, rate }], settlements: [] }))).toBe(0);
});

test("as much as a trip may hold adds up exactly", () => {
  expect(Number.isSafeInteger((MAX_EXPENSES + MAX_SETTLEMENTS) * MAX_AMOUNT)).toBe(true);
});

describe("the balances of any ledger", () => {
  test("sum to exactly zero, in each currency and in the trip's", () => {
    fc.assert(
      fc.property(ledgers, ({ trip, ledger }) => {
        for (const balances of balancesByCurrency(ledger).values()) expect(sumOf(balances)).toBe(0);
        expect(sumOf(balancesIn(trip, ledger))).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test("do not depend on the order of entry", () => {
    fc.assert(
      fc.property(ledgers, ({ trip, ledger }) => {
        const turned = {
          expenses: ledger.expenses.toReversed(),
          settlements: ledger.settlements.toReversed(),
        };
        expect(open(balancesIn(trip, turned))).toEqual(open(balancesIn(trip, ledger)));
      }),
    );
  });

  test("are zero for all once what is proposed was paid", () => {
    fc.assert(
      fc.property(ledgers, ({ trip, ledger }) => {
        const balances = balancesIn(trip, ledger);
        const paid = settleUp(balances).map(({ from, to, amount }, n) => {
          return { id: `paid-${n}`, from, to, amount, currency: trip.currency, rate: null };
        });
        const settled = balancesIn(trip, { ...ledger, settlements: [...ledger.settlements, ...paid] });
        expect(open(settled)).toEqual(new Map());
      }),
      { numRuns: 300 },
    );
  });

  test("are what the currencies' own balances come to, where there is only the trip's", () => {
    fc.assert(
      fc.property(ledgers, ({ trip, ledger }) => {
        const own = {
          expenses: ledger.expenses.filter(({ money }) => money.currency === trip.currency),
          settlements: ledger.settlements.filter(({ currency }) => currency === trip.currency),
        };
        const [balances = new Map<string, number>()] = balancesByCurrency(own).values();
        expect(open(balancesIn(trip, own))).toEqual(open(balances));
      }),
    );
  });
});

describe("another currency than the trip's", () => {
  const dinner: LedgerExpense = {
    id: "0193a5e2-0000-7000-8000-000000000001",
    money: {
      amount: 10_000,
      currency: "EUR",
      payers: [
        { memberId: "ann", amount: 7000 },
        { memberId: "ben", amount: 3000 },
      ],
      split: { mode: "equal", parts: ["ann", "ben", "chi"].map((memberId) => ({ memberId })) },
    },
    rate: { to: "JPY", value: "178.906", source: "ecb", date: "2026-11-20" },
  };
  const yen = { currency: "JPY", formerCurrencies: [] };

  test("is converted as a whole, and shared out again", () => {
    const { amount, paid, borne } = divideInTripCurrency(yen, dinner);
    expect(amount).toBe(17_891);
    expect(Object.fromEntries(paid)).toEqual({ ann: 12_524, ben: 5367 });
    expect([...borne.values()].toSorted((a, b) => a - b)).toEqual([5963, 5964, 5964]);
  });

  test("is found from a currency that was the trip's before; what it was stays stored", () => {
    const dollars = {
      currency: "USD",
      formerCurrencies: [{ currency: "JPY", value: "0.0064", source: "typed", date: "2026-11-22" } as const],
    };
    expect(divideInTripCurrency(dollars, dinner).amount).toBe(
      convert(10_000, "EUR", "USD", ["178.906", "0.0064"]),
    );
  });

  test("its own again, it is what was paid, whatever the rate says", () => {
    const euros = {
      currency: "EUR",
      formerCurrencies: [{ currency: "JPY", value: "0.0055", source: "typed", date: "2026-11-22" } as const],
    };
    expect(divideInTripCurrency(euros, dinner).amount).toBe(10_000);
    expect(Object.fromEntries(divideInTripCurrency(euros, dinner).paid)).toEqual({ ann: 7000, ben: 3000 });
  });

  test("without a rate that leads there it is an error, not a guess", () => {
    expect(() => divideInTripCurrency({ currency: "USD", formerCurrencies: [] }, dinner)).toThrow(
      "No rate leads from JPY to USD",
    );
  });
});
