import { describe, expect, test } from "vitest";
import { BEFORE, foldBefore } from "#app/trips/[tripId]/_money/money-days.ts";
import { searchDays } from "#app/trips/[tripId]/_money/money-search.ts";
import { debtIn, readSettle, settlePatch, type SettleForm } from "#app/trips/[tripId]/_money/settle-form.ts";
import { makeFormat } from "#app/trips/[tripId]/_money/use-money-format.ts";
import { placeSearch, readPlace } from "#app/trips/[tripId]/_shell/view-url.ts";
import { mergeExpenses, moneyDays } from "#lib/client/expense-list.ts";
import { balancesOf, categorySums, isReachable, ownPart, sumsOf, transfersOf } from "#lib/client/money.ts";
import { spendingOf } from "#lib/client/money-summary.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";

const AT = "2026-11-01T00:00:00.000Z";
const [ANN, BOB, CAT] = ["ann", "bob", "cat"] as const;
const JPY = { currency: "JPY", formerCurrencies: [] };
const EURO: Rate = { to: "JPY", value: "171.4", source: "ecb", date: "2026-09-02" };
const row = { deletedAt: null, version: 1, createdAt: AT, updatedAt: AT };

interface Given extends Partial<Omit<ExpenseDto, "money">> {
  amount?: number;
  currency?: string;
  payer?: string;
  among?: readonly string[];
}

let count = 0;
function expense({
  amount = 900,
  currency = "JPY",
  payer = ANN,
  among = [ANN, BOB, CAT],
  ...rest
}: Given = {}) {
  const split = { mode: "equal" as const, parts: among.map((memberId) => ({ memberId })) };
  const money = { amount, currency, payers: [{ memberId: payer, amount }], split };
  const about = { category: "food" as const, spentOn: "2026-11-14", notes: null, nights: null, rate: null };
  const links = { stopId: null, reservationId: null, createdBy: ANN, commentCount: 0, private: false };
  const made: ExpenseDto = { id: `e${++count}`, title: "Dinner", money, ...about, ...links, ...row, ...rest };
  return made;
}

function paid(changes: Partial<SettlementDto> = {}): SettlementDto {
  const what = { from: BOB, to: ANN, amount: 100, currency: "JPY", rate: null, paidOn: "2026-11-14" };
  return { id: `s${++count}`, ...what, note: null, private: false, createdBy: ANN, ...row, ...changes };
}

describe("balances", () => {
  test("private rows are in no balance of the group, and have one of their own", () => {
    const rows = {
      expenses: [expense(), expense({ private: true, amount: 600, among: [ANN, BOB] })],
      settlements: [paid(), paid({ private: true, amount: 50 })],
    };
    expect(Object.fromEntries(balancesOf(JPY, rows, false))).toEqual({ ann: 500, bob: -200, cat: -300 });
    expect(Object.fromEntries(balancesOf(JPY, rows, true))).toEqual({ ann: 250, bob: -250 });
    expect(transfersOf(balancesOf(JPY, rows, false), "JPY")).toEqual([
      { from: CAT, to: ANN, amount: 300, currency: "JPY" },
      { from: BOB, to: ANN, amount: 200, currency: "JPY" },
    ]);
  });

  test("what no rate leads from is left out and breaks nothing; a former currency leads on", () => {
    const unknown = expense({ currency: "EUR", amount: 100 });
    expect(sumsOf(JPY, unknown)).toBeNull();
    expect(
      balancesOf(JPY, { expenses: [unknown], settlements: [paid({ currency: "EUR" })] }, false).size,
    ).toBe(0);
    expect(spendingOf(JPY, [unknown]).total).toBe(0);
    const former = { currency: "EUR", value: "170", source: "typed" as const, date: "2026-11-01" };
    const trip = { currency: "JPY", formerCurrencies: [former] };
    expect(isReachable(trip, { currency: "EUR", rate: null })).toBe(true);
    expect(isReachable(trip, { currency: "USD", rate: { ...EURO, to: "EUR" } })).toBe(true);
    expect(isReachable(trip, { currency: "USD", rate: { ...EURO, to: "GBP" } })).toBe(false);
    // The same row, seen after the trip's currency changed.
    expect(sumsOf(trip, unknown)?.amount).toBe(170);
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
    const sums = sumsOf(JPY, given);
    expect(sums && ownPart(sums, memberId)).toEqual(part);
  });

  test("categories come most first, and refunds take from theirs", () => {
    const rows = [
      expense({ amount: 500 }),
      expense({ amount: -200 }),
      expense({ category: "flights", currency: "EUR", amount: 1000, rate: EURO }),
      expense({ category: "sights", private: true }),
    ];
    expect(spendingOf(JPY, rows)).toEqual({
      total: 2014,
      count: 3,
      categories: [
        { category: "flights", amount: 1714 },
        { category: "food", amount: 300 },
      ],
    });
    expect(categorySums(JPY, [])).toEqual([]);
  });
});

