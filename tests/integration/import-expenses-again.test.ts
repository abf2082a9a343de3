// @alone: looks at whole tables
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { patchTrip, readTrip } from "#tests/factories/trips.ts";
import { copiedByFile } from "#tests/helpers/copied-trips.ts";
import { GROUP_CSV, miasTrip, preview, sendFile } from "#tests/helpers/expense-imports.ts";
import {
  deleteExpense,
  newMoneyFixture,
  patchExpense,
  patchSettlement,
  postExpense,
  restoreExpense,
} from "#tests/helpers/expenses.ts";
import type { RawAnswer } from "#tests/helpers/handlers.ts";

/** Returns the number of rows that an import adds, after checking that the preview gave the same number. */
async function addedBy(person: Person, tripId: string, text: string): Promise<number> {
  const { rows } = await preview(person, tripId, text);
  const { body } = await sendFile(person, tripId, text);
  const { expenses, settlements } = body as { expenses: number; settlements: number };
  expect(expenses + settlements).toBe(rows.filter(({ isKnown }) => !isKnown).length);
  return expenses + settlements;
}

interface At {
  person: Person;
  trip: TripDto;
  /** An expense that was imported from the file. */
  expense: ExpenseDto;
}

/** Returns an expense's money with a larger amount, which its only payer paid. */
function largerBy(more: number, money: ExpenseMoney): ExpenseMoney {
  const amount = money.amount + more;
  return { ...money, amount, payers: money.payers.map(({ memberId }) => ({ memberId, amount })) };
}

/** All changes that members can make to an imported row. */
const CHANGES: Record<string, (at: At) => Promise<RawAnswer>> = {
  "another title": ({ person, trip, expense }) =>
    patchExpense(person, trip.id, expense.id, { title: "Boat" }),
  "another day": ({ person, trip, expense }) =>
    patchExpense(person, trip.id, expense.id, { spentOn: "2026-11-18" }),
  "another amount": ({ person, trip, expense }) =>
    patchExpense(person, trip.id, expense.id, { money: largerBy(700, expense.money) }),
  "another currency": ({ person, trip, expense }) =>
    patchExpense(person, trip.id, expense.id, { money: { ...expense.money, currency: "USD" } }),
  "other notes": ({ person, trip, expense }) =>
    patchExpense(person, trip.id, expense.id, { notes: "By the sea." }),
  "a payment's other note": ({ person, trip }) =>
    patchSettlement(person, trip.id, trip.settlements[0]?.id ?? "", { note: null }),
  "a payment's other day and amount": ({ person, trip }) =>
    patchSettlement(person, trip.id, trip.settlements[0]?.id ?? "", { paidOn: "2026-11-20", amount: 700 }),
  "deletion and return": async ({ person, trip, expense }) => {
    await patchExpense(person, trip.id, expense.id, { title: "Boat" });
    await deleteExpense(person, trip.id, expense.id);
    return restoreExpense(person, trip.id, expense.id);
  },
};

const ferryOf = ({ expenses }: TripDto) => {
  const ferry = expenses.find(({ title }) => title === "Ferry");
  if (!ferry) throw new Error("No ferry.");
  return ferry;
};

test.each(Object.entries(CHANGES))("the same file again adds nothing after %s", async (_what, change) => {
  const { mia: person, trip } = await miasTrip();
  expect(await addedBy(person, trip.id, GROUP_CSV)).toBe(4);
  const now = await readTrip(person, trip.id);
  const changed = await change({ person, trip: now, expense: ferryOf(now) });
  expect(changed.status, changed.text).toBe(200);
  expect(await addedBy(person, trip.id, GROUP_CSV)).toBe(0);
});

// In a copy, the import must recognize the rows without the events of their creation, which a copy does not have.
test.each(Object.entries(CHANGES))(
  "the same file again adds nothing to a copy after %s",
  async (_what, change) => {
    const { mia: person, trip } = await miasTrip();
    await sendFile(person, trip.id, GROUP_CSV);
    const copy = await copiedByFile(person, trip.id);
    expect(await addedBy(person, copy.id, GROUP_CSV)).toBe(0);
    const changed = await change({ person, trip: copy, expense: ferryOf(copy) });
    expect(changed.status, changed.text).toBe(200);
    expect(await addedBy(person, copy.id, GROUP_CSV)).toBe(0);
  },
);

