import { expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { MAX_EXPENSES } from "#lib/shared/money-limits.ts";
import { MAX_AMOUNT } from "#lib/shared/money.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { historyAfter, newPlaceholder, newStop, patchTrip, readTrip } from "#tests/factories/trips.ts";
import {
  deleteExpense,
  expectConverged,
  listedExpenses,
  newMoneyFixture,
  patchExpense,
  patchSettlement,
  restoreExpense,
} from "#tests/helpers/expenses.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectForbidden, expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const LATER = "Something later builds on this change. Undo that first.";

function undo(by: Person, tripId: string, seq: number): Promise<RawAnswer> {
  return send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: by.token });
}

function more(seqs: number[]) {
  return { details: { seqs } };
}

async function seqOf(by: Person, tripId: string): Promise<number> {
  return (await readTrip(by, tripId)).seq;
}

test("what was added is deleted, and what was deleted is back; undo of that redoes", async () => {
  const { tripId, owner, editor, viewer, ids } = await newMoneyFixture();
  const old = await readTrip(viewer, tripId);
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "EUR", ids.owner, ids.editor));
  expectForbidden(await undo(viewer, tripId, old.seq + 1), "viewer", "editor");
  for (const [seq, op, count] of [
    [old.seq + 1, "expense.deleted", 0],
    [old.seq + 2, "expense.restored", 1],
    [old.seq + 3, "expense.deleted", 0],
  ] as const) {
    expectWritten(await undo(editor, tripId, seq));
    expect((await historyAfter(viewer, tripId, seq)).map((event) => event.op)).toEqual([op]);
    expect((await expectConverged(viewer, old)).expenseCount).toBe(count);
  }
  expectWritten(await undo(owner, tripId, old.seq + 4));
  const [row] = await listedExpenses(owner, tripId);
  expect(row).toEqual({ ...made, version: 5, updatedAt: row?.updatedAt });
});

test("a change is taken back as a whole: amount, payers, split, currency and rate", async () => {
  const { tripId, owner, editor, ids } = await newMoneyFixture();
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, ids.editor));
  const changed = await patchExpense(owner, tripId, made.id, {
    money: expenseSharedBy(-1200, "EUR", ids.editor, ids.guest),
    rate: { value: "160" },
    title: "Refund",
  });
  const seq = expectWritten(changed);
  expectWritten(await undo(editor, tripId, seq));
  const [row] = await listedExpenses(owner, tripId);
  expect(row).toEqual({ ...made, version: 3, updatedAt: row?.updatedAt });
  expectWritten(await undo(editor, tripId, seq + 1));
  const [again] = await listedExpenses(owner, tripId);
  expect(again).toEqual({ ...Object(changed.body), version: 4, updatedAt: again?.updatedAt });
});

test("later changes of the same field stand in the way, those of others don't", async () => {
  const { tripId, owner, editor, ids } = await newMoneyFixture();
  const money = expenseSharedBy(900, "JPY", ids.owner, ids.editor);
  const made = await newExpense(owner, tripId, money);
  const added = await seqOf(owner, tripId);
  const first = expectWritten(
    await patchExpense(owner, tripId, made.id, {
      money: expenseSharedBy(1000, "JPY", ids.owner),
      title: "Tea",
    }),
  );
  const split = expectWritten(
    await patchExpense(editor, tripId, made.id, {
      money: expenseSharedBy(1000, "JPY", ids.owner, ids.guest),
    }),
  );
  expectRefused(await undo(owner, tripId, first), 409, "UNDO_CONFLICT", LATER, more([split]));
  expectRefused(await undo(owner, tripId, added), 409, "UNDO_CONFLICT", LATER, more([first, split]));
  const noted = expectWritten(await patchExpense(editor, tripId, made.id, { notes: "By card." }));
  expectWritten(await undo(editor, tripId, split));
  expectWritten(await undo(owner, tripId, first));
  expect(await listedExpenses(owner, tripId)).toMatchObject([{ money, title: "Dinner", notes: "By card." }]);
  const deleted = expectWritten(await deleteExpense(owner, tripId, made.id), 204);
  expectRefused(await undo(owner, tripId, noted), 409, "UNDO_CONFLICT", LATER, more([deleted]));
});

test("a link comes back also where its stop was deleted since", async () => {
  const { tripId, trip, owner, ids } = await newMoneyFixture();
  const stop = await newStop(owner, trip);
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner), { stopId: stop.id });
  const seq = expectWritten(await patchExpense(owner, tripId, made.id, { stopId: null }));
  await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token: owner.token });
  expectWritten(await undo(owner, tripId, seq));
  expect(await listedExpenses(owner, tripId)).toMatchObject([{ stopId: stop.id }]);
});

