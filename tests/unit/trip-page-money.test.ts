import { describe, expect, test } from "vitest";
import {
  debtIn,
  readSettlementForm,
  settlePatch,
  type SettleForm,
  storedRate,
} from "#app/trips/[tripId]/_money/settle-form.ts";
import { makeFormat } from "#app/trips/[tripId]/_model/money/money-format.ts";
import { writeUrlState, readUrlState } from "#app/trips/[tripId]/_base/view-url.ts";
import { type MoneyAnswer, currentBalances } from "#lib/client/money/asked-money.ts";
import {
  balancesOf,
  countRowsWithoutRate,
  isConvertible,
  ownPart,
  privateOwed,
  expenseSumsOf,
  transfersOf,
} from "#lib/client/money/money.ts";
import { spendingOf } from "#lib/client/money/money-summary.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { ANN, BOB, CAT, EURO_RATE, expense, JPY_TRIP, settlementRow } from "#tests/helpers/money-rows.ts";

describe("balances", () => {
  test("private rows are in no balance of the group, and have one of their own", () => {
    const rows = {
      expenses: [expense(), expense({ private: true, amount: 600, among: [ANN, BOB] })],
      settlements: [settlementRow(), settlementRow({ private: true, amount: 50 })],
    };
    expect(Object.fromEntries(balancesOf(JPY_TRIP, rows, false))).toEqual({ ann: 500, bob: -200, cat: -300 });
    expect(Object.fromEntries(balancesOf(JPY_TRIP, rows, true))).toEqual({ ann: 250, bob: -250 });
    expect(transfersOf(balancesOf(JPY_TRIP, rows, false), "JPY")).toEqual([
      { from: CAT, to: ANN, amount: 300, currency: "JPY" },
      { from: BOB, to: ANN, amount: 200, currency: "JPY" },
    ]);
  });

  test("what no rate leads from is left out and breaks nothing; a former currency leads on", () => {
    const unknown = expense({ currency: "EUR", amount: 100 });
    expect(expenseSumsOf(JPY_TRIP, unknown)).toBeNull();
    expect(
      balancesOf(JPY_TRIP, { expenses: [unknown], settlements: [settlementRow({ currency: "EUR" })] }, false)
        .size,
    ).toBe(0);
    expect(spendingOf(JPY_TRIP, [unknown])).toMatchObject({ total: 0, unknown: 1 });
    expect(
      countRowsWithoutRate(JPY_TRIP, {
        expenses: [unknown, expense()],
        settlements: [settlementRow({ currency: "EUR" })],
      }),
    ).toBe(2);
    const former = { currency: "EUR", value: "170", source: "typed" as const, date: "2026-11-01" };
    const trip = { currency: "JPY", formerCurrencies: [former] };
    expect(isConvertible(trip, { currency: "EUR", rate: null })).toBe(true);
    expect(isConvertible(trip, { currency: "USD", rate: { ...EURO_RATE, to: "EUR" } })).toBe(true);
    expect(isConvertible(trip, { currency: "USD", rate: { ...EURO_RATE, to: "GBP" } })).toBe(false);
    // The expense whose rate was unknown is converted after a change of the trip's currency.
    expect(expenseSumsOf(trip, unknown)?.amount).toBe(170);
  });

  test("what is private is settled between each two, and never netted across people", () => {
    const hidden = { private: true, amount: 1000 };
    const expenses = [
      expense({ ...hidden, payer: ANN, among: [BOB] }),
      expense({ ...hidden, payer: CAT, among: [ANN] }),
      expense({ ...hidden, payer: CAT, among: [ANN], currency: "EUR" }),
    ];
    const settlements = [settlementRow({ private: true, amount: 400 })];
    expect(privateOwed(ANN, JPY_TRIP, { expenses, settlements })).toEqual([
      { from: BOB, to: ANN, amount: 600, currency: "JPY" },
      { from: ANN, to: CAT, amount: 1000, currency: "JPY" },
    ]);
  });

  test("a payment that came after the answer counts at once, so that no debt is settled twice", () => {
    const old = settlementRow();
    const balances = [
      { memberId: ANN, amount: 500 },
      { memberId: BOB, amount: -200 },
      { memberId: CAT, amount: -300 },
    ];
    const transfers = transfersOf(new Map(balances.map((each) => [each.memberId, each.amount])), "JPY");
    const owes = { from: BOB, to: ANN, amount: 70, currency: "JPY" };
    const asked = {
      balances: { currency: "JPY", balances, private: { balances: [] } },
      settleUp: { transfers, private: [owes] },
      settlements: [old],
    } as unknown as MoneyAnswer;
    const standing = (settlements: SettlementDto[]) =>
      currentBalances(asked, { trip: JPY_TRIP, me: ANN, settlements, added: [] });
    expect(standing([old]).transfers).toBe(transfers);
    expect(standing([old, settlementRow({ amount: 200 })]).transfers).toEqual([
      { from: CAT, to: ANN, amount: 300, currency: "JPY" },
    ]);
    expect(standing([]).balances.get(BOB)).toBe(-300);
    const after = standing([old, settlementRow({ private: true, amount: 100 })]);
    expect(after.transfers).toBe(transfers);
    expect(after.private.transfers).toEqual([{ from: ANN, to: BOB, amount: 30, currency: "JPY" }]);
  });

  test.each([
    [expense(), ANN, { kind: "lent", amount: 600 }],
    [expense(), BOB, { kind: "share", amount: 300 }],
    [expense({ among: [ANN] }), ANN, { kind: "share", amount: 900 }],
    [expense({ among: [BOB] }), ANN, { kind: "lent", amount: 900 }],
    [expense({ among: [BOB] }), CAT, { kind: "none" }],
    [expense({ amount: -900 }), ANN, { kind: "holds", amount: 600 }],
    [expense({ amount: -900 }), BOB, { kind: "gets", amount: 300 }],
  ] as const)("one's own part (%#)", (given, memberId, part) => {
    const sums = expenseSumsOf(JPY_TRIP, given);
    expect(sums && ownPart(sums, memberId)).toEqual(part);
  });

  test("categories come most first, and refunds take from theirs", () => {
    const rows = [
      expense({ amount: 500 }),
      expense({ amount: -200 }),
      expense({ category: "flights", currency: "EUR", amount: 1000, rate: EURO_RATE }),
      expense({ category: "sights", private: true }),
    ];
    expect(spendingOf(JPY_TRIP, rows)).toEqual({
      total: 2014,
      count: 3,
      unknown: 0,
      categories: [
        { category: "flights", amount: 1714 },
        { category: "food", amount: 300 },
      ],
    });
    expect(spendingOf(JPY_TRIP, [])).toMatchObject({ total: 0, count: 0, categories: [] });
  });
});

