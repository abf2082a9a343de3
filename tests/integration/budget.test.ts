// @alone: sets the environment, which the service reads once
import { afterAll, describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import { addDays } from "#lib/shared/dates.ts";
import { MAX_AMOUNT } from "#lib/shared/money.ts";
import { startRatesServer } from "#tests/doubles/exchange-rates.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { makeTripLookNew, newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, historyAfter, newStop, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectArchived,
  expectForbidden,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const LAST_DAY = addDays(new Date().toISOString().slice(0, 10), -2);
const server = await startRatesServer(LAST_DAY);
process.env.EXCHANGE_RATES_URL = server.url;
afterAll(() => server.stop());

/** The rate from euros to yen that the double has. It also has rates for dollars and francs. */
const EUR_TO_JPY = { to: "JPY", value: "178.91", source: "ecb", date: LAST_DAY };

async function newPurse() {
  const scene = await newTripFixture();
  const { tripId, owner, editor } = scene;
  const { members } = await readTrip(owner, tripId);
  const idOf = (person: Person) => members.find(({ userId }) => userId === person.userId)?.id ?? "";
  const report = async (person = owner) => {
    const sent = await send(moneyApi.budget, { params: { tripId }, token: person.token });
    expect(sent.status, sent.text).toBe(200);
    return sent.body as BudgetReport;
  };
  const set = (body: object, person = editor, headers = {}) =>
    send(moneyApi.setBudget, { params: { tripId }, body, token: person.token, headers });
  return { ...scene, report, set, ann: idOf(owner), ben: idOf(editor) };
}

describe("GET rates", () => {
  test("is refused to strangers, and says the rate that an expense would get", async () => {
    const { tripId, owner, guest, stranger } = await newTripFixture();
    const ask = (query: Record<string, string>, token?: string) =>
      send(moneyApi.rate, { params: { tripId }, query, ...(token === undefined ? {} : { token }) });
    expectUnauthenticated(await ask({ currency: "EUR" }));
    expectAbsent(await ask({ currency: "EUR" }, stranger.token), "trip");
    expect((await ask({ currency: "EUR" }, guest.token)).body).toEqual({ rate: EUR_TO_JPY });
    const sunday = { currency: "USD", date: "2026-11-15" };
    // The date is earlier than all dates for which the server has rates.
    expect((await ask(sunday, owner.token)).body).toMatchObject({ rate: { source: "snapshot" } });
    expect((await ask({ currency: "USD", date: addDays(LAST_DAY, 1) }, owner.token)).body).toEqual({
      rate: { to: "JPY", value: "157.477334742", source: "ecb", date: LAST_DAY },
    });
    expect((await ask({ currency: "KWD" }, owner.token)).body).toMatchObject({
      rate: { source: "snapshot" },
    });
    for (const currency of ["CHE", "JPY"])
      expect((await ask({ currency }, owner.token)).body).toEqual({ rate: null });
    expect((await ask({ currency: "XXX" }, owner.token)).status).toBe(422);
  });
});

describe("PUT budget", () => {
  const limits = { food: 40_000, lodging: 90_000 };

  test("is an editor's", async () => {
    const { tripId, set, viewer, guest, stranger, owner } = await newPurse();
    const body = { total: 1000, limits };
    expectUnauthenticated(await send(moneyApi.setBudget, { params: { tripId }, body }));
    expectAbsent(await set(body, stranger), "trip");
    expectForbidden(await set(body, viewer), "viewer", "editor");
    expectForbidden(await set(body, guest), "guest", "editor");
    await call(tripsApi.archive, { params: { tripId } }, as(owner));
    expectArchived(await set(body));
  });

  test.each([
    [{ total: 0, limits: {} }, "total"],
    [{ total: 10, limits: { food: -1 } }, "limits.food"],
    [{ total: 10, limits: { nonsense: 1 } }, "limits.nonsense"],
    [{ currency: "XXX", total: 10, limits: {} }, "currency"],
  ])("refuses %j", async (body, path) => {
    const { set } = await newPurse();
    expect(await set(body)).toMatchObject({ status: 422, body: { issues: [{ path }] } });
  });

  test("is one event of the trip, and none when nothing changes", async () => {
    const { tripId, set, owner } = await newPurse();
    const { seq } = await readTrip(owner, tripId);
    const budget = { currency: "JPY", total: 200_000, limits };
    const sent = await set({ total: 200_000, limits });
    expect(sent.body).toEqual(budget);
    expect(await historyAfter(owner, tripId, seq)).toMatchObject([
      { op: "trip.updated", entity: { budget } },
    ]);
    expectWritten(await set(budget));
    expect(await readTrip(owner, tripId)).toMatchObject({ seq: seq + 1, budget });
  });

  test("without any amount removes it, and undo brings it back", async () => {
    const { tripId, set, owner } = await newPurse();
    await set({ total: null, limits });
    const seq = expectWritten(await set({ total: null, limits: {} }));
    expect((await readTrip(owner, tripId)).budget).toBeNull();
    await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: owner.token });
    expect((await readTrip(owner, tripId)).budget).toEqual({ currency: "JPY", total: null, limits });
  });

  test("conflicts with another change of it since, and with nothing else", async () => {
    const { tripId, set, owner } = await newPurse();
    const { seq } = await readTrip(owner, tripId);
    await patchTrip(owner, tripId, { title: "Nara" });
    const headers = { "x-base-seq": String(seq) };
    expectWritten(await set({ total: 1, limits: {} }, owner, headers));
    expect(await set({ total: 2, limits: {} }, owner, headers)).toMatchObject({
      status: 409,
      body: { code: "FIELD_CONFLICT", details: { fields: ["budget"] } },
    });
    expectWritten(await set({ total: 2, limits: {} }, owner, { ...headers, "x-force": "true" }));
  });
});