test("an edit from before it was published can still be taken back, the publication not", async () => {
  const { tripId, owner, editor, viewer, ids } = await newMoneyFixture();
  const money = expenseSharedBy(900, "JPY", ids.owner, ids.editor);
  const made = await newExpense(owner, tripId, money, { private: true });
  const added = await seqOf(owner, tripId);
  const edited = expectWritten(await patchExpense(owner, tripId, made.id, { title: "Lunch" }));
  const published = expectWritten(
    await patchExpense(owner, tripId, made.id, { private: false, notes: "Ours." }),
  );
  const message = "This kind of change has its own way back, not undo.";
  for (const seq of [published - 1, published])
    expectRefused(await undo(editor, tripId, seq), 409, "NOT_UNDOABLE", message);
  expectRefused(await undo(owner, tripId, added), 409, "UNDO_CONFLICT", LATER, {
    details: { seqs: [edited, published - 1, published] },
  });
  expectWritten(await undo(editor, tripId, edited));
  expect(await listedExpenses(viewer, tripId)).toMatchObject([
    { title: "Dinner", private: false, notes: "Ours." },
  ]);
});

test("money never comes back with a rate that is meant for another currency", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  const money = expenseSharedBy(1000, "JPY", ids.owner, ids.editor);
  const made = await newExpense(owner, tripId, money);
  const paid = { from: ids.editor, to: ids.owner, amount: 1000, currency: "JPY" };
  const given = await newSettlement(owner, tripId, paid);
  await patchTrip(owner, tripId, { currency: "USD" });
  const dollars = { money: expenseSharedBy(700, "USD", ids.owner, ids.editor) };
  const first = expectWritten(await patchExpense(owner, tripId, made.id, dollars));
  const [event] = await historyAfter(owner, tripId, first - 1);
  expect(event).toMatchObject({ changes: { rate: [null, null] } });
  const sum = expectWritten(await patchSettlement(owner, tripId, given.id, { amount: 700, currency: "USD" }));
  await patchTrip(owner, tripId, { currency: "EUR" });
  const rate = { value: "0.91" };
  const later = expectWritten(await patchExpense(owner, tripId, made.id, { rate }));
  const other = expectWritten(await patchSettlement(owner, tripId, given.id, { rate }));
  expectRefused(await undo(owner, tripId, first), 409, "UNDO_CONFLICT", LATER, more([later]));
  expectRefused(await undo(owner, tripId, sum), 409, "UNDO_CONFLICT", LATER, more([other]));
  expectWritten(await undo(owner, tripId, later));
  const back = expectWritten(await undo(owner, tripId, first));
  expect(await listedExpenses(owner, tripId)).toMatchObject([{ money, rate: null }]);
  expectWritten(await undo(owner, tripId, back));
  expect(await listedExpenses(owner, tripId)).toMatchObject([{ ...dollars, rate: null }]);
  const euros = { money: expenseSharedBy(700, "EUR", ids.owner, ids.editor) };
  const typed = expectWritten(await patchExpense(owner, tripId, made.id, { rate: { value: "0.92" } }));
  const moved = expectWritten(await patchExpense(owner, tripId, made.id, euros));
  expectRefused(await undo(owner, tripId, typed), 409, "UNDO_CONFLICT", LATER, more([moved]));
});

test("a rate and an amount in the same currency don't stand in each other's way", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "EUR", ids.owner), {
    rate: { value: "160" },
  });
  const rate = expectWritten(await patchExpense(owner, tripId, made.id, { rate: { value: "170" } }));
  const money = expenseSharedBy(1200, "EUR", ids.owner);
  const amount = expectWritten(await patchExpense(owner, tripId, made.id, { money }));
  expectWritten(await undo(owner, tripId, rate));
  expect(await listedExpenses(owner, tripId)).toMatchObject([{ money, rate: { value: "160" } }]);
  expectWritten(await undo(owner, tripId, amount));
  expect(await listedExpenses(owner, tripId)).toMatchObject([{ money: made.money, rate: { value: "160" } }]);
});

test("what can't be counted by now doesn't come back", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  const [money, small] = [MAX_AMOUNT, 1].map((amount) =>
    expenseSharedBy(amount, "EUR", ids.owner, ids.editor),
  );
  if (!money || !small) throw new Error("There are two.");
  const rate = { value: "0.00001" };
  const made = await newExpense(owner, tripId, money, { rate });
  const sum = { from: ids.editor, to: ids.owner, currency: "EUR", rate };
  const given = await newSettlement(owner, tripId, { ...sum, amount: MAX_AMOUNT });
  const larger = { rate: { value: "200" } };
  const both = expectWritten(await patchExpense(owner, tripId, made.id, { money: small }));
  const paid = expectWritten(await patchSettlement(owner, tripId, given.id, { amount: 1 }));
  await patchExpense(owner, tripId, made.id, larger);
  await patchSettlement(owner, tripId, given.id, larger);
  const message = "This would come to too much in JPY.";
  for (const seq of [both, paid]) expectRefused(await undo(owner, tripId, seq), 409, "NOT_UNDOABLE", message);
  expect(await listedExpenses(owner, tripId)).toMatchObject([{ money: small }]);
});

