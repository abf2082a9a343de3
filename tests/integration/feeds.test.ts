import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { calendarFeeds } from "#db/schema/feeds.ts";
import { idempotencyKeys } from "#db/schema/events.ts";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { feedsApi } from "#lib/shared/api/feeds.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { FeedDto, NewFeed } from "#lib/shared/feeds.ts";
import { DEMO_TRIP_ID } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newInvite, newMember, newStop, newTrip } from "#tests/factories/trips.ts";
import { readCalendar } from "#tests/helpers/calendars.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { uniqueAddress } from "#tests/helpers/unique.ts";

async function newFeed(person: Person, tripId: string, body: Partial<NewFeed> = {}): Promise<FeedDto> {
  return (await call(feedsApi.create, { params: { tripId }, body }, as(person))).data;
}

function tokenOf({ url }: FeedDto): string {
  return url.split("/").at(-1) ?? "";
}

/** Requests a feed as a calendar app does, with only the address. */
function read(feed: FeedDto, more: object = {}): Promise<RawAnswer> {
  return send(feedsApi.read, { params: { token: tokenOf(feed) }, ...more });
}

const gone = {
  status: 404,
  body: {
    code: "NOT_FOUND",
    message: "This calendar does not exist, or you have no access to it.",
    requestId: expect.any(String),
  },
};

function told({ status, headers }: RawAnswer) {
  return [status, [...headers].filter(([name]) => name !== "x-request-id")];
}

test("an address shows the plan to whoever has it, shortly cached, and says when nothing has changed", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const feed = await newFeed(owner, trip.id);
  expect(feed.url).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/[\w-]{32}\.ics$/);
  const first = await read(feed);
  expect(first.status).toBe(200);
  expect(first.headers.get("cache-control")).toBe("private, max-age=300");
  expect(first.headers.get("set-cookie")).toBeNull();
  expect(readCalendar(first.text).calendar.getFirstPropertyValue("x-wr-calname")).toBe("Kyoto");
  const etag = first.headers.get("etag") ?? "";
  expect(await read(feed, { headers: { "if-none-match": etag } })).toMatchObject({ status: 304, text: "" });
  await newStop(owner, trip, { name: "Tea", startTime: "10:00" });
  const changed = await read(feed, { headers: { "if-none-match": etag } });
  expect(changed.status).toBe(200);
  expect(changed.text).toContain("SUMMARY:Tea");
  const bare = await send(feedsApi.read, {
    params: { token: tokenOf(feed).slice(0, 32) },
    query: { nocache: "1" },
  });
  expect(bare.text).toBe(changed.text);
});

test("mine shows what its owner does, whoever asks", async () => {
  const { trip, owner, viewer, tripId } = await newTripFixture();
  const me = trip.members.find(({ userId }) => userId === owner.userId)?.id ?? "";
  await newStop(owner, trip, { name: "Spa", startTime: "10:00", participants: [me] });
  const [hers, mine] = [
    await newFeed(viewer, tripId, { scope: "mine" }),
    await newFeed(owner, tripId, { scope: "mine" }),
  ];
  expect((await read(hers)).text).not.toContain("SUMMARY:Spa");
  expect((await read(mine)).text).toContain("SUMMARY:Spa");
});

test("its owner sees it again, and nobody else does", async () => {
  const { owner, viewer, tripId } = await newTripFixture();
  const feed = await newFeed(viewer, tripId);
  const list = async (person: Person) => (await call(feedsApi.list, { params: { tripId } }, as(person))).data;
  expect(await list(viewer)).toEqual([feed]);
  expect(await list(owner)).toEqual([]);
  await read(feed);
  await awaitDeferredWork();
  expect((await list(viewer))[0]?.readAt).toEqual(expect.any(String));
});

test("an address stops for good when it is revoked, which only its owner can do", async () => {
  const { owner, viewer, tripId } = await newTripFixture();
  const feed = await newFeed(viewer, tripId);
  const params = { tripId, feedId: feed.id };
  expect(await send(feedsApi.revoke, { params, token: owner.token })).toMatchObject({ status: 404 });
  expect((await read(feed)).status).toBe(200);
  await call(feedsApi.revoke, { params }, as(viewer));
  expect(await read(feed)).toMatchObject(gone);
  expect(await send(feedsApi.revoke, { params, token: viewer.token })).toMatchObject({ status: 404 });
});

