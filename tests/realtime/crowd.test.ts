import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { v4 as uuidv4 } from "uuid";
import { WebSocket } from "ws";
import { call } from "#lib/client/base/api.ts";
import { proxyRoomUpgrade } from "#lib/local/rooms-proxy.ts";
import { env } from "#lib/server/env/env.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import { FAN_OUT_HEADER, FanOutHead } from "#lib/shared/fan-out.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, newMember, newStop, newTrip } from "#tests/factories/trips.ts";
import { liveService } from "./live-service.ts";
import { RawSocket } from "./raw-socket.ts";

const live = liveService();
const COME_AGAIN = 1012;
/** The number of sockets, which is larger than the number of sockets that get connections of their own. */
const CROWD = 40;
const WRITES = 15;
const front = createServer();
const sockets = new Set<Duplex>();
let url = "";

beforeAll(async () => {
  front.on("upgrade", (req, socket, head) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    proxyRoomUpgrade(req, socket, head, Number(new URL(live.rooms.url).port));
  });
  await once(front.listen(0, "127.0.0.1"), "listening");
  url = `ws://127.0.0.1:${(front.address() as AddressInfo).port}`;
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await until(() => sockets.size === 0);
});

afterAll(() => void front.close());

async function until(isSo: () => boolean): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 20_000, interval: 5 });
}

async function queryFor(person: Person, { id }: TripDto): Promise<string> {
  const { data } = await call(realtimeApi.ticket, { params: { tripId: id } }, as(person));
  return `/parties/main/${id}?ticket=${data.ticket}&protocol=1`;
}

async function enter(person: Person, trip: TripDto): Promise<RawSocket> {
  const socket = new RawSocket(`${url}${await queryFor(person, trip)}`);
  await socket.next("hello");
  return socket;
}

/** Returns the seqs of the events that a socket has received since its greeting. */
function story({ heard }: RawSocket): number[] {
  return heard.flatMap((message) => (message.type === "event" ? message.event.seq : []));
}

function opsOf({ heard }: RawSocket): string[] {
  return heard.flatMap((message) => (message.type === "event" ? message.event.op : []));
}

/**
 * Opens very many sockets of two people; the first ones have connections of their own, and later ones use a fan-out
 * connection.
 */
async function crowded() {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const ben = await newMember(ann, trip, "editor");
  const guests: { person: Person; socket: RawSocket }[] = [];
  for (let n = 0; n < CROWD; n++) {
    const person = n % 2 === 0 ? ann : ben;
    guests.push({ person, socket: await enter(person, trip) });
  }
  return { ann, ben, trip, guests };
}

test("everyone in a crowd hears every event once and in order, also who comes while it is written", async () => {
  const { ann, trip, guests } = await crowded();
  // The messages before the writes differ by socket, so they are removed.
  for (const { socket } of guests) socket.heard.length = 0;
  const writes = Array.from({ length: WRITES }, (_, n) => newStop(ann, trip, { name: `Stop ${n}` }));
  const late = await enter(ann, trip);
  const { seq: greeted } = await late.next("hello");
  await Promise.all(writes);
  const all = guests.map(({ socket }) => socket);
  await until(() => all.every((socket) => story(socket).length >= WRITES));
  const whole = story(all[0] ?? late);
  const first = whole[0] ?? 0;
  expect(whole).toEqual(Array.from({ length: WRITES }, (_, n) => first + n));
  for (const socket of all) expect(story(socket)).toEqual(whole);

  const rest = whole.filter((seq) => seq > greeted);
  await until(() => story(late).length >= rest.length);
  expect(story(late)).toEqual(rest);
  // The socket that came late requests all events again: they come in order, and a new one after them.
  late.heard.length = 0;
  late.send({ type: "since", seq: first - 1 });
  await until(() => story(late).length >= WRITES);
  await newStop(ann, trip);
  await until(() => story(late).length > WRITES);
  expect(story(late)).toEqual([...whole, first + WRITES]);
});

