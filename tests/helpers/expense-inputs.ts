import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/base/api.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newPlaceholder } from "#tests/factories/trips.ts";
import type { SendInput } from "./handlers.ts";

type MakeInput = (scene: TripFixture, by: Person) => SendInput | Promise<SendInput>;

/** Returns the member ids of the owner and of one other member. */
async function twoOf({ trip, owner, tripId }: TripFixture): Promise<[string, string]> {
  const { id } = await newPlaceholder(owner, tripId);
  return [trip.members[0]?.id ?? "", id];
}

async function onNewExpense(scene: TripFixture, body?: object): Promise<SendInput> {
  const { owner, tripId } = scene;
  const { id: expenseId } = await newExpense(
    owner,
    tripId,
    expenseSharedBy(900, "JPY", ...(await twoOf(scene))),
  );
  return { params: { tripId, expenseId }, body };
}

async function onNewSettlement(scene: TripFixture, body?: object): Promise<SendInput> {
  const { owner, tripId } = scene;
  const [to, from] = await twoOf(scene);
  const { id: settlementId } = await newSettlement(owner, tripId, { from, to, amount: 450, currency: "JPY" });
  return { params: { tripId, settlementId }, body };
}

/** Returns an expense that is split by items and uses every field that such a split can have. */
function billOf(a: string, b: string) {
  const items = [
    { name: "Ramen", amount: 1800, memberIds: [a, b] },
    { name: "Beer", amount: 700, memberIds: [b] },
  ];
  const split = { mode: "items", parts: [], items, tax: 250, tip: 100, discount: 150 };
  return { amount: 2700, currency: "EUR", payers: [{ memberId: a, amount: 2700 }], split };
}

/** Inputs of the endpoints of expenses and settlements, in the form that `inputs.ts` describes. */
export const EXPENSE_INPUTS: Readonly<Record<string, MakeInput>> = {
  "expenses.list": ({ tripId }) => ({ params: { tripId }, query: { limit: "10" } }),
  "expenses.create": async (scene) => {
    const { id: reservationId } = await newReservation(scene.owner, scene.tripId);
    const [a, b] = await twoOf(scene);
    return {
      params: { tripId: scene.tripId },
      body: {
        id: uuidv7(),
        title: "Ramen",
        money: billOf(a, b),
        rate: { value: "161.25", date: "2026-11-13" },
        private: false,
        category: "lodging",
        spentOn: "2026-11-14",
        notes: "By card.",
        stopId: scene.stop.id,
        reservationId,
        nights: 2,
      },
    };
  },
  "expenses.update": async (scene) => {
    const [a, b] = await twoOf(scene);
    const parts = [
      { memberId: a, value: 2500 },
      { memberId: b, value: 7500 },
    ];
    const payers = [{ memberId: b, amount: -1000 }];
    const money = { amount: -1000, currency: "EUR", payers, split: { mode: "percent", parts } };
    return onNewExpense(scene, { title: "Deposit", money, category: "fees", private: false, notes: null });
  },
  "expenses.delete": (scene) => onNewExpense(scene),
  "expenses.restore": async (scene) => {
    const input = await onNewExpense(scene);
    const params = { tripId: scene.tripId, expenseId: input.params?.expenseId ?? "" };
    await call(expensesApi.delete, { params }, as(scene.owner));
    return input;
  },
  "settlements.list": ({ tripId }) => ({ params: { tripId } }),
  "settlements.create": async (scene) => {
    const [to, from] = await twoOf(scene);
    const rate = { value: "161.25", date: "2026-11-13" };
    const more = { rate, private: false, paidOn: "2026-11-14", note: "In cash." };
    const body = { id: uuidv7(), from, to, amount: 450, currency: "EUR", ...more };
    return { params: { tripId: scene.tripId }, body };
  },
  "settlements.update": (scene) =>
    onNewSettlement(scene, { amount: 300, currency: "EUR", paidOn: "2026-11-15", note: null }),
  "settlements.delete": (scene) => onNewSettlement(scene),
  "settlements.restore": async (scene) => {
    const input = await onNewSettlement(scene);
    const params = { tripId: scene.tripId, settlementId: input.params?.settlementId ?? "" };
    await call(settlementsApi.delete, { params }, as(scene.owner));
    return input;
  },
};
