import { describe, expect, test } from "vitest";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays, dateInZone } from "#lib/shared/dates.ts";
import { tripSummary } from "#lib/shared/trip-summary.ts";
import { DEMO_TRIP_ID, type TripSummary } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newMember, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { expectInvalid, expectUnauthenticated } from "#tests/helpers/refusals.ts";

function around(zone: string, from: number, to: number) {
  const today = dateInZone(new Date(), zone);
  return { timezone: zone, startDate: addDays(today, from), endDate: addDays(today, to) };
}

async function list(person: Person, query: Record<string, string> = {}): Promise<TripSummary[]> {
  const { body } = await send(tripsApi.list, { token: person.token, query });
  return body as TripSummary[];
}

async function titles(person: Person, filter?: string): Promise<string[]> {
  const own = (await list(person, filter ? { filter } : {})).filter(({ isDemo }) => !isDemo);
  return own.map(({ title }) => title);
}

describe("the list of trips", () => {
  test("needs a session and a known question", async () => {
    expectUnauthenticated(await send(tripsApi.list));
    const { token } = await newPerson();
    expectInvalid(
      await send(tripsApi.list, { token, query: { limit: "0", status: "past" } }),
      ["query.limit", "Send at least 1."],
      ["query.status", "This field is unknown."],
    );
    expectInvalid(await send(tripsApi.list, { token, query: { cursor: "x" } }), [
      "query.cursor",
      "Take the cursor from the Link header.",
    ]);
  });

  test("holds what tripSummary makes of the whole trip, so that nothing needs a refetch", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann, { destination: { name: "Kyoto", lat: 35, lng: 135 } });
    expect((await list(ann)).find(({ id }) => id === trip.id)).toEqual({
      ...tripSummary(trip),
      updatedAt: expect.any(String),
    });
    const bob = await newMember(ann, trip, "viewer");
    for (let index = 0; index < 4; index++) await newMember(ann, trip, "editor");
    await newStop(ann, trip);
    await newStop(ann, trip, { name: "An idea", dayId: null });
    const { id: stopId } = await newStop(ann, trip, { name: "Deleted again" });
    await send(stopsApi.delete, { params: { tripId: trip.id, stopId }, token: ann.token });
    const now = await readTrip(bob, trip.id);
    const summary = (await list(bob)).find(({ id }) => id === trip.id);
    expect(summary).toEqual({ ...tripSummary(now), updatedAt: expect.any(String) });
    expect(summary).toMatchObject({ memberCount: 6, stopCount: 2, plannedCount: 1, role: "viewer" });
    expect(summary?.members).toHaveLength(4);
  });

  test("shows nobody else's trips, and no trip that was left", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const bob = await newMember(ann, trip, "viewer");
    expect(await titles(bob)).toEqual(["Kyoto"]);
    await send(tripsApi.leave, { params: { tripId: trip.id }, token: bob.token });
    expect(await titles(bob)).toEqual([]);
    expect(await titles(await newPerson(), "all")).toEqual([]);
  });

  test("is sorted by start, newest first, undated ones last, with the demo trip for everyone", async () => {
    const ann = await newPerson();
    await newTrip(ann, { title: "undated", startDate: undefined, endDate: undefined });
    await newTrip(ann, { title: "early", ...around("UTC", -40, -30) });
    await newTrip(ann, { title: "late", ...around("UTC", 900, 910) });
    const trips = await list(ann);
    const starts = trips.map(({ startDate }) => startDate ?? "");
    expect(starts).toEqual(starts.toSorted().toReversed());
    expect(trips.filter(({ isDemo }) => !isDemo).map(({ title }) => title)).toEqual([
      "late",
      "early",
      "undated",
    ]);
    const demo = trips.filter(({ isDemo }) => isDemo);
    expect(demo).toMatchObject([{ id: DEMO_TRIP_ID, role: "viewer", isSample: false }]);
  });

  test("filters by the status that the trip has on its own calendar", async () => {
    const ann = await newPerson();
    const none = { startDate: undefined, endDate: undefined };
    await newTrip(ann, { title: "undated", ...none });
    // These two zones never have the same date, so at any hour one of them differs from the server's date.
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      await newTrip(ann, { title: "upcoming", ...around(zone, 1, 2) });
      await newTrip(ann, { title: "ongoing", ...around(zone, 0, 0) });
      await newTrip(ann, { title: "past", ...around(zone, -3, -1) });
    }
    const archived = await newTrip(ann, { title: "archived", ...around("UTC", 1, 2) });
    const deleted = await newTrip(ann, { title: "deleted", ...around("UTC", 1, 2) });
    await send(tripsApi.archive, { params: { tripId: archived.id }, token: ann.token });
    await send(tripsApi.delete, { params: { tripId: deleted.id }, token: ann.token });
    const live = ["ongoing", "ongoing", "past", "past", "undated", "upcoming", "upcoming"];
    for (const filter of [...live, "archived", "deleted"]) {
      const same = live.filter((status) => status === filter);
      expect(await titles(ann, filter), filter).toEqual(same.length > 0 ? same : [filter]);
    }
    expect((await titles(ann)).toSorted()).toEqual(live);
    expect((await titles(ann, "all")).toSorted()).toEqual(["archived", ...live]);
  });

  test("shows a deleted trip to its owner only", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const editor = await newMember(ann, trip, "editor");
    await send(tripsApi.delete, { params: { tripId: trip.id }, token: ann.token });
    expect(await titles(ann)).toEqual([]);
    expect(await titles(editor)).toEqual([]);
    expect(await titles(editor, "deleted")).toEqual([]);
    expect(await list(ann, { filter: "deleted" })).toMatchObject([{ id: trip.id, role: "owner" }]);
  });
});