function ids(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

describe("the list", () => {
  test("pages, what happened since, and what is live are one list, each row once and newest", () => {
    const [old, gone, moved] = [
      expense({ spentOn: "2026-09-01" }),
      expense({ spentOn: "2026-09-02" }),
      expense({ spentOn: "2026-09-03" }),
    ];
    const newer = { ...moved, version: 3, title: "Newer" };
    const fresh = expense({ spentOn: "2026-11-15" });
    const merged = mergeExpenses(
      [[fresh], [newer, gone, old]],
      [
        { op: "expense.updated", entity: { ...moved, version: 2, title: "Older" } },
        { op: "expense.deleted", entity: { id: gone.id } },
        { op: "expense.updated", entity: { ...old, version: 2, spentOn: "2026-11-20" } },
      ],
      [fresh],
    );
    expect(ids(merged)).toEqual([old.id, fresh.id, moved.id]);
    expect(merged[2]?.title).toBe("Newer");
    const back = mergeExpenses(
      [[]],
      [
        { op: "expense.withdrawn", entity: { id: old.id } },
        { op: "expense.shared", entity: { ...old, attachments: [] } },
      ],
      [],
    );
    expect(ids(back)).toEqual([old.id]);
  });

  test("days have their sums; those of which not all is known have none, and settlements are no spending", () => {
    const rows = [
      expense({ spentOn: "2026-11-15", amount: 300 }),
      expense({ spentOn: "2026-11-15", amount: -100 }),
      expense({ spentOn: "2026-11-12" }),
    ];
    const settlements = [paid({ paidOn: "2026-11-15" }), paid({ paidOn: "2026-11-01" })];
    const days = moneyDays(JPY, rows, settlements, null);
    expect(days.map(({ date, total }) => [date, total])).toEqual([
      ["2026-11-15", 200],
      ["2026-11-12", 900],
      ["2026-11-01", 0],
    ]);
    const open = moneyDays(JPY, rows, settlements, "2026-11-12");
    expect(open.map(({ date, total }) => [date, total])).toEqual([
      ["2026-11-15", 200],
      ["2026-11-12", null],
    ]);
    const folded = foldBefore(days, "2026-11-14");
    expect(folded.map(({ date, total }) => [date, total])).toEqual([
      ["2026-11-15", 200],
      [BEFORE, 900],
    ]);
    expect(foldBefore(days, null)).toEqual(days);
  });

  test("a search takes every word, without case and accents", () => {
    const days = moneyDays(JPY, [expense({ title: "Lángos" }), expense({ title: "Tea" })], [], null);
    const textOf = (each: (typeof days)[number]["rows"][number]) =>
      each.kind === "expense" ? `${each.expense.title} Food` : "";
    expect(searchDays(days, " langos FOOD ", textOf).flatMap(({ rows }) => rows)).toHaveLength(1);
    expect(searchDays(days, "langos tea", textOf)).toEqual([]);
    expect(searchDays(days, "  ", textOf)).toEqual(days);
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
    readSettle({ ...form, ...changes }, needsRate);

  test("reads what is filled in, and says what is missing", () => {
    const settlement = {
      from: BOB,
      to: ANN,
      amount: 1250,
      currency: "EUR",
      paidOn: "2026-11-15",
      note: null,
    };
    expect(readSettle(form, false)).toEqual({ settlement });
    expect(wrong({ rate: "178,5" }, true)).toEqual({
      settlement: { ...settlement, rate: { value: "178.5" } },
    });
    expect(wrong({}, true)).toEqual({ problem: { field: "rate", kind: "noRate" } });
    expect(wrong({ to: BOB })).toEqual({ problem: { field: "to", kind: "samePerson" } });
    expect(wrong({ amount: "0" })).toEqual({ problem: { field: "amount", kind: "noAmount" } });
    expect(wrong({ paidOn: "" })).toEqual({ problem: { field: "paidOn", kind: "noDate" } });
  });

  test("only what differs is changed", () => {
    const before = paid({ amount: 1250, currency: "EUR", paidOn: "2026-11-15" });
    const same = { from: BOB, to: ANN, amount: 1250, currency: "EUR", paidOn: "2026-11-15", note: null };
    expect(settlePatch(before, same)).toBeNull();
    expect(settlePatch(before, { ...same, amount: 1000, note: "Cash" })).toEqual({
      amount: 1000,
      note: "Cash",
    });
  });

  test("a debt in another currency is what it is worth by the rate of that", () => {
    expect(debtIn({ amount: 17_140, currency: "JPY" }, "EUR", EURO)).toBe(10_000);
    expect(debtIn({ amount: 500, currency: "JPY" }, "JPY", null)).toBe(500);
    expect(debtIn({ amount: 500, currency: "JPY" }, "EUR", null)).toBeNull();
  });
});

test("the money pane and an open expense have an address", () => {
  const place = readPlace(new URLSearchParams("view=money&expense=x"));
  expect(place).toMatchObject({ pane: "money", expenseId: "x", stopId: null });
  expect(placeSearch(place)).toBe("?view=money&expense=x");
  expect(readPlace(new URLSearchParams("stop=y&expense=x")).expenseId).toBeNull();
});
