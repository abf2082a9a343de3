import { call } from "#lib/client/base/api.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { NewExpense } from "#lib/shared/expenses.ts";
import type { Person } from "#tests/factories/people.ts";
import { as } from "./entering.ts";

interface Spenders {
  owner: Person;
  friend: Person;
  flightId: string;
}

/**
 * Adds expenses of every kind: with several payers, in another currency, by items, by nights, a refund, a private one,
 * and one that is partly settled.
 */
export async function addVariedExpenses(
  tripId: string,
  { owner, friend, flightId }: Spenders,
): Promise<{ dinnerId: string }> {
  const params = { tripId };
  const { data: trip } = await call(tripsApi.get, { params }, as(owner));
  const memberOf = ({ userId }: Person) => trip.members.find((member) => member.userId === userId)?.id ?? "";
  const [ann, ben] = [memberOf(owner), memberOf(friend)];
  const everyone = [{ memberId: ann }, { memberId: ben }];
  const paid = (memberId: string, amount: number, currency = "EUR") => ({
    amount,
    currency,
    payers: [{ memberId, amount }],
    split: { mode: "equal" as const, parts: everyone },
  });
  const expenses: NewExpense[] = [
    {
      title: "New York to Lisbon, TP 210",
      category: "flights",
      spentOn: "2027-02-11",
      reservationId: flightId,
      money: paid(ann, 96500, "USD"),
      rate: { value: "0.9231" },
    },
    {
      title: "Pensão Londres",
      category: "lodging",
      spentOn: "2027-04-05",
      nights: 4,
      money: paid(ben, 46800),
    },
    { title: "Tram tickets", category: "transport", spentOn: "2027-04-05", money: paid(ann, 1290) },
    {
      title: "Dinner at Ramiro",
      category: "food",
      spentOn: "2027-04-06",
      notes: "With the waiter's recommendation.",
      money: {
        amount: 11350,
        currency: "EUR",
        payers: [
          { memberId: ann, amount: 7000 },
          { memberId: ben, amount: 4350 },
        ],
        split: {
          mode: "items",
          parts: [],
          items: [
            { name: "Tiger prawns", amount: 6400, memberIds: [ann, ben] },
            { name: "Steak sandwich", amount: 950, memberIds: [ben] },
            { name: "Wine", amount: 3000, memberIds: [ann, ben] },
          ],
          tip: 1000,
        },
      },
    },
    {
      title: "Castle tickets, one came back",
      category: "sights",
      spentOn: "2027-04-06",
      money: paid(ann, -1500),
    },
    {
      title: "A present for Ben's sister",
      category: "shopping",
      spentOn: "2027-04-06",
      private: true,
      money: paid(ann, 2599),
    },
  ];
  const ids: string[] = [];
  for (const body of expenses)
    ids.push((await call(expensesApi.create, { params, body }, as(owner))).data.id);
  const settled = {
    from: ann,
    to: ben,
    amount: 5000,
    currency: "EUR",
    paidOn: "2027-04-07",
    note: "By bank transfer",
  };
  await call(settlementsApi.create, { params, body: settled }, as(friend));
  const budget = { total: 180_000, limits: { food: 10_000, lodging: 60_000 } };
  await call(moneyApi.setBudget, { params, body: budget }, as(owner));
  return { dinnerId: ids[3] ?? "" };
}
