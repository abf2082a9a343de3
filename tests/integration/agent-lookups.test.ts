import { describe, expect, test } from "vitest";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { NewExpense } from "#lib/shared/expenses.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newStop, readTrip } from "#tests/factories/trips.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";
import { newMoneyFixture } from "#tests/helpers/expenses.ts";
import { send } from "#tests/helpers/handlers.ts";

/* These tests cover what the agent looks up, and what it prepares for people without writing it. */

const short = (id: string) => id.slice(-8);
const TOWNS_ALONE =
  "Here only towns, airports and countries are known by name: no sights, restaurants or addresses.";

describe("places", () => {
  test("are found by name, five at most, as a card and in the model's words", async () => {
    const { tripId, editor } = await newTripFixture();
    const run = await newToolRun(editor, tripId);
    const { told, step, cards } = await callTool(run, "search_places", { query: "京都" });
    expect(step).toMatchObject({ state: "done", about: { query: "京都" } });
    expect(cards).toMatchObject([
      { type: "places", places: [{ placeRef: "geonames:1857910", name: "Kyoto" }] },
    ]);
    expect(told).toMatchObject({
      places: [
        { placeRef: "geonames:1857910", name: "Kyoto", alsoKnownAs: "京都", lat: 35.02107, lng: 135.75385 },
      ],
      note: TOWNS_ALONE,
    });
    const many = await callTool(run, "search_places", { query: "San" });
    expect(many.cards).toMatchObject([{ places: Array.from({ length: 5 }, () => ({})) }]);
    const none = await callTool(run, "search_places", { query: "Qwxyzzy Zzyzxq" });
    expect(none).toMatchObject({ told: { found: 0, note: TOWNS_ALONE }, cards: [], step: { state: "done" } });
  });

  test("within 100 m are stops of the trip and what is asked for by name, and no more is claimed", async () => {
    const { tripId, trip, owner, editor } = await newTripFixture();
    const here = { lat: 35.02107, lng: 135.75385 };
    const inn = await newStop(owner, trip, { name: "旅馆", place: here });
    const tea = await newStop(owner, trip, { name: "茶馆", place: { lat: 35.0217, lng: 135.75385 } });
    await newStop(owner, trip, { name: "Far", place: { lat: 35.0222, lng: 135.75385 } });
    const run = await newToolRun(editor, tripId);
    const asked = { stopId: inn.id, query: "Kyoto" };
    const { told, cards } = await callTool(run, "find_nearby", asked);
    expect(told).toEqual({
      radiusMeters: 100,
      stopsOfThisTrip: [{ id: short(tea.id), name: "茶馆", metersAway: 70 }],
      places: [expect.objectContaining({ name: "Kyoto", metersAway: 0 })],
      town: { name: "Kyoto", countryCode: "JP", km: 0 },
      note: TOWNS_ALONE,
    });
    expect(cards).toMatchObject([{ type: "places", places: [{ name: "Kyoto" }] }]);
    const nothing = await callTool(run, "find_nearby", { lat: -30.5, lng: -100 });
    expect(nothing.told).toEqual({
      radiusMeters: 100,
      note: "Nothing is known within 100 m: that doesn't say that there is nothing. Places are only looked for by name: give a query.",
    });
    const nowhere = await callTool(run, "find_nearby", { lat: 35 });
    expect(nowhere).toMatchObject({ told: { ok: false }, step: { state: "failed" } });
  });
});

test("where no service is asked, a place and the weather are told to be unknown", async () => {
  const { tripId, trip, owner, editor } = await newTripFixture();
  const place = { lat: 35.02107, lng: 135.75385, placeRef: "osm:node/1" };
  const inn = await newStop(owner, trip, { name: "旅馆", place, startTime: "09:00" });
  const run = await newToolRun(editor, tripId);
  const found = await callTool(run, "look_up_place", { stopId: inn.id });
  expect(found).toMatchObject({ step: { state: "done", about: { name: "旅馆" } } });
  expect(found.told).toMatchObject({
    name: "旅馆",
    notKnown: ["address", "phone", "website", "fee", "wheelchair", "openingHours", "article"],
    note: expect.stringMatching(/^Here nobody can be asked about places/),
  });
  const weather = await callTool(run, "read_weather", { dayId: trip.days[1]?.id });
  expect(weather.step).toMatchObject({ state: "done", about: { date: "2026-11-15" } });
  expect(weather.told).toMatchObject({ note: expect.stringMatching(/^Here nobody can be asked/) });
  expect(weather.told).not.toHaveProperty("days");
  const { told } = await callTool(run, "check_trip", {});
  expect(told).toMatchObject({ hoursNotKnownWhy: expect.stringMatching(/^Here nobody can be asked/) });
});

