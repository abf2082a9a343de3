import { expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import { createTripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { expense } from "#tests/helpers/money-rows.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService } from "#tests/realtime/fake-service.ts";
import { ANN, trip } from "#tests/realtime/sample-trip.ts";

const dinner = expense({ spentOn: "2026-11-14" });

function tripWith(expenses: ExpenseDto[], expenseCount = expenses.length, seq = 10) {
  return trip({ seq, expenses, expenseCount });
}

function open(expenses: ExpenseDto[], expenseCount = expenses.length) {
  const clock = new FakeClock();
  const service = new FakeService();
  const line = new TripRequests({ userId: ANN, clock, call: { fetch: service.fetch } });
  const store = new TripStore(tripWith(expenses, expenseCount), { userId: ANN, clock, line });
  return { service, store, actions: createTripActions(store, () => undefined) };
}

/** Returns as many expenses as a trip's snapshot contains. */
function newest(spentOn: (index: number) => string): ExpenseDto[] {
  return Array.from({ length: 300 }, (_, index) => expense({ spentOn: spentOn(index) }));
}

test("a deletion that a newer snapshot holds before its answer is here is not counted again", async () => {
  const { store, service, actions } = open([dinner]);
  void actions.deleteExpense(dinner.id);
  await flushPromises();
  store.adopt(tripWith([], 0, 14));
  expect(store.trip).toMatchObject({ expenses: [], expenseCount: 0 });
  await service.request(0).answer(204, undefined, 12);
  expect(store.trip.expenseCount).toBe(0);
});

test("nor is one of many, which would be among the newest if it still was there", () => {
  const others = newest((index) => (index < 150 ? "2026-11-20" : "2026-10-20"));
  const { store, actions } = open([...others.slice(0, 150), dinner, ...others.slice(150, 299)], 302);
  void actions.deleteExpense(dinner.id);
  expect(store.trip.expenseCount).toBe(301);
  store.adopt(tripWith(others, 301, 14));
  expect(store.trip.expenseCount).toBe(301);
});

test("a deletion that a newer snapshot lacks is counted out of that, too", async () => {
  const { store, service, actions } = open([dinner]);
  const tea = expense();
  void actions.deleteExpense(dinner.id);
  await flushPromises();
  store.adopt(tripWith([dinner, tea], 2, 14));
  expect(store.trip).toMatchObject({ expenses: [{ id: tea.id }], expenseCount: 1 });
  await service.request(0).answer(204, undefined, 15);
  expect(store.trip.expenseCount).toBe(1);
});

test("so is one that is older than all that came with the trip", () => {
  const { store, actions } = open(
    newest(() => "2026-11-20"),
    301,
  );
  void actions.deleteExpense(dinner.id);
  expect(store.trip.expenseCount).toBe(300);
});

test.each([true, false])("a new one is counted once, in a newer snapshot or not: %s", async (isThere) => {
  const { store, service, actions } = open([]);
  const { money, ...row } = dinner;
  const body = { id: row.id, title: row.title, spentOn: row.spentOn };
  const { amount, currency } = money;
  const split = { mode: "equal" as const, parts: money.split.parts.map(({ memberId }) => ({ memberId })) };
  void actions.addExpense({ ...body, money: { amount, currency, payers: [...money.payers], split } });
  await flushPromises();
  store.adopt(tripWith(isThere ? [dinner] : [], isThere ? 1 : 0, 14));
  expect(store.trip.expenseCount).toBe(1);
  await service.request(0).answer(201, dinner, isThere ? 13 : 15);
  expect(store.trip).toMatchObject({ expenseCount: 1, expenses: [{ id: dinner.id }] });
});