test.each<[string, (person: Person, owner: Person, tripId: string) => Promise<unknown>]>([
  ["leaves", (person, _, tripId) => call(tripsApi.leave, { params: { tripId } }, as(person))],
  [
    "is removed",
    ({ userId }, owner, tripId) => call(membersApi.remove, { params: { tripId, userId } }, as(owner)),
  ],
  [
    "becomes a guest",
    ({ userId }) =>
      freshDatabase().pool.query("update trip_members set role = 'guest' where user_id = $1", [userId]),
  ],
  ["sees the trip deleted", (_, owner, tripId) => call(tripsApi.delete, { params: { tripId } }, as(owner))],
])("an address stops when its owner %s", async (_, act) => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const member = await newMember(owner, trip, "editor");
  const feed = await newFeed(member, trip.id);
  await act(member, owner, trip.id);
  expect(await read(feed)).toMatchObject(gone);
});

test("an address of a trip's owner stops while the trip is deleted", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const feed = await newFeed(owner, trip.id);
  await call(tripsApi.delete, { params: { tripId: trip.id } }, as(owner));
  expect(await read(feed)).toMatchObject(gone);
  await call(tripsApi.restore, { params: { tripId: trip.id } }, as(owner));
  expect((await read(feed)).status).toBe(200);
});

test("what never was an address is answered like one that was revoked", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const feed = await newFeed(owner, trip.id);
  const unknown = { ...feed, url: `/${"A".repeat(32)}.ics` };
  expect(await read(unknown)).toMatchObject(gone);
  await call(feedsApi.revoke, { params: { tripId: trip.id, feedId: feed.id } }, as(owner));
  const [a, b] = [await read(unknown), await read(feed)];
  expect(told(a)).toEqual(told(b));
});

test("its key is neither in the database nor in stored answers, and a repeat shows it again", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const input = {
    params: { tripId: trip.id },
    body: { id: uuidv7() },
    token: owner.token,
    headers: { "idempotency-key": uuidv7() },
  };
  const [first, second] = [await send(feedsApi.create, input), await send(feedsApi.create, input)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  const { drizzle } = freshDatabase();
  const rows = [await drizzle.select().from(calendarFeeds), await drizzle.select().from(idempotencyKeys)];
  expect(JSON.stringify(rows)).not.toContain(tokenOf(JSON.parse(first.text)).slice(0, 32));
});

test("ten addresses are enough for one person", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  for (let index = 0; index < 10; index++) await newFeed(owner, trip.id);
  const sent = await send(feedsApi.create, { params: { tripId: trip.id }, body: {}, token: owner.token });
  expect(sent).toMatchObject({ status: 422, body: { code: "LIMIT_REACHED" } });
});

test("one address can be read so often, and guessing ends sooner than it leads anywhere", async () => {
  const owner = await newPerson();
  const feed = await newFeed(owner, (await newTrip(owner)).id);
  const other = await newFeed(owner, (await newTrip(owner)).id);
  const headers = { "x-wayfare-client-ip": "203.0.113.9" };
  for (let count = 0; count < 60; count++) expect((await read(feed, { headers })).status).toBe(200);
  expect(await read(feed, { headers })).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  expect((await read(other, { headers })).status).toBe(200);
  const guess = () => read({ ...feed, url: `/${uuidv7().replaceAll("-", "")}` }, { headers });
  for (let count = 0; count < 60; count++) expect((await guess()).status).toBe(404);
  expect((await guess()).status).toBe(429);
});

test("an address that is none takes no room among those that are counted, however often it is asked for", async () => {
  const params = { token: "x".repeat(32) };
  for (let count = 0; count < 62; count++) {
    const headers = { "x-wayfare-client-ip": uniqueAddress() };
    expect((await send(feedsApi.read, { params, headers })).status).toBe(404);
  }
});

test("who is no member has no address of their own: guests and the demo trip's readers", async () => {
  const { guest, tripId } = await newTripFixture();
  expect(await send(feedsApi.create, { params: { tripId }, body: {}, token: guest.token })).toMatchObject({
    status: 403,
  });
  const person = await newPerson();
  const demo = await send(feedsApi.create, {
    params: { tripId: DEMO_TRIP_ID },
    body: {},
    token: person.token,
  });
  expect(demo).toMatchObject({ status: 403, body: { code: "DEMO_READ_ONLY" } });
});

test("who comes back by a new invite has their addresses again", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const member = await newMember(owner, trip, "viewer");
  const feed = await newFeed(member, trip.id);
  await call(tripsApi.leave, { params: { tripId: trip.id } }, as(member));
  expect(await read(feed)).toMatchObject(gone);
  const { token } = await newInvite(owner, trip.id);
  await call(invitesApi.accept, { params: { token } }, as(member));
  expect((await read(feed)).status).toBe(200);
});