describe("amounts", () => {
  test.each([
    ["JPY", 123_456, "¥123,456"],
    ["KWD", 45_678, "KWD\u00a045.678"],
    ["HUF", 123_456, "Ft\u00a01,234.56"],
    ["CLP", 15_000, "$15,000"],
    ["BHD", 5000, "BHD\u00a05"],
    ["EUR", -1155, "−€11.55"],
  ])("%s of %i", (currency, amount, text) => {
    expect(makeFormat("en-GB", [currency]).money({ amount, currency })).toBe(text);
  });

  test("currencies that share a sign are told apart, and the trip's keeps its own", () => {
    const { money } = makeFormat("en-GB", ["JPY", "CNY", "USD", "CLP", "EUR"]);
    const say = (currency: string) => money({ amount: 1200, currency });
    expect(["JPY", "CNY", "USD", "CLP", "EUR"].map(say)).toEqual([
      "¥1,200",
      "CN¥12",
      "US$12",
      "CLP\u00a01,200",
      "€12",
    ]);
    expect(makeFormat("zh-CN", ["JPY", "CNY"]).money({ amount: 1200, currency: "CNY" })).toBe("CNY\u00a012");
  });

  test("one of a row that is not read yet does not take the sign of one in use", () => {
    const { money } = makeFormat("en-GB", ["JPY", "EUR"]);
    expect(money({ amount: 1200, currency: "CNY" })).toBe("CN¥12");
    expect(money({ amount: 1200, currency: "USD" })).toBe("$12");
    expect(makeFormat("zh-CN", ["JPY"]).money({ amount: 1200, currency: "CNY" })).toBe("CNY\u00a012");
  });

  test.each([
    ["171.4", "JPY", "¥171.40"],
    ["0.005834305", "EUR", "€0.0058343"],
    ["0.16", "JPY", "¥0.16"],
  ])("a rate of %s %s", (value, currency, text) => {
    expect(makeFormat("en-GB", [currency]).rate(value, currency)).toBe(text);
  });

  test("a balance says its sign", () => {
    const { signed } = makeFormat("en-GB", ["EUR"]);
    expect([5, -5, 0].map((amount) => signed({ amount: amount * 100, currency: "EUR" }))).toEqual([
      "+€5",
      "−€5",
      "€0",
    ]);
  });
});

