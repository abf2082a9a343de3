import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { feedsApi } from "#lib/shared/api/feeds.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { usersApi } from "#lib/shared/api/users.ts";
import type { NewExpense } from "#lib/shared/expenses.ts";
import { CLOSE_CODES, PROTOCOL_VERSION } from "#lib/shared/handshake.ts";
import type { TicketDto } from "#lib/shared/protocol.ts";
import { expenseSharedBy } from "#tests/factories/money.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, newDecision, newStop } from "#tests/factories/trips.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { newPicture } from "#tests/helpers/pictures.ts";
import type { WebServer } from "#tests/helpers/web-server.ts";
import { RawSocket } from "./raw-socket.ts";
import { asAt, serverPair, tickTogether } from "./server-pair.ts";

const pair = serverPair();
const REPEATS = 12;
const refused = (status: number) => expect.objectContaining({ status });

async function titleAt(server: { url: string }, person: Person, tripId: string): Promise<string> {
  return (await call(tripsApi.get, { params: { tripId } }, asAt(server, person))).data.title;
}

describe("what one server writes, the other knows at once:", () => {
  test("the trip, and the list of trips", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    for (const title of ["Nara", "Kobe", "Ōsaka"]) {
      await call(tripsApi.update, { params: { tripId }, body: { title } }, asAt(pair.a, owner));
      expect(await titleAt(pair.b, editor, tripId)).toBe(title);
      const { data } = await call(tripsApi.list, { query: {} }, asAt(pair.b, editor));
      expect(data.find(({ id }) => id === tripId)?.title).toBe(title);
    }
  });

  test("balances, after each expense, each change of one, and each undo", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const params = { tripId };
    const { data: members } = await call(membersApi.list, { params }, asAt(pair.b, owner));
    const ids = [owner, editor].map(({ userId }) => members.find((one) => one.userId === userId)?.id ?? "");
    const owed = async (server: { url: string }) => {
      const { data } = await call(moneyApi.balances, { params }, asAt(server, editor));
      return data.balances.find(({ memberId }) => memberId === ids[0])?.amount ?? 0;
    };
    const both = async () => [await owed(pair.a), await owed(pair.b)];
    expect(await both()).toEqual([0, 0]);
    // The cast is safe, because the type of the schema differs only in that its lists are not readonly.
    const yen = (sum: number) => structuredClone(expenseSharedBy(sum, "JPY", ...ids)) as NewExpense["money"];
    const body = { title: "Tea", money: yen(1000) };
    const added = await call(expensesApi.create, { params, body }, asAt(pair.a, owner));
    expect(await both()).toEqual([500, 500]);
    const expense = { tripId, expenseId: added.data.id };
    const change = { params: expense, body: { money: yen(300) } };
    const edited = await call(expensesApi.update, change, asAt(pair.b, editor));
    expect(await both()).toEqual([150, 150]);
    await call(eventsApi.undo, { params: { tripId, seq: edited.seq ?? 0 } }, asAt(pair.a, owner));
    expect(await both()).toEqual([500, 500]);
    await call(expensesApi.delete, { params: expense }, asAt(pair.b, editor));
    expect(await both()).toEqual([0, 0]);
  });

  test("who may do what, also of those whom it has served before", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const params = { tripId };
    const write = () =>
      call(stopsApi.create, { params, body: { name: "Mine", dayId: null } }, asAt(pair.b, editor));
    expect((await write()).status).toBe(201);
    const member = { tripId, userId: editor.userId };
    await call(membersApi.update, { params: member, body: { role: "viewer" } }, asAt(pair.a, owner));
    await expect(write()).rejects.toEqual(refused(403));
    await call(membersApi.update, { params: member, body: { role: "editor" } }, asAt(pair.a, owner));
    expect((await write()).status).toBe(201);
    await call(membersApi.remove, { params: member }, asAt(pair.a, owner));
    await expect(write()).rejects.toEqual(refused(404));
    await expect(titleAt(pair.b, editor, tripId)).rejects.toEqual(refused(404));
  });

  test("that a session has ended", async () => {
    const { owner, tripId } = await newTripFixture();
    const write = () =>
      call(stopsApi.create, { params: { tripId }, body: { name: "Mine", dayId: null } }, asAt(pair.b, owner));
    expect((await write()).status).toBe(201);
    await signOut(owner);
    await expect(write()).rejects.toEqual(refused(401));
    await expect(titleAt(pair.b, owner, tripId)).rejects.toEqual(refused(401));
  });

  test("preferences, and what is in an inbox", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const theme = async () => (await call(usersApi.getPreferences, {}, asAt(pair.b, owner))).data.theme;
    expect(await theme()).toBe("system");
    await call(usersApi.updatePreferences, { body: { theme: "dark" } }, asAt(pair.a, owner));
    expect(await theme()).toBe("dark");

    const unread = async () => (await call(notificationsApi.state, {}, asAt(pair.b, owner))).data.unread;
    const before = await unread();
    const { data } = await call(membersApi.list, { params: { tripId } }, asAt(pair.a, editor));
    const mentions = data.flatMap(({ id, userId }) => (userId === owner.userId ? [id] : []));
    const body = { target: { kind: "trip" as const, id: tripId }, body: "Look!", mentions };
    await call(commentsApi.create, { params: { tripId }, body }, asAt(pair.a, editor));
    expect(await unread()).toBe(before + 1);
    await call(notificationsApi.read, { body: {} }, asAt(pair.a, owner));
    expect(await unread()).toBe(0);
  });

  test("the plan as a calendar, and that its address is no more", async () => {
    const { owner, trip, tripId } = await newTripFixture();
    const params = { tripId };
    const { data: feed } = await call(feedsApi.create, { params, body: {} }, asAt(pair.a, owner));
    const address = `${pair.b.url}${new URL(feed.url).pathname}`;
    const first = await fetch(address);
    const etag = first.headers.get("etag") ?? "";
    expect((await fetch(address, { headers: { "if-none-match": etag } })).status).toBe(304);
    const stop = { name: "Fushimi Inari", dayId: trip.days[0]?.id ?? null };
    await call(stopsApi.create, { params, body: stop }, asAt(pair.a, owner));
    const second = await fetch(address, { headers: { "if-none-match": etag } });
    expect(second.status).toBe(200);
    expect(await second.text()).toContain("Fushimi Inari");
    await call(feedsApi.revoke, { params: { tripId, feedId: feed.id } }, asAt(pair.a, owner));
    expect((await fetch(address)).status).toBe(404);
  });

  test("invites, and that they are withdrawn", async () => {
    const { owner, stranger, tripId } = await newTripFixture();
    const params = { tripId };
    const invite = async () =>
      (await call(invitesApi.create, { params, body: { role: "viewer" } }, asAt(pair.a, owner))).data;
    const [one, other] = [await invite(), await invite()];
    await call(invitesApi.revoke, { params: { tripId, inviteId: one.id } }, asAt(pair.a, owner));
    const accept = (token: string) => call(invitesApi.accept, { params: { token } }, asAt(pair.b, stranger));
    await expect(accept(one.token)).rejects.toEqual(refused(410));
    await accept(other.token);
    expect(await titleAt(pair.a, stranger, tripId)).toBe("Kyoto");
  });
});

