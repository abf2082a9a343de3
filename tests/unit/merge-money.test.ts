import { expect, test } from "vitest";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { applyEvent } from "#lib/shared/merge.ts";
import { MAX_EXPENSES_IN_TRIP_ANSWER } from "#lib/shared/money-limits.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import {
  ANN,
  ANN_MEMBER,
  CREATED_AT,
  BOB_MEMBER,
  comment,
  event,
  trip,
} from "#tests/realtime/sample-trip.ts";

const context = { userId: ANN, now: new Date("2026-11-14T03:00:00Z") };

function idOf(number: number): string {
  return `0199b6a0-7c00-7000-8000-${number.toString(16).padStart(12, "0")}`;
}

/** Returns an expense that Bob paid for himself alone, unless the overrides say otherwise. */
function expense(number: number, overrides: Partial<ExpenseDto> = {}): ExpenseDto {
  const people = [{ memberId: BOB_MEMBER }];
  const payers = [{ memberId: BOB_MEMBER, amount: 900 }];
  return {
    id: idOf(number),
    title: "Tea",
    money: { amount: 900, currency: "JPY", payers, split: { mode: "equal", parts: people } },
    rate: null,
    category: "food",
    spentOn: "2026-11-14",
    notes: null,
    stopId: null,
    reservationId: null,
    nights: null,
    private: false,
    createdBy: BOB_MEMBER,
    deletedAt: null,
    version: 1,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    commentCount: 0,
    ...overrides,
  };
}

function withAnn(made: ExpenseDto): ExpenseDto {
  const parts = [{ memberId: BOB_MEMBER }, { memberId: ANN_MEMBER }];
  return { ...made, money: { ...made.money, split: { mode: "equal", parts } } };
}

function holding(...expenses: ExpenseDto[]): TripDto {
  return trip({ expenses, expenseCount: expenses.length });
}

function after(before: TripDto, ...changes: ((seq: number) => TripEvent)[]): TripDto {
  return changes.reduce((merged, next) => applyEvent(merged, next(merged.seq + 1), context), before);
}

function fileOf(id: string, expenseId: string): AttachmentDto {
  const target = { kind: "expense" as const, id: expenseId };
  const row = { deletedAt: null, version: 1, createdAt: CREATED_AT, updatedAt: CREATED_AT };
  return { id, target, name: "bill.pdf", contentType: "application/pdf", size: 1, memberId: null, ...row };
}

function published(entity: ExpenseDto) {
  return (seq: number) => event(seq, { op: "expense.published", entity: { ...entity, attachments: [] } });
}

function settlement(number: number, amount = 500) {
  return {
    id: idOf(number),
    from: ANN_MEMBER,
    to: BOB_MEMBER,
    amount,
    currency: "JPY",
    rate: null,
    paidOn: "2026-11-14",
    note: null,
    private: false,
    createdBy: ANN_MEMBER,
    deletedAt: null,
    version: 1,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
  };
}

test("expenses stand by their day, newest first, and then by what was added last", () => {
  const merged = after(
    trip(),
    (seq) => event(seq, { op: "expense.created", entity: expense(1) }),
    (seq) => event(seq, { op: "expense.created", entity: expense(3, { spentOn: "2026-11-13" }) }),
    (seq) => event(seq, { op: "expense.created", entity: expense(2) }),
  );
  expect(merged.expenses.map(({ id }) => id)).toEqual([idOf(2), idOf(1), idOf(3)]);
  expect(merged.expenseCount).toBe(3);
});

test("an edited expense comes with its number of comments, and a deleted one is no longer counted", () => {
  const target = { kind: "expense" as const, id: idOf(1) };
  const edited = expense(1, { title: "Coffee", commentCount: 1 });
  const merged = after(
    holding(expense(1)),
    (seq) => event(seq, { op: "comment.created", entity: comment({ target }) }),
    (seq) => event(seq, { op: "expense.updated", entity: edited }),
  );
  expect(merged.expenses).toEqual([expense(1, { title: "Coffee", commentCount: 1 })]);
  const gone = after(merged, (seq) => event(seq, { op: "expense.deleted", entity: { id: idOf(1) } }));
  expect([gone.expenses, gone.expenseCount]).toEqual([[], 0]);
  const back = expense(1, { commentCount: 1 });
  const restored = after(gone, (seq) => event(seq, { op: "expense.restored", entity: back }));
  expect([restored.expenses, restored.expenseCount]).toEqual([[back], 1]);
});

