import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { MemberAmount } from "#lib/shared/money-fields.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { as, readTrip } from "#tests/factories/trips.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { send } from "#tests/helpers/handlers.ts";
import { merge, newMergeFixture } from "#tests/helpers/merged-people.ts";
import { patchExpense } from "#tests/helpers/expenses.ts";

/** Exports a trip, imports the file, and returns the copy's id. */
async function copyOf(owner: Person, tripId: string): Promise<string> {
  const query = { format: "json" };
  const { text } = await send(exportsApi.read, { params: { tripId }, query, token: owner.token });
  const sent = await send(importsApi.createTrip, { token: owner.token, form: fileForm(text, "trip.json") });
  expect(sent.status, sent.text.slice(0, 500)).toBe(201);
  return JSON.parse(sent.text).id;
}

/** Returns all balances by people's names. */
async function owed(owner: Person, tripId: string) {
  const params = { tripId };
  const [{ data: balances }, { data: transfers }, { data: budget }, trip] = await Promise.all([
    call(moneyApi.balances, { params }, as(owner)),
    call(moneyApi.settleUp, { params, query: {} }, as(owner)),
    call(moneyApi.budget, { params }, as(owner)),
    readTrip(owner, tripId),
  ]);
  const nameOf = (memberId: string) => trip.members.find(({ id }) => id === memberId)?.name ?? "";
  const named = (list: readonly MemberAmount[]) =>
    list.map(({ memberId, amount }) => `${nameOf(memberId)} ${amount}`).toSorted();
  const all = (sums: Omit<typeof balances, "private" | "currency">) => ({
    balances: named(sums.balances),
    byCurrency: sums.byCurrency.map((each) => [each.currency, named(each.balances)]),
  });
  const told = (list: (typeof transfers)["transfers"]) =>
    list.map(({ from, to, amount }) => `${nameOf(from)} to ${nameOf(to)}: ${amount}`).toSorted();
  return {
    group: all(balances),
    private: all(balances.private),
    transfers: [told(transfers.transfers), told(transfers.private)],
    days: budget.spent.days,
  };
}

test("a trip's copy owes what the trip owes, to the unit, and so does the copy of that", async () => {
  const { owner, tripId, ids, annieId } = await newMergeFixture();
  const change = (currency: string, value: string) =>
    call(tripsApi.update, { params: { tripId }, body: { currency, currencyRate: { value } } }, as(owner));
  const spend = async () => {
    for (let n = 0; n < 6; n++) {
      const money = expenseSharedBy(1000 + n, "JPY", ids.owner, ids.editor, annieId);
      const foreign = expenseSharedBy(1001 + n, "USD", ids.owner, ids.viewer, ids.editor, annieId);
      await newExpense(owner, tripId, money, {
        rate: { value: `0.006${n}` },
        category: "lodging",
        nights: 3,
      });
      await newExpense(owner, tripId, foreign, { rate: { value: `0.87${n}` } });
      await newExpense(owner, tripId, money, { private: true, rate: { value: "0.0062" } });
    }
  };
  await change("EUR", "0.0061");
  await spend();
  await merge(owner, { tripId, annieId }, ids.viewer);
  await change("KWD", "0.35");
  await spend();
  await change("EUR", "2.9");
  const { transfers } = (await call(moneyApi.settleUp, { params: { tripId }, query: {} }, as(owner))).data;
  for (const transfer of transfers.slice(1)) await newSettlement(owner, tripId, transfer);
  const before = await owed(owner, tripId);
  const copy = await copyOf(owner, tripId);
  expect(await owed(owner, copy)).toEqual(before);
  expect(await owed(owner, await copyOf(owner, copy))).toEqual(before);
});

test("a settled trip is settled in its copy, where an expense is then changed like any other", async () => {
  const { owner, tripId, ids, annieId } = await newMergeFixture();
  for (let n = 0; n < 6; n++)
    await newExpense(owner, tripId, expenseSharedBy(1000 + 3 * n, "JPY", ids.owner, ids.editor, annieId));
  const { transfers } = (await call(moneyApi.settleUp, { params: { tripId }, query: {} }, as(owner))).data;
  for (const transfer of transfers) await newSettlement(owner, tripId, transfer);
  const copy = await copyOf(owner, tripId);
  const { balances } = (await call(moneyApi.balances, { params: { tripId: copy } }, as(owner))).data;
  expect(balances.map(({ amount }) => amount)).toEqual([0, 0, 0]);

  const [expense] = (await readTrip(owner, copy)).expenses;
  const money = {
    ...expense?.money,
    amount: 2000,
    payers: [{ memberId: expense?.money.payers[0]?.memberId, amount: 2000 }],
  };
  const { rounding, ...entered } = money;
  expect(rounding).toBeDefined();
  const changed = await patchExpense(owner, copy, expense?.id ?? "", { money: entered });
  expect(changed.body).toMatchObject({ money: { ...entered, rounding } });
  // A client cannot choose who gets the remaining minor unit.
  const chosen = { ...entered, rounding: { seed: "0".repeat(32) } };
  const again = await patchExpense(owner, copy, expense?.id ?? "", { money: chosen, title: "Lunch" });
  expect(again.body).toMatchObject({ title: "Lunch", money: { ...entered, rounding } });
});