async function pages(person: Person, query: string): Promise<string[][]> {
  const seen: string[][] = [];
  let next: string | undefined = `/api/trips?${query}`;
  while (next !== undefined) {
    const headers = { authorization: `Bearer ${person.token}` };
    const response: Response = await handlerFetch(next, { headers });
    const trips = (await response.json()) as TripSummary[];
    seen.push(trips.map(({ id }) => id));
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
    expect(response.headers.get("link") === null).toBe(next === undefined);
  }
  return seen;
}

describe("pages of the list", () => {
  test("together are the list, also where dates are equal or missing", async () => {
    const ann = await newPerson();
    const dates = [around("UTC", 5, 6), around("UTC", 5, 9), { startDate: undefined, endDate: undefined }];
    for (let index = 0; index < 9; index++) await newTrip(ann, dates[index % 3]);
    const whole = (await list(ann)).map(({ id }) => id);
    expect(whole).toHaveLength(10);
    for (const limit of [1, 3, 5, 10, 11]) {
      const seen = await pages(ann, `limit=${limit}`);
      expect(seen.flat()).toEqual(whole);
      expect(seen.every((page) => page.length <= limit)).toBe(true);
    }
  });

  test("keep the question that was asked", async () => {
    const ann = await newPerson();
    for (let index = 0; index < 3; index++) await newTrip(ann, around("UTC", -9, -5));
    await newTrip(ann, around("UTC", 5, 9));
    const seen = await pages(ann, "filter=past&limit=2");
    expect(seen.map((page) => page.length)).toEqual([2, 1]);
  });

  test("neither skip nor repeat a trip when another is made or deleted in between", async () => {
    const ann = await newPerson();
    for (let index = 0; index < 4; index++) await newTrip(ann, around("UTC", 10 + index, 20));
    const whole = (await list(ann, { filter: "upcoming" })).map(({ id }) => id);
    const headers = { authorization: `Bearer ${ann.token}` };
    const first = await handlerFetch("/api/trips?filter=upcoming&limit=2", { headers });
    const firstIds = ((await first.json()) as TripSummary[]).map(({ id }) => id);
    await newTrip(ann, around("UTC", 400, 401));
    await send(tripsApi.delete, { params: { tripId: firstIds[0] ?? "" }, token: ann.token });
    const next = /<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const rest = (await (await handlerFetch(next, { headers })).json()) as TripSummary[];
    expect([...firstIds, ...rest.map(({ id }) => id)]).toEqual(whole.slice(0, 4));
  });
});

test.each(["2027-02-30", "2027-99-99", "0000-01-01"])(
  "a cursor with the date %s is refused",
  async (date) => {
    const ann = await newPerson();
    const query = { cursor: `${date}~${ann.userId}` };
    expectInvalid(await send(tripsApi.list, { token: ann.token, query }), [
      "query.cursor",
      "Take the cursor from the Link header.",
    ]);
  },
);
