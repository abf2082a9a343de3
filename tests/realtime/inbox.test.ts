import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { inboxRooms } from "#db/schema/notifications.ts";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { notify } from "#lib/server/notifications/notify.ts";
import { sendMissedInboxUpdates } from "#lib/server/realtime/inbox-updates.ts";
import { closeSockets } from "#lib/server/realtime/sockets.ts";
import { writeTrip } from "#lib/server/writes/write.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import type { InboxMessage, TicketDto } from "#lib/shared/protocol.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, newMember, newTrip } from "#tests/factories/trips.ts";
import { ctxOf } from "#tests/helpers/context.ts";
import { liveService } from "./live-service.ts";
import { RawSocket } from "./raw-socket.ts";

const live = liveService();

interface Pair {
  ann: Person;
  bob: Person;
  trip: TripDto;
}

async function newPair(): Promise<Pair> {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  return { ann, bob: await newMember(ann, trip, "editor"), trip };
}

async function ticketOf(person: Person): Promise<TicketDto> {
  return (await call(notificationsApi.ticket, {}, as(person))).data;
}

type InboxSocket = RawSocket<InboxMessage>;

async function open(person: Person): Promise<InboxSocket> {
  const { url, ticket } = await ticketOf(person);
  return new RawSocket<InboxMessage>(`${url}?ticket=${ticket}&protocol=1`);
}

/** Mentions Bob in a comment of Ann. */
async function mention({ ann, bob, trip }: Pair): Promise<void> {
  const { data } = await call(membersApi.list, { params: { tripId: trip.id } }, as(ann));
  const memberIds = data.flatMap(({ id, userId }) => (userId === bob.userId ? [id] : []));
  const ctx = ctxOf(ann);
  const work = { kind: "mention" as const, to: { memberIds } };
  await writeTrip(ctx, trip.id, "guest", { work: (write) => notify(write, ctx, work) });
}

/** Returns the numbers of unread notifications that the room has sent, in order. */
function unread({ heard }: InboxSocket): number[] {
  return heard.flatMap((message) => ("unread" in message ? [message.unread] : []));
}

async function roomOf({ userId }: Person) {
  const { drizzle } = freshDatabase();
  const [row] = await drizzle.select().from(inboxRooms).where(eq(inboxRooms.userId, userId));
  return row;
}

test("a ticket opens the caller's own room once, and no trip's; a trip's opens no inbox", async () => {
  const pair = await newPair();
  const { bob, ann, trip } = pair;
  await mention(pair);
  const { url, ticket } = await ticketOf(bob);
  expect(url).toBe(`${live.rooms.url.replace("http", "ws")}/parties/inbox/${bob.userId}`);
  const socket = new RawSocket<InboxMessage>(`${url}?ticket=${ticket}`);
  expect(await socket.next("hello")).toEqual({ type: "hello", protocol: 1, seq: 0, unread: 1 });
  const others = url.replace(bob.userId, ann.userId);
  const ofTrip = (await call(realtimeApi.ticket, { params: { tripId: trip.id } }, as(bob))).data;
  const foreign = await ticketOf(bob);
  const refused = [
    `${url}?ticket=${ticket}`,
    `${others}?ticket=${foreign.ticket}`,
    `${ofTrip.url}?ticket=${foreign.ticket}`,
    `${url}?ticket=${ofTrip.ticket}`,
    url,
  ];
  for (const address of refused) expect(await new RawSocket(address).closed).toBe(CLOSE_CODES.unauthorized);
});

test("a native client comes in with its bearer token, and nobody with another's", async () => {
  const { ann, bob } = await newPair();
  const { url } = await ticketOf(bob);
  const native = new RawSocket<InboxMessage>(url, { authorization: `Bearer ${bob.token}` });
  expect(await native.next("hello")).toMatchObject({ unread: 0 });
  const other = new RawSocket(url, { authorization: `Bearer ${ann.token}` });
  expect(await other.closed).toBe(CLOSE_CODES.unauthorized);
});

