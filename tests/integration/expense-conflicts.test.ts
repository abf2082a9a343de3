import { expect, test } from "vitest";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { newMoneyFixture, patchExpense, patchSettlement } from "#tests/helpers/expenses.ts";
import { expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const CHANGED = "Someone else changed this in the meantime.";

async function edited() {
  const scene = await newMoneyFixture();
  const { tripId, owner, editor, ids } = scene;
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, ids.editor));
  const { seq } = await readTrip(owner, tripId);
  const money = expenseSharedBy(1200, "JPY", ids.editor, ids.owner);
  const { body } = await patchExpense(editor, tripId, made.id, { money, title: "Lunch" });
  return { ...scene, made, money, current: Object(body), base: { "x-base-seq": String(seq) } };
}

test("two who changed different fields both keep theirs", async () => {
  const { tripId, owner, made, money, base } = await edited();
  const sent = await patchExpense(owner, tripId, made.id, { category: "food", spentOn: "2026-11-12" }, base);
  expectWritten(sent);
  expect(sent.body).toMatchObject({ title: "Lunch", money, category: "food", spentOn: "2026-11-12" });
});

test("money is one field: who changes only its split conflicts with who changed its amount", async () => {
  const { tripId, owner, ids, made, current, base } = await edited();
  const money = { ...made.money, split: { mode: "equal", parts: [{ memberId: ids.owner }] } };
  const sent = await patchExpense(owner, tripId, made.id, { money, notes: "Mine." }, base);
  expectRefused(sent, 409, "FIELD_CONFLICT", CHANGED, { details: { fields: ["money"], current } });
});

test("whoever has seen it may write over it, and so may who insists", async () => {
  const { tripId, owner, made, base } = await edited();
  const { seq } = await readTrip(owner, tripId);
  const money = made.money;
  expectWritten(await patchExpense(owner, tripId, made.id, { title: "Tea" }, { "x-base-seq": String(seq) }));
  const sent = await patchExpense(owner, tripId, made.id, { money }, { ...base, "x-force": "true" });
  expectWritten(sent);
  expect(sent.body).toMatchObject({ money, title: "Tea" });
});

test("publishing what was published meanwhile is no conflict", async () => {
  const { tripId, owner, editor, ids } = await newMoneyFixture();
  const money = expenseSharedBy(900, "JPY", ids.owner, ids.editor);
  const made = await newExpense(owner, tripId, money, { private: true });
  const { seq } = await readTrip(owner, tripId);
  const base = { "x-base-seq": String(seq) };
  const first = expectWritten(await patchExpense(owner, tripId, made.id, { private: false }, base));
  expect(expectWritten(await patchExpense(editor, tripId, made.id, { private: false }, base))).toBe(first);
});

test("who came into it later writes from what they were shown", async () => {
  const { tripId, owner, viewer, editor, ids } = await newMoneyFixture();
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner), { private: true });
  const money = expenseSharedBy(900, "JPY", ids.owner, ids.editor, ids.viewer);
  await patchExpense(owner, tripId, made.id, { money });
  const { seq } = await readTrip(editor, tripId);
  const base = { "x-base-seq": String(seq) };
  expectWritten(
    await patchExpense(
      editor,
      tripId,
      made.id,
      { money: expenseSharedBy(950, "JPY", ids.owner, ids.editor) },
      base,
    ),
  );
  const lost = await patchExpense(owner, tripId, made.id, { money, title: "Tea" }, base);
  expect(lost.body).toMatchObject({ code: "FIELD_CONFLICT", details: { fields: ["money"] } });
  expect((await readTrip(viewer, tripId)).expenses).toEqual([]);
});

test("a settlement's other fields don't conflict with its sum", async () => {
  const { tripId, owner, editor, ids } = await newMoneyFixture();
  const sum = { from: ids.editor, to: ids.owner, amount: 450, currency: "JPY" };
  const made = await newSettlement(owner, tripId, sum);
  const { seq } = await readTrip(owner, tripId);
  const base = { "x-base-seq": String(seq) };
  const first = await patchSettlement(editor, tripId, made.id, { amount: 500, note: "Cash." }, base);
  expectWritten(first);
  const other = await patchSettlement(owner, tripId, made.id, { paidOn: "2026-11-12" }, base);
  expectWritten(other);
  const details = { fields: ["currency", "note"], current: other.body };
  const lost = await patchSettlement(owner, tripId, made.id, { currency: "EUR", note: "Bank." }, base);
  expectRefused(lost, 409, "FIELD_CONFLICT", CHANGED, { details });
});