test("what can't work in the plan is said in words, with the ids", async () => {
  const { tripId, trip, owner, editor, stop } = await newTripFixture();
  const temple = await newStop(owner, trip, { name: "清水寺", startTime: "10:00", endTime: "12:00" });
  const lunch = await newStop(owner, trip, { name: "Lunch", startTime: "11:00", endTime: "13:00" });
  await newReservation(owner, tripId, {
    title: "Ryokan",
    end: { local: "2026-11-17T11:00", zone: "Asia/Tokyo" },
  });
  await newReservation(owner, tripId, {
    kind: "train",
    title: "Home",
    start: { local: "2026-11-20", zone: "Asia/Tokyo" },
    end: null,
  });
  const run = await newToolRun(editor, tripId);
  const { told, step } = await callTool(run, "check_trip", {});
  expect(step.about).toEqual({ count: 3 });
  expect(told).toEqual({
    count: 3,
    hoursNotKnown: [stop, temple, lunch].map(({ id }) => short(id)),
    problems: [
      {
        date: "2026-11-14",
        kind: "overlap",
        says: "“清水寺” and “Lunch” are at the same time.",
        ids: [temple, lunch].map(({ id }) => short(id)),
      },
      {
        date: "2026-11-17",
        kind: "night",
        says: "For one night from 2026-11-17 on there is no bed and no journey.",
      },
      {
        date: "2026-11-20",
        kind: "outside",
        says: "the booking “Home” is outside the trip's dates.",
        ids: [expect.any(String)],
      },
    ],
  });
});

test("the ways of a day are told with how sure they are", async () => {
  const { tripId, trip, owner, editor } = await newTripFixture();
  await newStop(owner, trip, { name: "清水寺", place: { lat: 34.9948, lng: 135.785 } });
  await newStop(owner, trip, { name: "錦市場", place: { lat: 35.005, lng: 135.7649 } });
  const run = await newToolRun(editor, tripId);
  const dayId = trip.days[0]?.id ?? "";
  const { told, step } = await callTool(run, "estimate_route", { dayId: short(dayId) });
  const way = { mode: "ride", meters: 2800, minutes: 15, isEstimated: true };
  expect(told).toEqual({
    date: "2026-11-14",
    ways: [{ from: "清水寺", to: "錦市場", ...way }],
    count: 1,
    meters: 2800,
    minutes: 15,
  });
  expect(step.about).toEqual({ date: "2026-11-14", meters: 2800, count: 1 });
});

describe("other dates", () => {
  test("are looked at, and nothing is changed", async () => {
    const { tripId, trip, owner, editor } = await newTripFixture();
    await newStop(owner, trip, { name: "晚饭", dayId: trip.days[4]?.id ?? null });
    const before = await readTrip(owner, tripId);
    const run = await newToolRun(editor, tripId);
    const asked = { startDate: "2026-11-13", endDate: "2026-11-17", mode: "keep" };
    const { told, cards, step } = await callTool(run, "preview_dates", asked);
    expect(told).toEqual({
      isChanged: false,
      addedDates: ["2026-11-13"],
      retiredDates: ["2026-11-18"],
      stopsToIdeas: ["晚饭 (2026-11-18)"],
    });
    expect(cards).toEqual([{ type: "dates", ...asked, movedStops: 1 }]);
    expect(step).toMatchObject({ about: { date: "2026-11-13", count: 1 }, result: null });
    expect(await readTrip(owner, tripId)).toEqual(before);
  });

  test("that can't be are refused", async () => {
    const { tripId, editor } = await newTripFixture();
    const run = await newToolRun(editor, tripId);
    const asked = { startDate: "2026-11-18", endDate: "2026-11-14", mode: "keep" };
    const { told, cards } = await callTool(run, "preview_dates", asked);
    expect(told).toMatchObject({
      summary: "Some fields need a change. endDate: The trip ends before it starts.",
    });
    expect(cards).toEqual([]);
  });
});