test("only the service may tell a room something", async () => {
  const { bob } = await newPair();
  const address = `${live.rooms.url}/parties/inbox/${bob.userId}`;
  const body = JSON.stringify({ type: "notified", seq: 1, unread: 7 });
  expect((await fetch(address, { method: "POST", body })).status).toBe(401);
  for (const path of ["", "/authorize", "/sessions"]) {
    const init = { method: path === "" ? "GET" : "POST", headers: { authorization: `Bearer ${bob.token}` } };
    expect((await fetch(`${live.api.url}/api/internal/inboxes/${bob.userId}${path}`, init)).status).toBe(401);
  }
});

test("every open window hears at once what is new, and what was read in another", async () => {
  const pair = await newPair();
  const windows = [await open(pair.bob), await open(pair.bob)];
  for (const window of windows) expect(await window.next("hello")).toMatchObject({ unread: 0 });
  await mention(pair);
  await mention(pair);
  await awaitDeferredWork();
  for (const window of windows) await expect.poll(() => unread(window).at(-1)).toBe(2);
  await call(notificationsApi.read, { body: {} }, as(pair.bob));
  for (const window of windows) await expect.poll(() => unread(window).at(-1)).toBe(0);
  await awaitDeferredWork();
  expect(await roomOf(pair.bob)).toMatchObject({ epoch: 1, dueAt: null });
});

test("a person whom nobody listens for costs no request, before and after", async () => {
  const pair = await newPair();
  await mention(pair);
  expect(await roomOf(pair.bob)).toBeUndefined();
  const window = await open(pair.bob);
  await window.next("hello");
  window.close();
  await window.closed;
  // The server may still send to the room; the room then answers that it is empty, and the server stops sending.
  async function epochAfterMention(): Promise<number | undefined> {
    await mention(pair);
    await awaitDeferredWork();
    return (await roomOf(pair.bob))?.epoch;
  }
  await expect.poll(epochAfterMention).toBe(-1);
  const before = await roomOf(pair.bob);
  await mention(pair);
  expect(await roomOf(pair.bob)).toEqual(before);
  const again = await open(pair.bob);
  expect((await again.next("hello")).unread).toBeGreaterThan(2);
  expect(await roomOf(pair.bob)).toMatchObject({ epoch: 2 });
});

test("a room that was not reached is told later", async () => {
  const pair = await newPair();
  const first = await open(pair.bob);
  await first.next("hello");
  await live.rooms.kill();
  await mention(pair);
  await awaitDeferredWork();
  expect((await roomOf(pair.bob))?.dueAt).toBeInstanceOf(Date);
  await live.rooms.start();
  const window = await open(pair.bob);
  expect(await window.next("hello")).toMatchObject({ unread: 1 });
  await sendMissedInboxUpdates(freshDatabase(), new Date(Date.now() + 60_000));
  expect(await roomOf(pair.bob)).toMatchObject({ dueAt: null });
  expect(await window.next("notified")).toMatchObject({ unread: 1 });
});

test("the end of a session closes its windows and no others", async () => {
  const { bob } = await newPair();
  const other = await newPerson();
  const [gone, stays] = [await open(bob), await open(other)];
  await Promise.all([gone.next("hello"), stays.next("hello")]);
  const ended = {
    userId: bob.userId,
    sessionId: bob.sessionId,
    code: CLOSE_CODES.cutOff,
    reason: "You signed out.",
  };
  const ticket = await ticketOf(bob);
  await closeSockets(ended);
  expect(await gone.closed).toBe(CLOSE_CODES.cutOff);
  // A ticket from before the sign-out is not accepted.
  expect(await new RawSocket(`${ticket.url}?ticket=${ticket.ticket}`).closed).toBe(CLOSE_CODES.unauthorized);
  const { userId } = other;
  await closeSockets({
    userId,
    sessionId: bob.sessionId,
    code: CLOSE_CODES.cutOff,
    reason: "You signed out.",
  });
  stays.send({ type: "ping" });
  expect(await stays.next("pong")).toEqual({ type: "pong" });
});

test("who talks nonsense is sent away", async () => {
  const { bob } = await newPair();
  const window = await open(bob);
  await window.next("hello");
  window.send({ type: "presence" });
  expect(await window.closed).toBe(CLOSE_CODES.misbehaved);
});
