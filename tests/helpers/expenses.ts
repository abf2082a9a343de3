import { expect } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { applyEvent } from "#lib/shared/merge.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { as, historyAfter, readTrip } from "#tests/factories/trips.ts";
import { send } from "./handlers.ts";

type Headers = Record<string, string>;

export type MoneyFixture = TripFixture & { ids: Record<"owner" | "editor" | "viewer" | "guest", string> };

/** Creates a fixture with the member ids of its people, because amounts of expenses refer to members. */
export async function newMoneyFixture(): Promise<MoneyFixture> {
  const scene = await newTripFixture();
  const { data } = await call(membersApi.list, { params: { tripId: scene.tripId } }, as(scene.owner));
  const idOf = ({ userId }: Person) => data.find((member) => member.userId === userId)?.id ?? "";
  const { owner, editor, viewer, guest } = scene;
  const ids = { owner: idOf(owner), editor: idOf(editor), viewer: idOf(viewer), guest: idOf(guest) };
  return { ...scene, ids };
}

export function postExpense(by: Person, tripId: string, body: object, headers: Headers = {}) {
  return send(expensesApi.create, { params: { tripId }, token: by.token, body, headers });
}

export function patchExpense(
  by: Person,
  tripId: string,
  expenseId: string,
  body: object,
  headers: Headers = {},
) {
  return send(expensesApi.update, { params: { tripId, expenseId }, token: by.token, body, headers });
}

export function deleteExpense(by: Person, tripId: string, expenseId: string) {
  return send(expensesApi.delete, { params: { tripId, expenseId }, token: by.token });
}

export function restoreExpense(by: Person, tripId: string, expenseId: string) {
  return send(expensesApi.restore, { params: { tripId, expenseId }, token: by.token });
}

export function postSettlement(by: Person, tripId: string, body: object, headers: Headers = {}) {
  return send(settlementsApi.create, { params: { tripId }, token: by.token, body, headers });
}

export function patchSettlement(
  by: Person,
  tripId: string,
  settlementId: string,
  body: object,
  headers: Headers = {},
) {
  return send(settlementsApi.update, { params: { tripId, settlementId }, token: by.token, body, headers });
}

export async function listedExpenses(by: Person, tripId: string): Promise<ExpenseDto[]> {
  const { data } = await call(expensesApi.list, { params: { tripId } }, as(by));
  // The list endpoint and the snapshot must return the same expenses.
  const { expenses, expenseCount } = await readTrip(by, tripId);
  expect({ expenses, expenseCount }).toEqual({ expenses: data, expenseCount: data.length });
  return data;
}

/** Checks that a reader's older copy of a trip, with all later events applied, equals what a fresh read returns. */
export async function expectConverged(by: Person, old: TripDto): Promise<TripDto> {
  const context = { userId: by.userId, now: new Date() };
  const events = await historyAfter(by, old.id, old.seq);
  const merged = events.reduce((trip, event) => applyEvent(trip, event, context), old);
  const fresh = await readTrip(by, old.id);
  // `updatedAt` is a field of the trip list, and no event carries it.
  expect({ ...merged, updatedAt: "" }).toEqual({ ...fresh, updatedAt: "" });
  return fresh;
}
