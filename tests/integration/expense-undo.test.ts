import { expect, test } from "vitest";
import { eventsApi } from "#lib/shared/api/events.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { newExpense, newSettlement, sharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { historyAfter, newStop, readTrip } from "#tests/factories/trips.ts";
import {
  deleteExpense,
  expectConverged,
  listedExpenses,
  newMoneyScene,
  patchExpense,
  patchSettlement,
} from "#tests/helpers/expenses.ts";
import { send, type Sent } from "#tests/helpers/handlers.ts";
import { expectForbidden, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const LATER = "Something later builds on this change. Undo that first.";

function undo(by: Person, tripId: string, seq: number): Promise<Sent> {
  return send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: by.token });
}

function more(seqs: number[]) {
  return { details: { seqs } };
}

async function seqOf(by: Person, tripId: string): Promise<number> {
  return (await readTrip(by, tripId)).seq;
}

test("what was added is deleted, and what was deleted is back; undo of that redoes", async () => {
  const { tripId, owner, editor, viewer, ids } = await newMoneyScene();
  const old = await readTrip(viewer, tripId);
  const made = await newExpense(owner, tripId, sharedBy(900, "EUR", ids.owner, ids.editor));
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
  const { tripId, owner, editor, ids } = await newMoneyScene();
  const made = await newExpense(owner, tripId, sharedBy(900, "JPY", ids.owner, ids.editor));
  const changed = await patchExpense(owner, tripId, made.id, {
    money: sharedBy(-1200, "EUR", ids.editor, ids.guest),
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
  const { tripId, owner, editor, ids } = await newMoneyScene();
  const money = sharedBy(900, "JPY", ids.owner, ids.editor);
  const made = await newExpense(owner, tripId, money);
  const added = await seqOf(owner, tripId);
  const first = expectWritten(
    await patchExpense(owner, tripId, made.id, { money: sharedBy(1000, "JPY", ids.owner), title: "Tea" }),
  );
  const split = expectWritten(
    await patchExpense(editor, tripId, made.id, { money: sharedBy(1000, "JPY", ids.owner, ids.guest) }),
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
  const { tripId, trip, owner, ids } = await newMoneyScene();
  const stop = await newStop(owner, trip);
  const made = await newExpense(owner, tripId, sharedBy(900, "JPY", ids.owner), { stopId: stop.id });
  const seq = expectWritten(await patchExpense(owner, tripId, made.id, { stopId: null }));
  await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token: owner.token });
  expectWritten(await undo(owner, tripId, seq));
  expect(await listedExpenses(owner, tripId)).toMatchObject([{ stopId: stop.id }]);
});

test("an edit from before it was published can still be taken back, the publication not", async () => {
  const { tripId, owner, editor, viewer, ids } = await newMoneyScene();
  const money = sharedBy(900, "JPY", ids.owner, ids.editor);
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

test("settlements go back like all else, their sum as one", async () => {
  const { tripId, owner, editor, viewer, ids } = await newMoneyScene();
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
