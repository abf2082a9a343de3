import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { closeSockets } from "#lib/server/realtime/sockets.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import type { TicketDto } from "#lib/shared/protocol.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, newMember, newStop, newTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { liveService } from "./live-service.ts";
import { openTrip, waitUntilChanged } from "./open-trip.ts";
import { RawSocket } from "./raw-socket.ts";

const live = liveService();

async function ticketOf(person: Person, tripId: string): Promise<TicketDto> {
  return (await call(realtimeApi.ticket, { params: { tripId } }, as(person))).data;
}

async function addressFor(person: Person, tripId: string): Promise<string> {
  const { url, ticket } = await ticketOf(person, tripId);
  return `${url}?ticket=${ticket}&protocol=1`;
}

test("tickets are for members: 401 without a session, 404 for strangers and for no trip", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const stranger = await newPerson();
  const params = { tripId: trip.id };
  expect((await send(realtimeApi.ticket, { params })).status).toBe(401);
  expect((await send(realtimeApi.ticket, { params, token: stranger.token })).status).toBe(404);
  expect((await send(realtimeApi.ticket, { params: { tripId: "x" }, token: ann.token })).status).toBe(404);
  const { url, expiresAt } = await ticketOf(ann, trip.id);
  expect(url).toBe(`${live.rooms.url.replace("http", "ws")}/parties/main/${trip.id}`);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
});

test("what only the service's parts may ask is closed to everyone else", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const paths = [
    ["POST", "/api/internal/tick"],
    ["GET", `/api/internal/rooms/${trip.id}/events`],
    ["POST", `/api/internal/rooms/${trip.id}/authorize`],
    ["POST", `/api/internal/rooms/${trip.id}/sessions`],
  ];
  for (const [method, path] of paths) {
    for (const authorization of [
      "",
      `Bearer ${ann.token}`,
      "Bearer ",
      "Bearer secret-of-the-rooms-in-tests-onlx",
    ]) {
      const answer = await fetch(`${live.api.url}${path}`, { method, headers: { authorization } });
      expect([path, answer.status]).toEqual([path, 401]);
      expect(await answer.json()).toMatchObject({ code: "UNAUTHENTICATED", requestId: expect.any(String) });
    }
  }
  const command = { type: "close", code: 4003, reason: "", userId: null, sessionId: null };
  const told = await fetch(`${live.rooms.url}/parties/main/${trip.id}`, {
    method: "POST",
    body: JSON.stringify(command),
  });
  expect(told.status).toBe(401);
});

test("a ticket opens one connection, also when the room was killed in between", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const address = await addressFor(ann, trip.id);
  const first = new RawSocket(address);
  expect(await first.next("hello")).toEqual({ type: "hello", protocol: 1, seq: trip.seq });
  expect(await new RawSocket(address).closed).toBe(CLOSE_CODES.unauthorized);
  await live.rooms.kill();
  await first.closed;
  await live.rooms.start();
  const again = new RawSocket(address);
  expect(await again.next("close")).toMatchObject({ code: CLOSE_CODES.unauthorized });
  expect(await again.closed).toBe(CLOSE_CODES.unauthorized);
});

test("a client that is too old, from elsewhere, or without a ticket reads why it is closed", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const { url } = await ticketOf(ann, trip.id);
  const [old, foreign, nobody] = [
    new RawSocket(`${url}?protocol=0`),
    new RawSocket(await addressFor(ann, trip.id), { origin: "https://evil.example" }),
    new RawSocket(url),
  ];
  expect(await old.next("close")).toMatchObject({ code: CLOSE_CODES.protocolTooOld });
  expect(await foreign.next("close")).toMatchObject({ code: CLOSE_CODES.unauthorized });
  expect(await nobody.next("close")).toMatchObject({ code: CLOSE_CODES.unauthorized });
  expect(await Promise.all([old.closed, foreign.closed, nobody.closed])).toEqual([4010, 4001, 4001]);
});

test("a native client comes in with its bearer token; a stranger's opens nothing", async () => {
  const [ann, stranger] = [await newPerson(), await newPerson()];
  const trip = await newTrip(ann);
  const { url } = await ticketOf(ann, trip.id);
  const native = new RawSocket(url, { authorization: `Bearer ${ann.token}` });
  expect(await native.next("hello")).toMatchObject({ seq: trip.seq });
  native.close();
  expect(await new RawSocket(url, { authorization: `Bearer ${stranger.token}` }).closed).toBe(
    CLOSE_CODES.unauthorized,
  );
  expect(await new RawSocket(url, { authorization: "Bearer nonsense" }).closed).toBe(
    CLOSE_CODES.unauthorized,
  );
});

test("people see who is here and what they have open; guests see and are not seen", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const [bob, guest] = [await newMember(ann, trip, "viewer"), await newMember(ann, trip, "guest")];
  const stop = await newStop(ann, trip);
  const sessions = await Promise.all([ann, bob, guest].map((person) => openTrip(live.api, person, trip.id)));
  const [anns, bobs, guests] = sessions;
  if (!anns || !bobs || !guests) throw new Error("Three were opened.");
  bobs.actions.setPresence({ stopId: stop.id, field: "notes" });
  guests.actions.setPresence({ stopId: stop.id, field: null });
  const seen = [
    { userId: ann.userId, name: ann.name, image: null, stopId: null, field: null },
    { userId: bob.userId, name: bob.name, image: null, stopId: stop.id, field: "notes" },
  ];
  await expect.poll(() => anns.presence).toEqual(seen);
  await expect.poll(() => guests.presence).toEqual(seen);
  bobs.stop();
  await expect.poll(() => anns.presence).toEqual(seen.slice(0, 1));
  for (const session of sessions) session.stop();
});

