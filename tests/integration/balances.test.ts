import { describe, expect, test } from "vitest";
import { moneyApi } from "#lib/shared/api/money.ts";
import { makeTripLookNew, newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newPlaceholder, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectUnauthenticated } from "#tests/helpers/refusals.ts";

const NOTHING = { balances: [], byCurrency: [] };

/** Creates a trip in yen with an owner, an editor, a viewer and a placeholder. */
async function newTable() {
  const scene = await newTripFixture();
  const { tripId, owner, editor, viewer } = scene;
  const grandma = await newPlaceholder(owner, tripId);
  const { members } = await readTrip(owner, tripId);
  const idOf = (person: Person) => members.find(({ userId }) => userId === person.userId)?.id ?? "";
  const ask = async (person: Person, endpoint: "balances" | "settleUp", by?: string) => {
    const query: Record<string, string> = by === undefined ? {} : { by };
    const sent = await send(moneyApi[endpoint], { params: { tripId }, query, token: person.token });
    expect(sent.status, sent.text).toBe(200);
    return sent.body;
  };
  return { ...scene, ask, ann: idOf(owner), ben: idOf(editor), cho: idOf(viewer), dot: grandma.id };
}

/** Returns the amounts in the order of ids, as answers have them. */
function amounts(...list: [memberId: string, amount: number][]) {
  return list
    .map(([memberId, amount]) => ({ memberId, amount }))
    .toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1));
}

describe.each(["balances", "settleUp"] as const)("%s", (name) => {
  test("is for whoever is in the trip", async () => {
    const { tripId, stranger, guest, anonymousGuest } = await newTripFixture();
    const endpoint = moneyApi[name];
    const params = { tripId };
    expectUnauthenticated(await send(endpoint, { params }));
    expectAbsent(await send(endpoint, { params, token: stranger.token }), "trip");
    for (const { token } of [guest, anonymousGuest])
      expect((await send(endpoint, { params, token })).status).toBe(200);
  });
});

describe("balances", () => {
  test("in the trip's currency by the stored rates, and each currency by itself", async () => {
    const { tripId, owner, editor, ask, ann, ben, dot } = await newTable();
    await newExpense(owner, tripId, expenseSharedBy(3000, "JPY", ann, ben, dot));
    await newExpense(owner, tripId, expenseSharedBy(1000, "EUR", dot, ann), { rate: { value: "180.04" } });
    await newSettlement(editor, tripId, { from: ben, to: ann, amount: 400, currency: "JPY" });
    expect(await ask(owner, "balances")).toEqual({
      currency: "JPY",
      balances: amounts([ann, 2000 - 400 - 900], [ben, -600], [dot, -1000 + 900]),
      byCurrency: [
        { currency: "EUR", balances: amounts([ann, -500], [dot, 500]) },
        { currency: "JPY", balances: amounts([ann, 1600], [ben, -600], [dot, -1000]) },
      ],
      private: NOTHING,
    });
  });

  test("of a purged trip are not those of another one with its id", async () => {
    const { tripId, owner, ask, ann, ben } = await newTable();
    await newExpense(owner, tripId, expenseSharedBy(800, "JPY", ann, ben));
    expect(await ask(owner, "balances")).toMatchObject({ balances: amounts([ann, 400], [ben, -400]) });
    await makeTripLookNew(tripId);
    expect(await ask(owner, "balances")).toMatchObject(NOTHING);
  });

  test("what is private is in nobody else's, nor in the group's", async () => {
    const { tripId, owner, editor, viewer, ask, ann, ben, cho } = await newTable();
    await newExpense(owner, tripId, expenseSharedBy(800, "JPY", ann, ben), { private: true });
    await newSettlement(editor, tripId, { from: ben, to: ann, amount: 100, currency: "JPY", private: true });
    const own = amounts([ann, 300], [ben, -300]);
    for (const person of [owner, editor]) {
      expect(await ask(person, "balances")).toEqual({
        currency: "JPY",
        ...NOTHING,
        private: { balances: own, byCurrency: [{ currency: "JPY", balances: own }] },
      });
      expect(await ask(person, "settleUp")).toEqual({
        transfers: [],
        private: [{ from: ben, to: ann, amount: 300, currency: "JPY" }],
      });
    }
    expect(await ask(viewer, "balances")).toEqual({ currency: "JPY", ...NOTHING, private: NOTHING });
    expect(await ask(viewer, "settleUp")).toEqual({ transfers: [], private: [] });
    expect(cho).not.toBe("");
  });
});

function byId(a: { from: string }, b: { from: string }): number {
  return a.from < b.from ? -1 : 1;
}

describe("settle-up", () => {
  test("in the trip's currency, or in each by itself", async () => {
    const { tripId, owner, viewer, ask, ann, ben, cho } = await newTable();
    await newExpense(owner, tripId, expenseSharedBy(3000, "JPY", ann, ben, cho));
    await newExpense(owner, tripId, expenseSharedBy(1000, "EUR", ben, ann), { rate: { value: "200" } });
    expect(await ask(viewer, "settleUp")).toEqual({
      transfers: [{ from: cho, to: ann, amount: 1000, currency: "JPY" }],
      private: [],
    });
    const { transfers } = (await ask(viewer, "settleUp", "currency")) as { transfers: { from: string }[] };
    expect(transfers.slice(0, 1)).toEqual([{ from: ann, to: ben, amount: 500, currency: "EUR" }]);
    expect(transfers.slice(1).toSorted(byId)).toEqual(
      [
        { from: ben, to: ann, amount: 1000, currency: "JPY" },
        { from: cho, to: ann, amount: 1000, currency: "JPY" },
      ].toSorted(byId),
    );
  });

  test("refuses another way of counting", async () => {
    const { tripId, owner } = await newTripFixture();
    const sent = await send(moneyApi.settleUp, {
      params: { tripId },
      query: { by: "day" },
      token: owner.token,
    });
    expect(sent.status).toBe(422);
  });
});

test("what the money comes to says which event was the last that counts in it", async () => {
  const { tripId, owner, viewer, ann, ben } = await newTable();
  for (const amount of [800, 900]) {
    await newExpense(owner, tripId, expenseSharedBy(amount, "JPY", ann, ben));
    const { seq } = await readTrip(owner, tripId);
    for (const endpoint of [moneyApi.balances, moneyApi.settleUp, moneyApi.budget]) {
      const sent = await send(endpoint, { params: { tripId }, token: viewer.token });
      expect(sent.headers.get("x-trip-seq"), endpoint.id).toBe(String(seq));
    }
  }
});