test("one key at both servers in the same moment: one effect, and the same answer", async () => {
  const { owner, tripId } = await newTripFixture();
  const keys = Array.from({ length: REPEATS }, () => uuidv7());
  for (const idempotencyKey of keys) {
    const [one, other] = await Promise.all(
      [pair.a, pair.b].map((server) => {
        const body = { name: idempotencyKey, dayId: null };
        return call(
          stopsApi.create,
          { params: { tripId }, body },
          { ...asAt(server, owner), idempotencyKey },
        );
      }),
    );
    expect(other).toEqual(one);
  }
  const { data } = await call(tripsApi.get, { params: { tripId } }, asAt(pair.a, owner));
  const names = data.stops.map(({ name }) => name).filter((name) => keys.includes(name));
  expect(names.toSorted()).toEqual(keys.toSorted());
});

test("one picture at both servers in the same moment is there, by the same answer", async () => {
  const person = await newPerson();
  const file = new Blob([await newPicture()]);
  for (let n = 0; n < 3; n++) {
    const idempotencyKey = uuidv7();
    const upload = async (server: { url: string }) =>
      (await call(avatarApi.upload, { file }, { ...asAt(server, person), idempotencyKey })).data.image;
    const [one, other] = await Promise.all([upload(pair.a), upload(pair.b)]);
    expect([other, (await userRow(person.email))?.image]).toEqual([one, one]);
    expect((await fetch(pair.b.url + new URL(one).pathname)).status).toBe(200);
  }
});

test("a deadline that is past counts once, though both servers' jobs find it", async () => {
  const { owner, trip, tripId } = await newTripFixture();
  const tea = await newStop(owner, trip, { dayId: null });
  const candidates = { candidates: [tea.id], dayId: trip.days[1]?.id, deadline: "2999-11-13T20:00:00.000Z" };
  const { id } = await newDecision(owner, tripId, candidates);
  const { pool } = freshDatabase();
  await pool.query("update decisions set deadline = now() - interval '1 minute' where id = $1", [id]);
  for (let n = 0; n < 3; n++) await tickTogether(pair.a, pair.b);
  const ops = (await historyAfter(owner, tripId, 0)).map(({ op }) => op);
  expect(ops.filter((op) => op === "decision.closed" || op === "decision.tied")).toHaveLength(1);
});