test("who comes into a private one counts it, and who is taken out forgets it", () => {
  const shared = withAnn(expense(1, { private: true, commentCount: 2 }));
  const attachments = [fileOf(idOf(8), shared.id)];
  const before = { ...trip(), attachments: [fileOf(idOf(9), idOf(2))] };
  const merged = after(before, (seq) =>
    event(seq, { op: "expense.shared", entity: { ...shared, attachments } }),
  );
  expect([merged.expenses, merged.expenseCount]).toEqual([[shared], 1]);
  expect(merged.attachments).toEqual([...attachments, ...before.attachments]);
  const out = after(merged, (seq) => event(seq, { op: "expense.withdrawn", entity: { id: shared.id } }));
  expect([out.expenses, out.expenseCount]).toEqual([[], 0]);
  expect(out.attachments).toEqual(before.attachments);
});

test("who comes into a deleted one has its files alone, and the row when it is restored", () => {
  const shared = withAnn(expense(1, { private: true, deletedAt: CREATED_AT }));
  const attachments = [fileOf(idOf(8), shared.id)];
  const merged = after(trip(), (seq) =>
    event(seq, { op: "expense.shared", entity: { ...shared, attachments } }),
  );
  expect([merged.expenses, merged.expenseCount, merged.attachments]).toEqual([[], 0, attachments]);
  const back = { ...shared, deletedAt: null, version: 2 };
  const restored = after(merged, (seq) => event(seq, { op: "expense.restored", entity: back }));
  expect([restored.expenses, restored.expenseCount, restored.attachments]).toEqual([[back], 1, attachments]);
});

test("a published one is new to all but those who were in it", () => {
  const toMe = after(trip(), published(expense(1)));
  expect([toMe.expenses, toMe.expenseCount]).toEqual([[expense(1)], 1]);
  const known = withAnn(expense(1, { private: true }));
  const mine = after(holding(known), published({ ...known, private: false }));
  expect([mine.expenses, mine.expenseCount]).toEqual([[{ ...known, private: false }], 1]);
});

test("of many, a trip holds the newest, and counts them all", () => {
  const many = Array.from({ length: MAX_EXPENSES_IN_TRIP_ANSWER }, (_, index) => expense(1000 - index));
  const older = expense(1, { spentOn: "2026-11-01" });
  const merged = after(
    holding(...many),
    (seq) => event(seq, { op: "expense.created", entity: older }),
    (seq) => event(seq, { op: "expense.created", entity: expense(2000) }),
  );
  expect(merged.expenses).toHaveLength(MAX_EXPENSES_IN_TRIP_ANSWER);
  expect(merged.expenses[0]?.id).toBe(idOf(2000));
  expect(merged.expenses.at(-1)?.id).toBe(idOf(1000 - MAX_EXPENSES_IN_TRIP_ANSWER + 2));
  expect(merged.expenseCount).toBe(MAX_EXPENSES_IN_TRIP_ANSWER + 2);
  // An update of an expense that the list does not contain changes neither the list nor the count.
  const same = after(merged, (seq) => event(seq, { op: "expense.updated", entity: older }));
  expect(same).toEqual({ ...merged, seq: merged.seq + 1 });
});

test("settlements stand by their id", () => {
  const merged = after(
    trip(),
    (seq) => event(seq, { op: "settlement.created", entity: settlement(2) }),
    (seq) => event(seq, { op: "settlement.created", entity: settlement(1) }),
    (seq) => event(seq, { op: "settlement.updated", entity: settlement(2, 700) }),
    (seq) => event(seq, { op: "settlement.deleted", entity: { id: idOf(1) } }),
  );
  expect(merged.settlements).toEqual([settlement(2, 700)]);
});
