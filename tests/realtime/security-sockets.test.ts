import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { env } from "#lib/server/env/env.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import type { InboxMessage, TicketPayload } from "#lib/shared/protocol.ts";
import { signTicket } from "#lib/shared/tickets.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, newMember, newTrip } from "#tests/factories/trips.ts";
import { liveService } from "./live-service.ts";
import { RawSocket } from "./raw-socket.ts";

const live = liveService();
const MOST_OF_ONE = 30;

async function addressFor(person: Person, tripId: string): Promise<string> {
  const { data } = await call(realtimeApi.ticket, { params: { tripId } }, as(person));
  return `${data.url}?ticket=${data.ticket}&protocol=1`;
}

function roomOf(tripId: string): string {
  return `${live.rooms.url.replace("http", "ws")}/parties/main/${tripId}`;
}

async function openMany(person: Person, tripId: string, count: number): Promise<RawSocket[]> {
  const sockets: RawSocket[] = [];
  for (let index = 0; index < count; index++) {
    const socket = new RawSocket(await addressFor(person, tripId));
    await socket.next("hello");
    sockets.push(socket);
  }
  return sockets;
}

test.each([
  ["https://evil.example"],
  ["http://localhost:3000.evil.example"],
  ["http://localhost:3001"],
  ["null"],
  ["file://"],
])("a page of %s gets into no room, with a good ticket or a token", async (origin) => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const { data: inbox } = await call(notificationsApi.ticket, {}, as(ann));
  const sockets = [
    new RawSocket(await addressFor(ann, trip.id), { origin }),
    new RawSocket(`${roomOf(trip.id)}?protocol=1`, { origin, authorization: `Bearer ${ann.token}` }),
    new RawSocket<InboxMessage>(`${inbox.url}?ticket=${inbox.ticket}&protocol=1`, { origin }),
  ];
  for (const socket of sockets) {
    expect(await socket.closed).toBe(CLOSE_CODES.unauthorized);
    expect(socket.heard.map(({ type }) => type)).toEqual(["close"]);
  }
});

test("a session's cookie alone opens no room: pages elsewhere would send it along", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const cookie = `better-auth.session_token=${ann.token}`;
  const socket = new RawSocket(`${roomOf(trip.id)}?protocol=1`, { cookie });
  expect(await socket.closed).toBe(CLOSE_CODES.unauthorized);
});

test("tickets of another trip, of the inbox, expired, forged or altered open nothing", async () => {
  const ann = await newPerson();
  const [trip, other] = [await newTrip(ann), await newTrip(ann)];
  const { data: inbox } = await call(notificationsApi.ticket, {}, as(ann));
  const { data: foreign } = await call(realtimeApi.ticket, { params: { tripId: other.id } }, as(ann));
  const payload: TicketPayload = {
    tripId: trip.id,
    sessionId: ann.sessionId,
    userId: ann.userId,
    role: "owner",
    name: ann.name,
    image: null,
    jti: uuidv7(),
    exp: Math.floor(Date.now() / 1000) - 1,
  };
  const { REALTIME_SECRET } = env();
  const late = await signTicket(payload, REALTIME_SECRET);
  const forged = await signTicket(
    { ...payload, exp: payload.exp + 60 },
    "another-secret-of-as-many-characters",
  );
  const none = Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 60 })).toString("base64url");
  for (const ticket of [
    foreign.ticket,
    inbox.ticket,
    late,
    forged,
    `${none}.`,
    none,
    `${late}.x`,
    "",
    "a.b",
  ]) {
    const socket = new RawSocket(`${roomOf(trip.id)}?ticket=${ticket}&protocol=1`);
    expect(await socket.closed, ticket).toBe(CLOSE_CODES.unauthorized);
    expect(socket.heard.filter(({ type }) => type !== "close")).toEqual([]);
  }
});

test("one person has thirty windows in a room, and nobody else's room is less for it", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const ben = await newMember(ann, trip, "viewer");
  const sockets = await openMany(ann, trip.id, MOST_OF_ONE);
  const late = new RawSocket(await addressFor(ann, trip.id));
  expect(await late.closed).toBe(CLOSE_CODES.misbehaved);
  expect(late.heard.map(({ type }) => type)).toEqual(["close"]);
  const [bens] = await openMany(ben, trip.id, 1);
  sockets[0]?.close();
  await sockets[0]?.closed;
  const [again] = await openMany(ann, trip.id, 1);
  for (const socket of [...sockets, bens, again]) socket?.close();
});

test("whoever floods a room, or sends what is too large, is out; the others hear each other", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const ben = await newMember(ann, trip, "editor");
  const [bens] = await openMany(ben, trip.id, 1);
  const floods: ((socket: RawSocket) => void)[] = [
    (socket) => {
      for (let index = 0; index < 200; index++) socket.send({ type: "ping" });
    },
    (socket) => {
      for (let index = 0; index < 50; index++) socket.send({ type: "since", seq: 0 });
    },
    (socket) => socket.send({ type: "presence", state: { stopId: null, field: "x".repeat(3000) } }),
    (socket) => socket.send({ type: "ping", more: "x".repeat(900 * 1024) }),
    (socket) => socket.send(JSON.parse("[".repeat(1000) + "]".repeat(1000))),
    (socket) => socket.send(JSON.parse('{"type":"ping","__proto__":{"role":"owner"}}')),
  ];
  for (const flood of floods) {
    const [socket] = await openMany(ann, trip.id, 1);
    if (socket) flood(socket);
    expect(await socket?.closed).toBe(CLOSE_CODES.misbehaved);
  }
  bens?.send({ type: "ping" });
  expect(await bens?.next("pong")).toEqual({ type: "pong" });
  bens?.close();
});
