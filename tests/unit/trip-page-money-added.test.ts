import { expect, test } from "vitest";
import { expensesAddedSince, type MoneyAnswer } from "#lib/client/money/asked-money.ts";
import { type ChangeWithSeq, UNCONFIRMED } from "#lib/client/money/expense-list.ts";
import { summaryFromAnswer } from "#lib/client/money/money-summary.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { ANN, BOB, CAT, expense, JPY_TRIP } from "#tests/helpers/money-rows.ts";

/** The service's answer at seq 10: Bob owes Ann 300 in the group's ledger, and 70 in private. */
const asked = {
  seq: 10,
  balances: {
    balances: [
      { memberId: ANN, amount: 300 },
      { memberId: BOB, amount: -300 },
    ],
    private: {
      balances: [
        { memberId: ANN, amount: 70 },
        { memberId: BOB, amount: -70 },
      ],
    },
  },
  settleUp: {
    transfers: [{ from: BOB, to: ANN, amount: 300, currency: "JPY" }],
    private: [{ from: BOB, to: ANN, amount: 70, currency: "JPY" }],
  },
  report: {
    spent: {
      total: 600,
      categories: [{ category: "food", amount: 600 }],
      days: [{ date: "2026-11-13", amount: 600 }],
      members: [
        { memberId: ANN, paid: 600, borne: 300 },
        { memberId: BOB, paid: 0, borne: 300 },
      ],
    },
  },
  settlements: [],
} as unknown as MoneyAnswer;

function since(
  op: "expense.created" | "expense.updated" | "expense.restored",
  entity: ExpenseDto,
  seq: number,
): ChangeWithSeq {
  return { seq, change: { op, entity } };
}

function gone({ id }: ExpenseDto, seq: number): ChangeWithSeq {
  return { seq, change: { op: "expense.deleted", entity: { id } } };
}

function counted(changes: readonly ChangeWithSeq[]) {
  const added = expensesAddedSince(asked.seq, changes);
  return summaryFromAnswer(asked, { trip: JPY_TRIP, me: ANN, settlements: [], added });
}

test("an expense that is still on its way is laid over what the service has counted", () => {
  const { standing, spending, spent } = counted([since("expense.created", expense(), UNCONFIRMED)]);
  expect(Object.fromEntries(standing?.balances ?? [])).toEqual({ [ANN]: 900, [BOB]: -600, [CAT]: -300 });
  expect(standing?.transfers).toEqual([
    { from: BOB, to: ANN, amount: 600, currency: "JPY" },
    { from: CAT, to: ANN, amount: 300, currency: "JPY" },
  ]);
  expect(standing?.private.transfers).toEqual(asked.settleUp.private);
  expect(spending).toMatchObject({ total: 1500, categories: [{ category: "food", amount: 1500 }] });
  expect(spent).toEqual({
    total: 1500,
    categories: [{ category: "food", amount: 1500 }],
    days: [
      { date: "2026-11-13", amount: 600 },
      { date: "2026-11-14", amount: 900 },
    ],
    members: [
      { memberId: ANN, paid: 1500, borne: 600 },
      { memberId: BOB, paid: 0, borne: 600 },
      { memberId: CAT, paid: 0, borne: 300 },
    ],
  });
});

test("a private one is so in what is private alone, each two between themselves", () => {
  const dinner = expense({ private: true, amount: 200, among: [ANN, CAT] });
  const { standing, spending } = counted([since("expense.created", dinner, UNCONFIRMED)]);
  expect(standing?.transfers).toBe(asked.settleUp.transfers);
  expect(Object.fromEntries(standing?.private.balances ?? [])).toEqual({
    [ANN]: 170,
    [BOB]: -70,
    [CAT]: -100,
  });
  expect(standing?.private.transfers).toEqual([
    { from: BOB, to: ANN, amount: 70, currency: "JPY" },
    { from: CAT, to: ANN, amount: 100, currency: "JPY" },
  ]);
  expect(spending?.total).toBe(600);
});

test("one whose rate is not known yet is in no sum, and said to be so", () => {
  const flight = expense({ currency: "EUR" });
  const { standing, spending, unknown } = counted([since("expense.created", flight, UNCONFIRMED)]);
  expect([standing?.balances.get(ANN), spending?.total, spending?.unknown, unknown]).toEqual([
    300, 600, 1, 1,
  ]);
});

test("what the service has counted, or may have counted otherwise, is not laid over it", () => {
  const [old, fresh] = [expense(), expense()];
  expect(expensesAddedSince(10, [since("expense.created", old, 10)])).toEqual([]);
  expect(expensesAddedSince(10, [since("expense.updated", old, 11), gone(old, 12)])).toEqual([]);
  expect(
    expensesAddedSince(10, [gone(old, UNCONFIRMED), since("expense.restored", old, UNCONFIRMED)]),
  ).toEqual([]);
  const changed = { ...fresh, title: "Supper" };
  const made = [since("expense.created", fresh, 11), since("expense.updated", changed, UNCONFIRMED)];
  expect(expensesAddedSince(10, made)).toEqual([changed]);
  expect(expensesAddedSince(10, [...made, gone(fresh, UNCONFIRMED)])).toEqual([]);
  const back = [...made, gone(fresh, UNCONFIRMED), since("expense.restored", fresh, UNCONFIRMED)];
  expect(expensesAddedSince(10, back)).toEqual([fresh]);
});