test("a row that was changed stands for one row of a file, by what it was before what it is", async () => {
  const { mia, trip } = await miasTrip();
  await sendFile(mia, trip.id, GROUP_CSV);
  const { expenses } = await readTrip(mia, trip.id);
  const dinners = expenses.filter(({ title }) => title === "Dinner");
  expect(dinners).toHaveLength(2);
  await patchExpense(mia, trip.id, dinners[0]?.id ?? "", { title: "Supper" });
  const dinner = "2026-11-14,Dinner,Dining out,1000,JPY,667,-333,-334\n";
  const supper = dinner.replace("Dinner", "Supper");
  expect(await addedBy(mia, trip.id, GROUP_CSV)).toBe(0);
  // The file's own title of the expense has changed too.
  expect(await addedBy(mia, trip.id, GROUP_CSV.replace("Dinner", "Supper"))).toBe(0);
  // The file has a third dinner in addition to the two that were imported.
  expect(await addedBy(mia, trip.id, GROUP_CSV.replace(dinner, dinner + dinner))).toBe(1);
  expect(await addedBy(mia, trip.id, GROUP_CSV.replace(dinner, dinner + dinner + supper))).toBe(1);
});

/** Returns a line of a file in which an expense without a currency has the code XXX. */
function bill(what: string, currency: string): string {
  return `2026-11-14,${what},Expense,1000,${currency},Mia,1.0,"Mia, Ana"`;
}

test("what names no currency is known in the one that the trip had when it was imported", async () => {
  const { mia, trip } = await miasTrip();
  const head = "date,what,bill_type,amount,currency,payer_name,payer_weight,owers";
  const text = [head, bill("Dinner", "XXX"), bill("Gift", "EUR")].join("\n");
  expect(await addedBy(mia, trip.id, text)).toBe(2);
  await patchTrip(mia, trip.id, { currency: "USD" });
  expect(await addedBy(mia, trip.id, text)).toBe(0);
  await patchTrip(mia, trip.id, { currency: "EUR" });
  expect(await addedBy(mia, trip.id, text)).toBe(0);
  expect(await addedBy(mia, trip.id, [text, bill("Tea", "XXX")].join("\n"))).toBe(1);
});

test("what was deleted here comes back with its file, as places do", async () => {
  const { mia, trip } = await miasTrip();
  await sendFile(mia, trip.id, GROUP_CSV);
  const { expenses } = await readTrip(mia, trip.id);
  const [dinner, other] = expenses.filter(({ title }) => title === "Dinner");
  await patchExpense(mia, trip.id, dinner?.id ?? "", { title: "Supper", spentOn: "2026-11-16" });
  await deleteExpense(mia, trip.id, other?.id ?? "");
  expect(await addedBy(mia, trip.id, GROUP_CSV)).toBe(1);
});

test("what somebody has entered and moved away is not the file's on the day that it has left", async () => {
  const { mia, trip } = await miasTrip();
  const money = expenseSharedBy(1000, "JPY", trip.members[0]?.id ?? "");
  const { id } = await newExpense(mia, trip.id, money, { id: uuidv7(), spentOn: "2026-11-14" });
  await patchExpense(mia, trip.id, id, { spentOn: "2026-11-20" });
  expect(await addedBy(mia, trip.id, GROUP_CSV)).toBe(4);
});

test("what a private expense said before it was everybody's is told to nobody by what a file would add", async () => {
  const { owner, editor, tripId, ids } = await newMoneyFixture();
  const [head] = GROUP_CSV.split("\n");
  const surprise = `${head}\n2026-11-14,Surprise,General,900,JPY,600,-300,-300\n`;
  const body = {
    title: "Surprise",
    spentOn: "2026-11-14",
    money: expenseSharedBy(900, "JPY", ids.editor),
    private: true,
  };
  const isKnown = async () => (await preview(owner, tripId, surprise)).rows.map((row) => row.isKnown);
  const made = await postExpense(editor, tripId, body);
  expect(made.status, made.text).toBe(201);
  const { id } = JSON.parse(made.text);
  expect(await isKnown()).toEqual([false]);
  await patchExpense(editor, tripId, id, { title: "Flowers" });
  expect(await isKnown()).toEqual([false]);
  expect((await patchExpense(editor, tripId, id, { private: false })).status).toBe(200);
  await patchExpense(editor, tripId, id, { title: "Roses" });
  expect(await isKnown()).toEqual([false]);
  expect(await addedBy(owner, tripId, surprise.replace("Surprise", "Roses"))).toBe(0);
});