describe("GET budget", () => {
  test("is for whoever is in the trip", async () => {
    const { tripId, stranger, report, guest } = await newPurse();
    expectUnauthenticated(await send(moneyApi.budget, { params: { tripId } }));
    expectAbsent(await send(moneyApi.budget, { params: { tripId }, token: stranger.token }), "trip");
    expect(await report(guest)).toEqual({
      currency: "JPY",
      budget: null,
      spent: { total: 0, categories: [], days: [], members: [] },
      planned: { total: 0, open: 0, categories: [], rates: [], unknown: [] },
    });
  });

  test("planned against spent; private, deleted and unknown ones are in no sum", async () => {
    const { tripId, trip, owner, editor, report, ann, ben } = await newPurse();
    const museum = await newStop(owner, trip, { category: "museum", cost: { amount: 500, currency: "JPY" } });
    const bar = await newStop(owner, trip, { category: "bar", cost: { amount: 1000, currency: "EUR" } });
    await newStop(owner, trip, { category: "shopping", cost: { amount: 7, currency: "CHE" } });
    const gone = await newStop(owner, trip, { cost: { amount: 9, currency: "JPY" } });
    await call(stopsApi.delete, { params: { tripId, stopId: gone.id } }, as(owner));
    const room = await newReservation(owner, tripId, {
      kind: "lodging",
      cost: { amount: 30_000, currency: "JPY" },
    });
    await newExpense(owner, tripId, expenseSharedBy(600, "JPY", ann, ben), {
      category: "sights",
      stopId: museum.id,
    });
    await newExpense(owner, tripId, expenseSharedBy(50, "JPY", ann), { private: true, stopId: bar.id });
    const nights = { category: "lodging" as const, nights: 2, spentOn: "2026-11-14", reservationId: room.id };
    await newExpense(editor, tripId, expenseSharedBy(10_000, "JPY", ben, ann), nights);
    expect(await report(editor)).toEqual({
      currency: "JPY",
      budget: null,
      spent: {
        total: 10_600,
        categories: [
          { category: "lodging", amount: 10_000 },
          { category: "sights", amount: 600 },
        ],
        days: [
          { date: "2026-11-14", amount: 5000 },
          { date: "2026-11-15", amount: 5600 },
        ],
        members: [
          { memberId: ann, paid: 600, borne: 5300 },
          { memberId: ben, paid: 10_000, borne: 5300 },
        ].toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)),
      },
      planned: {
        total: 500 + 1789 + 30_000,
        open: 1789,
        categories: [
          { category: "food", amount: 1789 },
          { category: "lodging", amount: 30_000 },
          { category: "sights", amount: 500 },
        ],
        rates: [{ currency: "EUR", rate: EUR_TO_JPY }],
        unknown: [{ currency: "CHE", amount: 7 }],
      },
    });
  });

  test("has no amounts where they come to more than can be counted", async () => {
    const { tripId, set, report, owner } = await newPurse();
    await set({ total: MAX_AMOUNT, limits: { food: 1000 } });
    await patchTrip(owner, tripId, { currency: "USD", currencyRate: { value: "1000" } });
    expect((await report()).budget).toEqual({ total: null, limits: [], rate: null });
  });

  test("of a purged trip is not that of another one with its id", async () => {
    const { tripId, owner, report, ann, ben } = await newPurse();
    await newExpense(owner, tripId, expenseSharedBy(600, "JPY", ann, ben));
    expect((await report()).spent.total).toBe(600);
    await makeTripLookNew(tripId);
    expect((await report()).spent.total).toBe(0);
  });

  test("in the trip's currency, by the rate that it changed with, else by the newest", async () => {
    const { tripId, set, report, owner } = await newPurse();
    await set({ total: 200_000, limits: { food: 1000 } });
    expect((await report()).budget).toEqual({
      total: 200_000,
      limits: [{ category: "food", amount: 1000 }],
      rate: null,
    });
    await patchTrip(owner, tripId, { currency: "USD", currencyRate: { value: "0.01", date: "2026-11-01" } });
    expect((await report()).budget).toEqual({
      total: 200_000,
      limits: [{ category: "food", amount: 1000 }],
      rate: { to: "USD", value: "0.01", source: "typed", date: "2026-11-01" },
    });
    await set({ currency: "EUR", total: 10_000, limits: {} });
    expect((await report()).budget).toEqual({
      total: 11_361,
      limits: [],
      rate: { to: "USD", value: "1.1361", source: "ecb", date: LAST_DAY },
    });
    await set({ currency: "CHE", total: 10_000, limits: {} });
    expect((await report()).budget).toEqual({ total: null, limits: [], rate: null });
  });
});

describe("an expense", () => {
  // This test is the last one: after a failure, the service sends no request to the server for half a minute.
  test("is stored with the server's rate, and with the snapshot's while that is in trouble", async () => {
    const { tripId, owner, ann } = await newPurse();
    const soon = await newExpense(owner, tripId, expenseSharedBy(1000, "EUR", ann), {
      spentOn: addDays(LAST_DAY, 100),
    });
    expect(soon.rate).toEqual(EUR_TO_JPY);
    server.trouble("redirect");
    const other = await newExpense(owner, tripId, expenseSharedBy(1000, "EUR", ann), {
      spentOn: addDays(LAST_DAY, -1),
    });
    expect(other.rate).toMatchObject({ source: "snapshot", date: "2026-09-29" });
  });
});