test("what was deleted before its currency grew too small stays deleted", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  const made = await newExpense(owner, tripId, expenseSharedBy(5, "JPY", ids.owner, ids.editor));
  const given = await newSettlement(owner, tripId, {
    from: ids.editor,
    to: ids.owner,
    amount: 5,
    currency: "JPY",
  });
  const params = { tripId, settlementId: given.id };
  const deleted = expectWritten(await deleteExpense(owner, tripId, made.id), 204);
  const taken = expectWritten(await send(settlementsApi.delete, { params, token: owner.token }), 204);
  await freshDatabase().pool.query(
    "update expenses set money = jsonb_set(money, '{currency}', '\"EUR\"'), rate = $2 where id = $1",
    [made.id, { to: "JPY", value: "999999999999999", source: "typed", date: "2026-11-15" }],
  );
  await freshDatabase().pool.query("update settlements set currency = 'EUR', rate = $2 where id = $1", [
    given.id,
    { to: "JPY", value: "999999999999999", source: "typed", date: "2026-11-15" },
  ]);
  const message = "This comes to too much in JPY.";
  expectInvalid(await restoreExpense(owner, tripId, made.id), ["money.amount", message]);
  expectInvalid(await send(settlementsApi.restore, { params, token: owner.token }), ["amount", message]);
  for (const seq of [deleted, taken])
    expectRefused(await undo(owner, tripId, seq), 409, "NOT_UNDOABLE", "This would come to too much in JPY.");
  expect(await listedExpenses(owner, tripId)).toEqual([]);
});

test("restoring ends at the limit, too", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner));
  const deleted = expectWritten(await deleteExpense(owner, tripId, made.id), 204);
  await freshDatabase().pool.query(
    `insert into expenses (id, trip_id, title, money, category, spent_on)
       select gen_random_uuid(), $1, 'Tea', $2, 'food', '2026-11-14' from generate_series(1, $3::int)`,
    [tripId, expenseSharedBy(1, "JPY", ids.owner), MAX_EXPENSES],
  );
  const message = `A trip holds at most ${MAX_EXPENSES} expenses. Delete some first.`;
  expectRefused(await restoreExpense(owner, tripId, made.id), 422, "LIMIT_REACHED", message);
  expectRefused(await undo(owner, tripId, deleted), 422, "LIMIT_REACHED", message);
});

test("nobody who has left comes back into an expense, and who is still in it stays", async () => {
  const { tripId, owner, ids } = await newMoneyFixture();
  const gone = await newPlaceholder(owner, tripId);
  const made = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, gone.id));
  const kept = await newExpense(owner, tripId, expenseSharedBy(900, "JPY", ids.owner, gone.id));
  const alone = { money: expenseSharedBy(900, "JPY", ids.owner) };
  const taken = expectWritten(await patchExpense(owner, tripId, made.id, alone));
  const higher = { money: expenseSharedBy(1000, "JPY", ids.owner, gone.id) };
  const raised = expectWritten(await patchExpense(owner, tripId, kept.id, higher));
  const params = { tripId, memberId: gone.id };
  await send(membersApi.removePlaceholder, { params, token: owner.token });
  const message = "This would bring somebody back into it who has left the trip.";
  expectRefused(await undo(owner, tripId, taken), 409, "NOT_UNDOABLE", message);
  expectWritten(await undo(owner, tripId, raised));
  const deleted = expectWritten(await deleteExpense(owner, tripId, kept.id), 204);
  expectWritten(await undo(owner, tripId, deleted));
  const rows = await listedExpenses(owner, tripId);
  expect(rows.find(({ id }) => id === kept.id)).toMatchObject({ money: kept.money });
  expect(rows.find(({ id }) => id === made.id)).toMatchObject(alone);
});

test("settlements go back like all else, their sum as one", async () => {
  const { tripId, owner, editor, viewer, ids } = await newMoneyFixture();
  const sum = { from: ids.guest, to: ids.owner, amount: 450, currency: "JPY" };
  const made = await newSettlement(owner, tripId, sum);
  const added = await seqOf(owner, tripId);
  const amount = expectWritten(await patchSettlement(editor, tripId, made.id, { amount: 500 }));
  expectForbidden(await undo(viewer, tripId, amount), "viewer", "editor");
  const currency = expectWritten(await patchSettlement(editor, tripId, made.id, { currency: "EUR" }));
  expectRefused(await undo(owner, tripId, amount), 409, "UNDO_CONFLICT", LATER, {
    details: { seqs: [currency] },
  });
  expectWritten(await undo(owner, tripId, currency));
  expectWritten(await undo(owner, tripId, amount));
  expectWritten(await undo(editor, tripId, added));
  expect((await readTrip(viewer, tripId)).settlements).toEqual([]);
  expectWritten(await undo(editor, tripId, await seqOf(owner, tripId)));
  const [row] = (await readTrip(viewer, tripId)).settlements;
  expect(row).toEqual({ ...made, version: 7, updatedAt: row?.updatedAt });
});