test("who is removed from a crowd hears why and nothing more, and the others stay", async () => {
  const { ann, ben, trip, guests } = await crowded();
  for (const { socket } of guests) socket.heard.length = 0;
  const params = { tripId: trip.id, userId: ben.userId };
  await call(membersApi.remove, { params }, as(ann));
  await newStop(ann, trip);
  const of = (who: Person) => guests.filter(({ person }) => person === who).map(({ socket }) => socket);
  const codes = await Promise.all(of(ben).map(({ closed }) => closed));
  for (const code of codes) expect([CLOSE_CODES.cutOff, CLOSE_CODES.roleChanged]).toContain(code);
  for (const { heard } of of(ben)) {
    expect(heard.at(-1)).toMatchObject({ type: "close" });
    expect(JSON.stringify(heard)).not.toContain("stop.created");
  }
  await until(() => of(ann).every((socket) => opsOf(socket).includes("stop.created")));
  for (const socket of of(ann)) expect(opsOf(socket)).toEqual(["member.left", "stop.created"]);
});

test("windows that close are gone from the room and from the server", async () => {
  const { ann, ben, trip, guests } = await crowded();
  const [watching, ...others] = guests.map(({ socket }) => socket);
  if (!watching) throw new Error("There is nobody.");
  for (const socket of others) socket.close();
  await Promise.all(others.map(({ closed }) => closed));
  await until(() => sockets.size === 1);
  await until(() => {
    const last = watching.heard.findLast((message) => message.type === "presence");
    return last?.members.every(({ userId }) => userId !== ben.userId) === true;
  });
  const again = await enter(ann, trip);
  await newStop(ann, trip);
  await again.next("event");
  for (const socket of [watching, again]) socket.close();
  await until(() => sockets.size === 0);
});

/** Opens a fan-out connection as a server does, and returns what it receives and can send. */
async function openLine(trip: TripDto, name: string, secret: string) {
  const socket = new WebSocket(`${live.rooms.url.replace("http", "ws")}/parties/main/${trip.id}`, {
    headers: { authorization: `Bearer ${secret}`, [FAN_OUT_HEADER]: name },
  });
  const heard: { to: number[]; close?: number; text: string }[] = [];
  const closed = once(socket, "close");
  const first = Promise.withResolvers<void>();
  socket.on("message", (data: Buffer) => {
    const [head = "", ...rest] = data.toString().split("\n");
    first.resolve();
    const parsed = FanOutHead.safeParse(head.startsWith('{"to"') ? JSON.parse(head) : null);
    if (parsed.success) heard.push({ ...parsed.data, text: rest.join("\n") });
  });
  await Promise.race([first.promise, closed]);
  return { heard, closed, socket };
}

async function ride(person: Person, trip: TripDto, place: string): Promise<RawSocket> {
  const { url: rooms } = live.rooms;
  return new RawSocket(`${rooms.replace("http", "ws")}${await queryFor(person, trip)}`, {
    [FAN_OUT_HEADER]: place,
  });
}

test("a room says on a line, once, what many on it are to hear, and nothing of it to themselves", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const name = uuidv4();
  const line = await openLine(trip, name, env().REALTIME_SECRET);
  const riders: RawSocket[] = [];
  for (let n = 0; n < 20; n++) riders.push(await ride(ann, trip, `${name}.${n}`));
  await until(() => line.heard.filter(({ text }) => text.includes('"hello"')).length === 20);
  await newStop(ann, trip);
  await until(() => line.heard.some(({ text }) => text.includes("stop.created")));
  const told = line.heard.filter(({ text }) => text.includes("stop.created"));
  expect(told.map(({ to }) => to)).toEqual([Array.from({ length: 20 }, (_, n) => n)]);
  expect(riders.flatMap(({ heard }) => heard)).toEqual([]);
  // When the fan-out connection breaks, its sockets are closed, so that none waits for messages without end.
  line.socket.terminate();
  for (const rider of riders) await rider.closed;
});

test("a stranger gets no line, and nobody onto one that is not there", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const name = uuidv4();
  for (const secret of [ann.token, "another-secret-of-as-many-characters"]) {
    const line = await openLine(trip, name, secret);
    expect((await line.closed)[0]).toBe(COME_AGAIN);
    expect(line.heard).toEqual([]);
  }
  const rider = await ride(ann, trip, `${name}.1`);
  expect(await rider.closed).toBe(COME_AGAIN);
  expect(rider.heard.map(({ type }) => type)).toEqual(["close"]);
});