async function signOut({ token }: Person): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${pair.a.url}/api/auth/sign-out`, { method: "POST", headers, body: "{}" });
  expect(answer.status).toBe(200);
}

/** Opens a socket through one server, whichever server has issued the ticket. */
function socketAt(server: { url: string }, { url, ticket }: TicketDto): RawSocket {
  const { pathname } = new URL(url);
  return new RawSocket(
    `${server.url.replace("http", "ws")}${pathname}?ticket=${ticket}&protocol=${PROTOCOL_VERSION}`,
  );
}

async function ticketAt(server: { url: string }, person: Person, tripId: string): Promise<TicketDto> {
  return (await call(realtimeApi.ticket, { params: { tripId } }, asAt(server, person))).data;
}

describe("sockets", () => {
  test("open by another server's ticket, once, wherever it is shown again", async () => {
    const { owner, tripId } = await newTripFixture();
    const ticket = await ticketAt(pair.a, owner, tripId);
    const socket = socketAt(pair.b, ticket);
    await socket.next("hello");
    for (const server of [pair.a, pair.b]) {
      expect(await socketAt(server, ticket).closed).toBe(CLOSE_CODES.unauthorized);
    }
    socket.close();
  });

  test("are closed by whichever server ends a session or lowers a role", async () => {
    const { owner, editor, viewer, tripId } = await newTripFixture();
    const open = async (person: Person) => {
      const socket = socketAt(pair.b, await ticketAt(pair.b, person, tripId));
      await socket.next("hello");
      return socket;
    };
    const [ofEditor, ofViewer] = [await open(editor), await open(viewer)];
    await signOut(viewer);
    expect(await ofViewer.closed).toBe(CLOSE_CODES.cutOff);
    const params = { tripId, userId: editor.userId };
    await call(membersApi.update, { params, body: { role: "viewer" } }, asAt(pair.a, owner));
    expect(await ofEditor.closed).toBe(CLOSE_CODES.roleChanged);
  });

  test("hear what either server writes, in order and once", async () => {
    const scene = await newTripFixture();
    const socket = await listenTo(scene);
    for (let n = 0; n < 10; n++) await addStop(n % 2 ? pair.a : pair.b, scene, `Stop ${n}`);
    await expectAllHeard(socket, scene);
  });
});

async function listenTo({ owner, tripId }: TripFixture): Promise<RawSocket> {
  const socket = socketAt(pair.b, await ticketAt(pair.b, owner, tripId));
  await socket.next("hello");
  return socket;
}

async function addStop(server: { url: string }, { owner, tripId }: TripFixture, name: string): Promise<void> {
  await call(stopsApi.create, { params: { tripId }, body: { name, dayId: null } }, asAt(server, owner));
}

/** Checks that a socket has received each event since its greeting once and in order. */
async function expectAllHeard(socket: RawSocket, { owner, tripId }: TripFixture): Promise<void> {
  const { data } = await call(tripsApi.get, { params: { tripId } }, asAt(pair.a, owner));
  const { seq } = await socket.next("hello");
  const wanted = Array.from({ length: data.seq - seq }, (_, index) => seq + 1 + index);
  const heard = () => socket.heard.flatMap((said) => (said.type === "event" ? [said.event.seq] : []));
  await expect.poll(heard, { timeout: 20_000 }).toEqual(wanted);
  socket.close();
}

/** Starts a server that cannot reach its rooms. */
function mute(): Promise<WebServer> {
  return pair.another({ PARTY_PORT: "9" });
}

describe("what a server could not publish", () => {
  test("comes with the next write of another, in order and once", async () => {
    const server = await mute();
    const scene = await newTripFixture();
    const socket = await listenTo(scene);
    for (const name of ["One", "Two", "Three"]) await addStop(server, scene, name);
    await server.kill();
    await addStop(pair.b, scene, "Four");
    await expectAllHeard(socket, scene);
  });

  test("comes with the next tick, though two servers tick at once", async () => {
    const server = await mute();
    const scene = await newTripFixture();
    const socket = await listenTo(scene);
    for (const name of ["One", "Two", "Three"]) await addStop(server, scene, name);
    await server.kill();
    const heard = async () => {
      await tickTogether(pair.a, pair.b);
      return socket.heard.filter(({ type }) => type === "event").length;
    };
    await expect.poll(heard, { timeout: 20_000, interval: 500 }).toBe(3);
    await tickTogether(pair.a, pair.b);
    await expectAllHeard(socket, scene);
  });
});