describe("settling", () => {
  const form: SettleForm = {
    from: BOB,
    to: ANN,
    amount: "12.50",
    currency: "EUR",
    paidOn: "2026-11-15",
    note: " ",
    rate: "",
  };
  const wrong = (changes: Partial<SettleForm>, needsRate = false) =>
    readSettlementForm({ ...form, ...changes }, needsRate);

  test("reads what is filled in, and says what is missing", () => {
    const settlement = {
      from: BOB,
      to: ANN,
      amount: 1250,
      currency: "EUR",
      paidOn: "2026-11-15",
      note: null,
    };
    expect(readSettlementForm(form, false)).toEqual({ settlement });
    expect(wrong({ rate: "178,5" }, true)).toEqual({
      settlement: { ...settlement, rate: { value: "178.5" } },
    });
    expect(wrong({}, true)).toEqual({ problem: { field: "rate", kind: "noRate" } });
    expect(wrong({ to: BOB })).toEqual({ problem: { field: "to", kind: "samePerson" } });
    expect(wrong({ amount: "0" })).toEqual({ problem: { field: "amount", kind: "noAmount" } });
    expect(wrong({ paidOn: "" })).toEqual({ problem: { field: "paidOn", kind: "noDate" } });
  });

  test("only what differs is changed", () => {
    const before = settlementRow({ amount: 1250, currency: "EUR", paidOn: "2026-11-15" });
    const same = { from: BOB, to: ANN, amount: 1250, currency: "EUR", paidOn: "2026-11-15", note: null };
    expect(settlePatch(before, same)).toBeNull();
    expect(settlePatch(before, { ...same, amount: 1000, note: "Cash" })).toEqual({
      amount: 1000,
      note: "Cash",
    });
  });

  test("a recorded payment keeps its rate until its currency, or the day of one that was looked up, is another", () => {
    const euros = { currency: "EUR", paidOn: "2026-11-15" };
    const recorded = settlementRow({ ...euros, rate: EURO_RATE });
    expect(storedRate(recorded, euros)).toBe(EURO_RATE);
    expect(storedRate(recorded, { ...euros, currency: "USD" })).toBeNull();
    expect(storedRate(recorded, { ...euros, paidOn: "2026-11-16" })).toBeNull();
    const typed = { ...EURO_RATE, source: "typed" as const };
    expect(storedRate({ ...recorded, rate: typed }, { ...euros, paidOn: "2026-11-16" })).toBe(typed);
    expect(storedRate(null, euros)).toBeNull();
  });

  test("a debt in another currency is what it is worth by the rate of that", () => {
    expect(debtIn({ amount: 17_140, currency: "JPY" }, "EUR", EURO_RATE)).toBe(10_000);
    expect(debtIn({ amount: 500, currency: "JPY" }, "JPY", null)).toBe(500);
    expect(debtIn({ amount: 500, currency: "JPY" }, "EUR", null)).toBeNull();
  });
});

test("the money pane and an open expense have an address", () => {
  const place = readUrlState(new URLSearchParams("view=money&expense=x"));
  expect(place).toMatchObject({ pane: "money", expenseId: "x", stopId: null });
  expect(writeUrlState(place)).toBe("?view=money&expense=x");
  expect(readUrlState(new URLSearchParams("stop=y&expense=x")).expenseId).toBeNull();
});