function draft(payer: string, ...people: string[]) {
  return {
    title: "晚饭",
    currency: "JPY",
    amount: 10_000,
    payers: [{ memberId: payer, amount: 10_000 }],
    split: { mode: "equal", parts: people.map((memberId) => ({ memberId, value: null })) },
  };
}

describe("an expense's draft", () => {
  test("is what a person may send as it is, once, and nothing is recorded by itself", async () => {
    const { tripId, viewer, editor, ids } = await newMoneyFixture();
    const before = await readTrip(editor, tripId);
    const run = await newToolRun(viewer, tripId);
    const asked = {
      ...draft(short(ids.editor), ids.editor, short(ids.viewer), ids.guest),
      spentOn: "2026-11-14",
    };
    const { told, cards, step } = await callTool(run, "draft_expense", asked);
    expect(told).toEqual({
      isRecorded: false,
      title: "“晚饭”",
      amount: "10000 JPY",
      paidBy: [`${editor.name}: 10000 JPY`],
      spentOn: "2026-11-14",
    });
    expect(step).toMatchObject({ state: "done", about: { name: "晚饭" }, result: null });
    expect(await readTrip(editor, tripId)).toEqual(before);
    const [card] = cards;
    const body = card?.type === "expense" ? card.expense : null;
    expect(NewExpense.parse(body)).toMatchObject({ category: "other", spentOn: "2026-11-14" });
    for (const status of [201, 200]) {
      const sent = await send(expensesApi.create, { params: { tripId }, body, token: editor.token });
      expect(sent.status).toBe(status);
    }
    expect((await readTrip(editor, tripId)).expenses).toMatchObject([
      {
        title: "晚饭",
        private: false,
        money: {
          amount: 10_000,
          payers: [{ memberId: ids.editor, amount: 10_000 }],
          split: {
            mode: "equal",
            parts: [ids.editor, ids.viewer, ids.guest].map((memberId) => ({ memberId })),
          },
        },
      },
    ]);
  });

  test("takes several payers, other currencies, and a bill's lines", async () => {
    const { tripId, editor, ids } = await newMoneyFixture();
    const run = await newToolRun(editor, tripId);
    const { told, cards } = await callTool(run, "draft_expense", {
      title: "Lunch",
      currency: "EUR",
      amount: 4805,
      payers: [
        { memberId: ids.editor, amount: 4000 },
        { memberId: ids.owner, amount: 805 },
      ],
      split: {
        mode: "items",
        parts: [],
        items: [
          { name: "Soup", amount: 2000, memberIds: [ids.editor, ids.owner] },
          { name: "Fish", amount: 2500, memberIds: [ids.owner] },
        ],
        tip: 305,
        tax: null,
      },
      category: "food",
    });
    expect(told).toMatchObject({
      amount: "48.05 EUR",
      paidBy: [`${editor.name}: 40.00 EUR`, expect.stringMatching(/: 8\.05 EUR$/)],
    });
    expect(cards).toMatchObject([{ type: "expense", expense: { money: { split: { tip: 305 } } } }]);
  });

  test("that could not be recorded is refused", async () => {
    const { tripId, owner, editor, guest, ids } = await newMoneyFixture();
    const run = await newToolRun(editor, tripId);
    const good = draft(ids.editor, ids.editor, ids.guest);
    await send(membersApi.remove, { params: { tripId, userId: guest.userId }, token: owner.token });
    const cases: [object, RegExp][] = [
      [good, /money\.split\.parts\.1\.memberId: This person has left the trip\.$/],
      [draft(ids.editor, "0199b6a0-7c00-7000-8000-000000000000"), /^There is no member/],
      [{ ...good, amount: 9000 }, /money\.payers: What they paid adds up to 10000, not 9000\.$/],
      [{ ...draft(ids.editor, ids.editor), stopId: editor.userId }, /^There is no stop/],
      [{ ...draft(ids.editor, ids.editor), amount: 0 }, /Give an amount that is not 0/],
    ];
    for (const [input, words] of cases) {
      const { told, cards } = await callTool(run, "draft_expense", input);
      expect(told).toMatchObject({ ok: false, summary: expect.stringMatching(words) });
      expect(cards).toEqual([]);
    }
  });
});
