import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { DEMO_TRIP_ID, type TripDto } from "#lib/shared/trips.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import {
  as,
  historyAfter,
  newComment,
  newDecision,
  newItem,
  newPlaceholder,
  newStop,
  newTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";

async function duplicated(person: Person, tripId: string, body = {}): Promise<TripDto> {
  return (await call(tripsApi.duplicate, { params: { tripId }, body }, as(person))).data;
}

test("the copy has the plan, and of the people only who made it", async () => {
  const { owner, viewer, trip, tripId, stop } = await newTripFixture();
  const me = trip.members[0]?.id ?? "";
  const idea = await newStop(owner, trip, { dayId: null, name: "Nara", participants: [me] });
  const vote = { params: { tripId, stopId: idea.id }, body: { value: 1 as const } };
  await call(stopsApi.vote, vote, as(owner));
  await newComment(owner, tripId);
  await newDecision(owner, tripId, { candidates: [idea.id], dayId: trip.days[1]?.id ?? null });
  const item = await newItem(owner, tripId, { text: "Socks", dueDate: "2026-11-10" });
  await call(itemsApi.update, { params: { tripId, itemId: item.id }, body: { isDone: true } }, as(owner));
  await newItem(owner, tripId, { text: "Surprise", isPrivate: true });
  const start = { local: "2026-11-14T15:00", zone: "Asia/Tokyo" };
  const booking = { kind: "lodging" as const, title: "Ryokan", start, confirmation: "X1", stopId: stop.id };
  await call(reservationsApi.create, { params: { tripId }, body: booking }, as(owner));

  const copy = await duplicated(viewer, tripId, { title: "Again" });
  expect(copy).toEqual(await readTrip(viewer, copy.id));
  expect(copy).toMatchObject({
    title: "Again",
    role: "owner",
    startDate: "2026-11-14",
    commentCount: 0,
    seq: 1,
  });
  expect(copy.members).toMatchObject([{ userId: viewer.userId, role: "owner" }]);
  expect(copy.days.map(({ date }) => date)).toEqual(trip.days.map(({ date }) => date));
  const [planned, nara] = copy.stops.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(planned).toMatchObject({ name: "Kiyomizu-dera", dayId: copy.days[0]?.id });
  expect(nara).toMatchObject({ name: "Nara", dayId: null, votes: [], participants: null, commentCount: 0 });
  expect(copy.decisions).toMatchObject([
    { status: "open", candidates: [nara?.id], dayId: copy.days[1]?.id, winnerId: null },
  ]);
  expect(copy.items.map(({ text, doneAt, dueDate }) => [text, doneAt, dueDate])).toEqual([
    ["Socks", null, "2026-11-10"],
  ]);
  expect(copy.reservations).toMatchObject([
    { title: "Ryokan", start, confirmation: null, stopId: planned?.id },
  ]);
  const events = await historyAfter(viewer, copy.id, 0);
  expect(events.map(({ op }) => op)).toEqual(["trip.created"]);
});

test("the budget goes along, what was spent and settled does not, and no currency that was before", async () => {
  const owner = await newPerson();
  const { id: tripId } = await newTrip(owner, { currency: "JPY" });
  const params = { tripId };
  const [me, tom] = [
    (await readTrip(owner, tripId)).members[0]?.id ?? "",
    (await newPlaceholder(owner, tripId, "Tom")).id,
  ];
  await newExpense(owner, tripId, expenseSharedBy(900, "JPY", me, tom));
  await newSettlement(owner, tripId, { from: tom, to: me, amount: 450, currency: "JPY" });
  await call(moneyApi.setBudget, { params, body: { total: 5000, limits: { food: 100 } } }, as(owner));
  await call(
    tripsApi.update,
    { params, body: { currency: "EUR", currencyRate: { value: "0.006" } } },
    as(owner),
  );
  const copy = await duplicated(owner, tripId);
  expect(copy).toMatchObject({
    currency: "EUR",
    formerCurrencies: [],
    budget: { currency: "JPY", total: 5000, limits: { food: 100 } },
    expenses: [],
    expenseCount: 0,
    settlements: [],
  });
});

