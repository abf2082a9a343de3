import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { as } from "#tests/factories/trips.ts";
import { newMoneyFixture } from "#tests/helpers/expenses.ts";

/**
 * Creates a trip in yen and returns two of its members, with functions that change the currency and read what they owe.
 */
async function newPurse() {
  const { owner, tripId, ids } = await newMoneyFixture();
  const [ann, ben] = [ids.owner, ids.editor];
  const params = { tripId };
  const change = (currency: string, value: string) =>
    call(tripsApi.update, { params, body: { currency, currencyRate: { value } } }, as(owner));
  const balances = async () => (await call(moneyApi.balances, { params }, as(owner))).data;
  const transfers = async () =>
    (await call(moneyApi.settleUp, { params, query: {} }, as(owner))).data.transfers;
  return { owner, tripId, ann, ben, change, balances, transfers };
}

test("who was even is even in every other currency, also what was settled in one of those", async () => {
  const { owner, tripId, ann, ben, change, balances, transfers } = await newPurse();
  for (let n = 0; n < 5; n++) {
    const [payer, other] = n % 2 === 0 ? [ann, ben] : [ben, ann];
    await newExpense(owner, tripId, expenseSharedBy(1001 + 137 * n, "JPY", payer, other));
    const rate = { value: `178.90554${n}` };
    if (n < 3) await newExpense(owner, tripId, expenseSharedBy(333, "EUR", ann, ben), { rate });
    if (n === 2) await change("IDR", "104.37");
  }
  for (const transfer of await transfers()) await newSettlement(owner, tripId, transfer);
  for (const [currency, value] of [
    ["EUR", "0.0000531"],
    ["JPY", "171.7"],
    ["KWD", "0.00197"],
    ["IDR", "53211"],
  ] as const) {
    await change(currency, value);
    const { balances: now } = await balances();
    expect([currency, ...now.map(({ amount }) => amount)]).toEqual([currency, 0, 0]);
    expect(await transfers()).toEqual([]);
  }
});

test("back in a currency with nothing recorded since, balances are to the digit what they were", async () => {
  const { owner, tripId, ann, ben, change, balances } = await newPurse();
  await newExpense(owner, tripId, expenseSharedBy(1001, "JPY", ann, ben));
  const before = await balances();
  await change("KWD", "0.0021");
  await change("EUR", "2.9");
  await change("JPY", "160");
  expect(await balances()).toEqual(before);
});

test("between two in private, too", async () => {
  const { owner, tripId, ann, ben, change, balances } = await newPurse();
  for (const amount of [1001, 1139, 1275])
    await newExpense(owner, tripId, expenseSharedBy(amount, "JPY", ann, ben), { private: true });
  const owed = (await balances()).private.balances.find(({ memberId }) => memberId === ann)?.amount ?? 0;
  await newSettlement(owner, tripId, { from: ben, to: ann, amount: owed, currency: "JPY", private: true });
  await change("IDR", "104.377777");
  expect((await balances()).private.balances.map(({ amount }) => amount)).toEqual([0, 0]);
});
