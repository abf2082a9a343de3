import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { expenseSharedBy } from "#tests/factories/money.ts";
import { historyAfter, readTrip } from "#tests/factories/trips.ts";
import {
  deleteExpense,
  listedExpenses,
  newMoneyFixture,
  patchExpense,
  patchSettlement,
  postExpense,
  postSettlement,
} from "#tests/helpers/expenses.ts";
import type { RawAnswer } from "#tests/helpers/handlers.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";

const TIMES = 20;

function atOnce(act: (index: number) => Promise<RawAnswer>): Promise<RawAnswer[]> {
  return Promise.all(Array.from({ length: TIMES }, (_, index) => act(index)));
}

function statuses(answers: RawAnswer[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

/** Checks that all answers contain the same row, and that exactly one says that it was created. */
function expectOnce(answers: RawAnswer[]): void {
  expect(statuses(answers)).toEqual([...Array.from({ length: TIMES - 1 }, () => 200), 201]);
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
}

test.each(["JPY", "EUR"])(
  "an expense in %s that is sent twenty times at once counts once",
  async (currency) => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const { seq } = await readTrip(owner, tripId);
    const body = { id: uuidv7(), title: "Tea", money: expenseSharedBy(900, currency, ids.owner, ids.editor) };
    expectOnce(await atOnce(() => postExpense(owner, tripId, body)));
    expect(await listedExpenses(owner, tripId)).toHaveLength(1);
    expect((await readTrip(owner, tripId)).seq).toBe(seq + 1);
    // A late retry still gets its answer after the expense was deleted, and the same id with another body is refused.
    await deleteExpense(owner, tripId, body.id);
    const late = await postExpense(owner, tripId, body);
    expect([late.status, Object(late.body).id]).toEqual([200, body.id]);
    expectRefused(
      await postExpense(owner, tripId, { ...body, title: "Coffee" }),
      409,
      "ID_TAKEN",
      "This id is in use. Send a new UUID of version 7.",
    );
    expect(await listedExpenses(owner, tripId)).toEqual([]);
  },
);

test("under one Idempotency-Key, twenty at once are one", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  const key = { "idempotency-key": uuidv7() };
  const body = { title: "Tea", money: expenseSharedBy(900, "EUR", ids.owner, ids.editor) };
  const answers = await atOnce(() => postExpense(owner, tripId, body, key));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(statuses(answers)).toEqual(Array.from({ length: TIMES }, () => 201));
  expect(await listedExpenses(owner, tripId)).toHaveLength(1);
});

test.each(["JPY", "EUR"])(
  "a settlement in %s that is sent twenty times at once counts once",
  async (currency) => {
    const { tripId, owner, ids } = await newMoneyFixture();
    const body = { id: uuidv7(), from: ids.editor, to: ids.owner, amount: 450, currency };
    expectOnce(await atOnce(() => postSettlement(owner, tripId, body)));
    expect((await readTrip(owner, tripId)).settlements).toHaveLength(1);
    expectRefused(
      await postSettlement(owner, tripId, { ...body, amount: 451 }),
      409,
      "ID_TAKEN",
      "This id is in use. Send a new UUID of version 7.",
    );
  },
);

test("whoever wins, amount and split agree, and whoever loses is shown what stands", async () => {
  const { tripId, owner, editor, ids } = await newMoneyFixture();
  const made = await postExpense(owner, tripId, {
    title: "Tea",
    money: expenseSharedBy(100, "JPY", ids.owner, ids.editor),
  });
  const { id } = Object(made.body);
  const { seq } = await readTrip(owner, tripId);
  const base = { "x-base-seq": String(seq) };
  const exact = (amount: number) => {
    const parts = [
      { memberId: ids.owner, value: 10 },
      { memberId: ids.editor, value: amount - 10 },
    ];
    return {
      amount,
      currency: "JPY",
      payers: [{ memberId: ids.owner, amount }],
      split: { mode: "exact", parts },
    };
  };
  const answers = await atOnce((index) =>
    patchExpense(index % 2 === 0 ? owner : editor, tripId, id, { money: exact(100 + index) }, base),
  );
  expect(statuses(answers)).toEqual([200, ...Array.from({ length: TIMES - 1 }, () => 409)]);
  const [row] = await listedExpenses(owner, tripId);
  const won = answers.find(({ status }) => status === 200);
  expect(row).toEqual(won?.body);
  const parts = row?.money.split.parts ?? [];
  expect(parts.reduce((sum, { value = 0 }) => sum + value, 0)).toBe(row?.money.amount);
  for (const lost of answers.filter(({ status }) => status === 409))
    expectRefused(lost, 409, "FIELD_CONFLICT", "Someone else changed this in the meantime.", {
      details: { fields: ["money"], current: row },
    });
  expect((await historyAfter(owner, tripId, seq)).map(({ op }) => op)).toEqual(["expense.updated"]);
});

test("of a settlement, amount and currency stand or fall together", async () => {
  const { tripId, owner, editor, ids } = await newMoneyFixture();
  const body = { from: ids.editor, to: ids.owner, amount: 450, currency: "JPY" };
  const made = await postSettlement(owner, tripId, body);
  const { id } = Object(made.body);
  const { seq } = await readTrip(owner, tripId);
  const base = { "x-base-seq": String(seq) };
  const answers = await Promise.all([
    patchSettlement(owner, tripId, id, { amount: 500 }, base),
    patchSettlement(editor, tripId, id, { currency: "EUR", note: "By card." }, base),
  ]);
  expect(statuses(answers)).toEqual([200, 409]);
  const [row] = (await readTrip(owner, tripId)).settlements;
  const isAmount = answers[0]?.status === 200;
  expect(row).toMatchObject(isAmount ? { amount: 500, currency: "JPY" } : { amount: 450, currency: "EUR" });
  const lost = answers.find(({ status }) => status === 409);
  const fields = isAmount ? ["currency"] : ["amount"];
  expect(lost?.body).toMatchObject({ code: "FIELD_CONFLICT", details: { fields, current: row } });
});

test("twenty edits of different expenses at once all count, in one order", async () => {
  const { tripId, owner, editor, ids } = await newMoneyFixture();
  const made: ExpenseDto[] = [];
  for (let index = 0; index < 5; index++) {
    const money = expenseSharedBy(100 + index, "JPY", ids.owner);
    made.push(Object((await postExpense(owner, tripId, { title: "Tea", money })).body));
  }
  const { seq } = await readTrip(owner, tripId);
  const answers = await atOnce((index) => {
    const by = index % 2 === 0 ? owner : editor;
    return patchExpense(by, tripId, made[index % 5]?.id ?? "", { title: `Tea ${index}` });
  });
  expect(statuses(answers)).toEqual(Array.from({ length: TIMES }, () => 200));
  const seqs = answers.map(({ headers }) => Number(headers.get("x-trip-seq"))).toSorted((a, b) => a - b);
  expect(seqs).toEqual(Array.from({ length: TIMES }, (_, index) => seq + 1 + index));
  for (const { version } of await listedExpenses(owner, tripId)) expect(version).toBe(5);
});