test("whoever is removed is out at once, in every window, and whoever signs out knows it", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const [bob, carl] = [await newMember(ann, trip, "editor"), await newMember(ann, trip, "editor")];
  const windows = await Promise.all([openTrip(live.api, bob, trip.id), openTrip(live.api, bob, trip.id)]);
  const carls = await openTrip(live.api, carl, trip.id);
  const unused = await addressFor(bob, trip.id);

  await call(membersApi.remove, { params: { tripId: trip.id, userId: bob.userId } }, as(ann));
  for (const session of windows)
    await waitUntilChanged(() => session.connection === "removed", session.connectionChanges.add);
  expect(await new RawSocket(unused).closed).toBe(CLOSE_CODES.unauthorized);
  expect(carls.connection).toBe("live");

  await freshDatabase().client.query("delete from sessions where id = $1", [carl.sessionId]);
  const { userId, sessionId } = carl;
  await closeSockets({ userId, sessionId, code: CLOSE_CODES.cutOff, reason: "You signed out." });
  await waitUntilChanged(() => carls.connection === "signed-out", carls.connectionChanges.add);
});

test("a new role is taken up without a reload", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const bob = await newMember(ann, trip, "editor");
  const bobs = await openTrip(live.api, bob, trip.id);
  const states: string[] = [];
  bobs.connectionChanges.add(() => states.push(bobs.connection));
  const params = { tripId: trip.id, userId: bob.userId };
  await call(membersApi.update, { params, body: { role: "viewer" } }, as(ann));
  await waitUntilChanged(() => states.at(-1) === "live", bobs.connectionChanges.add);
  await waitUntilChanged(() => bobs.store.trip.role === "viewer", bobs.store.changes.add);
  bobs.stop();
});

test("the tick publishes what was written while the rooms were away, and notes it", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const anns = await openTrip(live.api, ann, trip.id);
  await live.rooms.kill();
  await newStop(ann, trip, { name: "Written in the dark" });
  expect(await outboxOf(trip.id)).toMatchObject({ seq: trip.seq + 1, published_seq: trip.seq });
  await live.rooms.start();
  await freshDatabase().client.query(
    "update trip_events set at = at - interval '1 minute' where trip_id = $1",
    [trip.id],
  );
  const headers = { authorization: `Bearer ${process.env.INTERNAL_SECRET}` };
  const ticked = await fetch(`${live.api.url}/api/internal/tick`, { method: "POST", headers });
  expect([ticked.status, await ticked.json()]).toEqual([200, { published: expect.any(Number) }]);
  expect(await outboxOf(trip.id)).toMatchObject({ seq: trip.seq + 1, published_seq: trip.seq + 1 });
  await waitUntilChanged(() => anns.store.trip.stops.length === 1, anns.store.changes.add);
  expect(anns.store.trip.stops.map(({ name }) => name)).toEqual(["Written in the dark"]);
  anns.stop();
});

test("a room that nobody is in is not told, and whoever comes misses nothing", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const quiet = (writes: number, room_epoch: number) => ({
    seq: trip.seq + writes,
    published_seq: trip.seq + writes,
    room_epoch,
  });
  await newStop(ann, trip, { name: "Before anyone came" });
  expect(await outboxOf(trip.id)).toEqual(quiet(1, 0));
  const first = await openTrip(live.api, ann, trip.id);
  expect(await outboxOf(trip.id)).toMatchObject({ room_epoch: 1 });
  first.stop();
  await live.rooms.kill();
  await live.rooms.start();
  await newStop(ann, trip, { name: "Told to a room that had forgotten" });
  await expect.poll(() => outboxOf(trip.id), { timeout: 5000 }).toEqual(quiet(2, -1));
  await newStop(ann, trip, { name: "Told to nobody" });
  expect(await outboxOf(trip.id)).toEqual(quiet(3, -1));
  const second = await openTrip(live.api, ann, trip.id);
  await newStop(ann, trip, { name: "Told" });
  await waitUntilChanged(() => second.store.trip.stops.length === 4, second.store.changes.add);
  expect(await outboxOf(trip.id)).toMatchObject({ seq: trip.seq + 4, room_epoch: 2 });
  second.stop();
});

async function outboxOf(tripId: string): Promise<unknown> {
  const text = "select seq, published_seq, room_epoch from trips where id = $1";
  return (await freshDatabase().client.query(text, [tripId])).rows[0];
}

test("a gap is filled by one question however many are listening", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const sessions = await Promise.all(Array.from({ length: 10 }, () => openTrip(live.api, ann, trip.id)));
  const before = live.api.internalCalls.length;
  // One publication is lost, so the room learns of it only with the next write.
  const { client } = freshDatabase();
  await client.query("update trips set seq = seq + 1 where id = $1", [trip.id]);
  await client.query(
    `insert into trip_events (trip_id, seq, group_id, actor_id, via, op, entity_id, before, after, at)
     select trip_id, seq + 1, gen_random_uuid(), actor_id, via, 'members.invalidated', trip_id, null, jsonb_build_object('id', trip_id), now()
     from trip_events where trip_id = $1 order by seq desc limit 1`,
    [trip.id],
  );
  await call(tripsApi.update, { params: { tripId: trip.id }, body: { title: "After the gap" } }, as(ann));
  for (const { store } of sessions)
    await waitUntilChanged(() => store.trip.title === "After the gap", store.changes.add);
  const asked = live.api.internalCalls.slice(before).filter((path) => !path.endsWith("/sessions"));
  expect(asked).toEqual(["/api/internal/rooms/{tripId}/events"]);
  for (const session of sessions) session.stop();
});
