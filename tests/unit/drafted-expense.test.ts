import { beforeEach, expect, test } from "vitest";
import { newId } from "#lib/client/base/ids.ts";
import type { ExpenseDto, NewExpense } from "#lib/shared/expenses.ts";
import { expense } from "#tests/helpers/money-rows.ts";
import { Device, type Page } from "#tests/realtime/device-page.ts";
import { flushPromises } from "#tests/realtime/fake-clock.ts";
import { ANN_MEMBER, CREATED_AT } from "#tests/realtime/sample-trip.ts";

const DRAFT: NewExpense & { id: string } = {
  id: newId(),
  title: "Ramen",
  money: {
    amount: 1800,
    currency: "JPY",
    payers: [{ memberId: ANN_MEMBER, amount: 1800 }],
    split: { mode: "equal", parts: [{ memberId: ANN_MEMBER }] },
  },
};

let page: Page;

beforeEach(async () => {
  page = await new Device().open();
});

/** Answers the draft's request as the service does, with the given fields in the recorded row. */
async function record(isDraft: boolean, row: Partial<ExpenseDto>): Promise<Promise<unknown>[]> {
  const outcome = page.actions.addExpense(DRAFT, { isDraft });
  outcome.catch(() => undefined);
  await flushPromises();
  await page.service.request(0).answer(200, expense({ id: DRAFT.id, title: "Ramen", ...row }), 12);
  return [outcome];
}

test("a draft that was recorded and deleted was called recorded again, and was not", async () => {
  const [outcome] = await record(true, { deletedAt: CREATED_AT });
  await expect(outcome).rejects.toMatchObject({ status: 409, body: { code: "ID_TAKEN" } });
  expect(page.store.trip.expenses).toEqual([]);
  expect(page.notices).toMatchObject([{ kind: "refused", error: { code: "ID_TAKEN" } }]);
});

test("one that is there is recorded, whoever was first", async () => {
  const [outcome] = await record(true, {});
  await outcome;
  expect(page.store.trip.expenses).toMatchObject([{ id: DRAFT.id }]);
  expect(page.notices).toEqual([]);
});

test("what was not drafted, and was deleted before its answer came, is told of to nobody", async () => {
  const [outcome] = await record(false, { deletedAt: CREATED_AT });
  await outcome;
  expect(page.store.trip.expenses).toEqual([]);
  expect(page.notices).toEqual([]);
});
