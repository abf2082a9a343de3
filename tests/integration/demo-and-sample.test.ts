import { describe, expect, test } from "vitest";
import { provisionUser } from "#lib/server/account/provisioning.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { balancesIn } from "#lib/shared/balances.ts";
import { addDays, dateInZone } from "#lib/shared/dates.ts";
import { DEMO_TRIP_ID, type TripSummary } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { historyAfter, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectForbidden,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const demo = { tripId: DEMO_TRIP_ID };

async function samplesOf({ token }: Person): Promise<TripSummary[]> {
  const { body } = await send(tripsApi.list, { token, query: { filter: "all" } });
  return (body as TripSummary[]).filter(({ isSample }) => isSample);
}

async function idsIn(person: Person, tripId: string | undefined): Promise<string[]> {
  const { days, stops, members } = await readTrip(person, tripId ?? "");
  return [...days, ...stops, ...members].map(({ id }) => id);
}

describe("the demo trip", () => {
  test("is read by more people at once than there are connections", async () => {
    const { token } = await newPerson();
    const reads = Array.from({ length: 40 }, () => send(tripsApi.get, { params: demo, token }));
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200));
  });

  test("is read by everyone who is signed in, as a viewer", async () => {
    expectUnauthenticated(await send(tripsApi.get, { params: demo }));
    const ann = await newPerson();
    const trip = await readTrip(ann, DEMO_TRIP_ID);
    expect(trip).toMatchObject({ isDemo: true, isSample: false, role: "viewer", status: "upcoming" });
    expect(trip.days.length).toBeGreaterThan(2);
    expect(trip.stops.length).toBeGreaterThan(10);
    expect(trip.members.every(({ userId }) => userId === null)).toBe(true);
    const input = { params: demo, token: ann.token };
    expect((await send(membersApi.list, input)).body).toEqual(trip.members);
    const talk = await send(commentsApi.list, { ...input, query: { target: `trip:${DEMO_TRIP_ID}` } });
    expect(talk.body).toHaveLength(trip.commentCount);
    expect((await historyAfter(ann, DEMO_TRIP_ID, 0)).at(-1)?.seq).toBe(trip.seq);
  });

  test("can be written by nobody", async () => {
    const { token, userId } = await newPerson();
    const before = await readTrip({ ...(await newPerson()) }, DEMO_TRIP_ID);
    const params = {
      ...demo,
      userId,
      seq: "1",
      dayId: before.days[0]?.id ?? "",
      stopId: before.stops[0]?.id ?? "",
      commentId: before.id,
      inviteId: before.id,
    };
    const writes = [
      [tripsApi.update, { title: "Mine" }],
      [tripsApi.delete, undefined],
      [tripsApi.restore, undefined],
      [tripsApi.archive, undefined],
      [tripsApi.unarchive, undefined],
      [tripsApi.leave, undefined],
      [tripsApi.transfer, { userId }],
      [daysApi.update, { title: "Mine" }],
      [stopsApi.create, { name: "Mine", dayId: null }],
      [stopsApi.update, { name: "Mine" }],
      [stopsApi.delete, undefined],
      [stopsApi.restore, undefined],
      [stopsApi.move, { dayId: null, afterId: null }],
      [stopsApi.vote, { value: 1 }],
      [commentsApi.create, { target: { kind: "trip", id: DEMO_TRIP_ID }, body: "Mine" }],
      [commentsApi.update, { body: "Mine" }],
      [commentsApi.delete, undefined],
      [commentsApi.restore, undefined],
      [commentsApi.resolve, { resolved: true }],
      [invitesApi.create, { role: "viewer" }],
      [invitesApi.revoke, undefined],
      [membersApi.update, { role: "editor" }],
      [membersApi.remove, undefined],
      [eventsApi.undo, undefined],
    ] as const;
    for (const [endpoint, body] of writes) {
      expectRefused(
        await send(endpoint, { params, token, body }),
        ...([403, "DEMO_READ_ONLY"] as const),
        "The demo trip can only be read. Create a trip of your own to change things.",
      );
    }
    expectForbidden(await send(invitesApi.list, { params, token }), "viewer", "editor");
    expect(await readTrip(await newPerson(), DEMO_TRIP_ID)).toEqual(before);
  });
});