test("with a first day, everything that has a date goes along, and clocks stay", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner, {
    startDate: "2027-03-12",
    endDate: "2027-03-15",
    timezone: "America/Los_Angeles",
  });
  await newItem(owner, trip.id, { dueDate: "2027-03-10" });
  const zone = "America/Los_Angeles";
  const body = {
    kind: "activity" as const,
    title: "Hike",
    start: { local: "2027-03-13T08:00", zone },
    end: { local: "2027-03-14", zone },
  };
  await call(reservationsApi.create, { params: { tripId: trip.id }, body }, as(owner));
  const copy = await duplicated(owner, trip.id, { startDate: "2028-02-27" });
  expect(copy).toMatchObject({ title: "Kyoto", startDate: "2028-02-27", endDate: "2028-03-01" });
  expect(copy.days.map(({ date }) => date)).toEqual(["2028-02-27", "2028-02-28", "2028-02-29", "2028-03-01"]);
  expect(copy.items[0]?.dueDate).toBe("2028-02-25");
  expect(copy.reservations[0]).toMatchObject({
    start: { local: "2028-02-28T08:00", zone },
    end: { local: "2028-02-29" },
  });
});

test("a trip without dates has none to move, and none may end after all calendars", async () => {
  const owner = await newPerson();
  const undated = await newTrip(owner, { startDate: undefined, endDate: undefined });
  const dated = await newTrip(owner);
  for (const [tripId, startDate] of [
    [undated.id, "2028-01-01"],
    [dated.id, "2200-12-30"],
  ]) {
    const sent = await send(tripsApi.duplicate, {
      params: { tripId: tripId ?? "" },
      body: { startDate },
      token: owner.token,
    });
    expect(sent).toMatchObject({ status: 422, body: { issues: [{ path: "startDate" }] } });
  }
  expect(await duplicated(owner, undated.id)).toMatchObject({ startDate: null, days: [] });
});

test("of stops that two decisions name, no copy asks twice", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const idea = await newStop(owner, trip, { dayId: null });
  const { id } = await newDecision(owner, trip.id, { title: "First", candidates: [idea.id] });
  await call(
    decisionsApi.close,
    { params: { tripId: trip.id, decisionId: id }, body: { winnerId: idea.id } },
    as(owner),
  );
  await newDecision(owner, trip.id, { title: "Second", candidates: [idea.id] });
  const copy = await duplicated(owner, trip.id);
  expect(copy.decisions.map(({ title, status }) => [title, status])).toEqual([["Second", "open"]]);
});

test("what could not be on its new dates stays where it was", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner, { startDate: "2026-03-01", endDate: "2026-03-10" });
  const zone = "America/Los_Angeles";
  const ends = [
    ["2200-12-30", "2200-12-31"],
    ["2026-03-07T02:50", "2026-03-07T03:05"],
    ["2026-03-05T10:00", "2026-03-05T11:00"],
  ];
  for (const [start = "", end = ""] of ends) {
    const times = { start: { local: start, zone }, end: { local: end, zone } };
    const body = { kind: "train" as const, title: start, ...times };
    await call(reservationsApi.create, { params: { tripId: trip.id }, body }, as(owner));
  }
  await newItem(owner, trip.id, { dueDate: "2200-12-31" });
  const copy = await duplicated(owner, trip.id, { startDate: "2026-03-02" });
  expect(copy.reservations.map(({ start, end }) => [start?.local, end?.local])).toEqual([
    ["2026-03-06T10:00", "2026-03-06T11:00"],
    ["2026-03-07T02:50", "2026-03-07T03:05"],
    ["2200-12-30", "2200-12-31"],
  ]);
  expect(copy.items.map(({ dueDate }) => dueDate)).toEqual([null]);
});

test("the demo trip and an archived one can be copied", async () => {
  const owner = await newPerson();
  expect(await duplicated(owner, DEMO_TRIP_ID)).toMatchObject({
    role: "owner",
    isDemo: false,
    isSample: false,
  });
  const trip = await newTrip(owner);
  await call(tripsApi.archive, { params: { tripId: trip.id } }, as(owner));
  expect(await duplicated(owner, trip.id)).toMatchObject({ archivedAt: null });
});

test("a repeat under its id answers the first copy", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const input = { params: { tripId: trip.id }, body: { id: uuidv7() }, token: owner.token };
  const [first, second] = [await send(tripsApi.duplicate, input), await send(tripsApi.duplicate, input)];
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toEqual(first.body);
});

test("a copy on other dates leaves a stop its clock, which it once lost", async () => {
  const owner = await newPerson();
  const dates = { startDate: "2027-07-05", endDate: "2027-07-15" };
  const trip = await newTrip(owner, { timezone: "Australia/Sydney", ...dates });
  const brisbane = { lat: -27.4698, lng: 153.0251 };
  await newStop(owner, trip, { place: brisbane, startTime: "19:00" });
  const zonesOf = async (body: object) =>
    (await duplicated(owner, trip.id, body)).stops.map(({ timezone }) => timezone);
  expect(await zonesOf({})).toEqual([null]);
  expect(await zonesOf({ startDate: "2027-08-02" })).toEqual([null]);
  expect(await zonesOf({ startDate: "2027-12-05" })).toEqual(["Australia/Brisbane"]);
});
