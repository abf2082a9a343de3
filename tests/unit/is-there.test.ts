import { expect, test } from "vitest";
import { isRowPresent } from "#lib/client/sync/is-deleted.ts";
import { expense } from "#tests/helpers/money-rows.ts";
import { DAY_ID, event, STOP_ID, TRIP_ID, trip } from "#tests/realtime/sample-trip.ts";

const NEW = "0199b6a0-7c00-7000-8000-0000000000e8";
const OLD = "0199b6a0-7c00-7000-8000-0000000000e9";

test("the trip, its days, stops and expenses are there, and nothing else", () => {
  const state = { trip: trip({ expenses: [expense({ id: NEW })], expenseCount: 1 }), recent: [] };
  for (const id of [TRIP_ID, DAY_ID, STOP_ID, NEW]) expect(isRowPresent(state, id)).toBe(true);
  expect(isRowPresent(state, OLD)).toBe(false);
});

test("an expense that is older than those of the trip is there until its deletion is seen, and after its return", () => {
  const paged = trip({ expenses: [expense({ id: NEW })], expenseCount: 2 });
  const gone = [event(11, { op: "expense.deleted", entity: { id: OLD } })];
  const back = [...gone, event(12, { op: "expense.restored", entity: expense({ id: OLD }) })];
  expect(isRowPresent({ trip: paged, recent: [] }, OLD)).toBe(true);
  expect(isRowPresent({ trip: paged, recent: gone }, OLD)).toBe(false);
  expect(isRowPresent({ trip: paged, recent: back }, OLD)).toBe(true);
});