describe("the sample trip", () => {
  test.each([
    ["en", "Kiyomizu-dera"],
    ["zh", "清水寺"],
  ] as const)("in %s is the new user's own to change", async (locale, name) => {
    const ann = await newPerson({ name: "Ann", image: "https://pictures.test/ann.png" });
    expect(await samplesOf(ann)).toEqual([]);
    await provisionUser(ann.userId, locale);
    const [sample] = await samplesOf(ann);
    expect(sample).toMatchObject({ role: "owner", isSample: true, isDemo: false, status: "upcoming" });
    const trip = await readTrip(ann, sample?.id ?? "");
    expect(JSON.stringify(trip.stops.map((stop) => stop.name))).toContain(name);
    const owners = trip.members.filter(({ role }) => role === "owner");
    expect(owners).toMatchObject([
      { userId: ann.userId, name: "Ann", image: "https://pictures.test/ann.png", leftAt: null },
    ]);
    expect(trip.members.filter(({ userId }) => userId !== null)).toHaveLength(1);
    const input = { params: { tripId: trip.id }, token: ann.token };
    expectWritten(await send(tripsApi.update, { ...input, body: { title: "Mine now" } }));
    expectWritten(await send(tripsApi.delete, input), 204);
    expect(await samplesOf(ann)).toEqual([]);
  });

  test("is whole: dates ahead, every day's stops in order, votes and talk by its members, one history", async () => {
    const ann = await newPerson();
    await provisionUser(ann.userId, "en");
    const [sample] = await samplesOf(ann);
    const trip = await readTrip(ann, sample?.id ?? "");
    const { days, stops, startDate } = trip;
    expect(startDate).not.toBeNull();
    expect((startDate ?? "") > dateInZone(new Date(), trip.timezone)).toBe(true);
    expect(days.map(({ date }) => date)).toEqual(days.map((_, index) => addDays(startDate ?? "", index)));
    expect(new Set(stops.map(({ dayId }) => dayId))).toEqual(new Set([...days.map(({ id }) => id), null]));
    const memberIds = new Set(trip.members.map(({ id }) => id));
    const votes = stops.flatMap((stop) => stop.votes);
    expect(votes.length).toBeGreaterThan(0);
    expect(votes.every(({ memberId }) => memberIds.has(memberId))).toBe(true);
    expect(stops.some(({ commentCount }) => commentCount > 0)).toBe(true);
    const history = await historyAfter(ann, trip.id, 0);
    expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1));
    expect(history.length).toBe(trip.seq);
    expect(history[0]).toMatchObject({ op: "trip.created", via: "system", actorId: null });
  });

  test("shows money: what was paid so far, in its currency and another, linked to bookings and settled in part", async () => {
    const ann = await newPerson();
    await provisionUser(ann.userId, "zh");
    const [sample] = await samplesOf(ann);
    const trip = await readTrip(ann, sample?.id ?? "");
    const { expenses, settlements, budget, members } = trip;
    const today = dateInZone(new Date(), "UTC");
    expect(expenses.every(({ spentOn }) => spentOn < today)).toBe(true);
    expect(expenses[0]).toMatchObject({ title: "给 Mika 的生日礼物", private: true });
    expect(
      expenses.some(({ reservationId }) => trip.reservations.some(({ id }) => id === reservationId)),
    ).toBe(true);
    expect(settlements).toMatchObject([{ amount: 30_000, currency: "JPY" }]);
    expect(budget).toMatchObject({ currency: "JPY", total: 720_000 });
    const shared = expenses.filter((expense) => !expense.private);
    const balances = balancesIn(trip, { expenses: shared, settlements });
    expect([...balances.values()].reduce((sum, each) => sum + each, 0)).toBe(0);
    expect(new Set(balances.keys())).toEqual(new Set(members.map(({ id }) => id)));
  });

  test("is given once, however often it is asked for, and shares nothing between people", async () => {
    const [ann, bob] = [await newPerson(), await newPerson()];
    for (const { userId } of [ann, ann, bob]) await provisionUser(userId, "en");
    const [mine, theirs] = [await samplesOf(ann), await samplesOf(bob)];
    expect([mine.length, theirs.length]).toEqual([1, 1]);
    expect(mine[0]?.id).not.toBe(theirs[0]?.id);
    const all = [...(await idsIn(ann, mine[0]?.id)), ...(await idsIn(bob, theirs[0]?.id))];
    expect(new Set(all).size).toBe(all.length);
  });

  test("of somebody who is gone is nobody's: nothing is made, nothing fails", async () => {
    await expect(provisionUser("0199b6a0-7c00-7000-8000-000000000000", "en")).resolves.toBeUndefined();
  });
});
