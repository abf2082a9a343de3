import { beforeEach, expect, test } from "vitest";
import { ApiError } from "#lib/client/base/api.ts";
import { type ConnectionState, TripSocket } from "#lib/client/sync/trip-socket.ts";
import { FakeClock } from "#tests/realtime/fake-clock.ts";
import { waitForSocket, FakeSocket } from "#tests/realtime/fake-socket.ts";

let clock: FakeClock;
let states: ConnectionState[];
let ticket: () => Promise<{ url: string; ticket: string; expiresAt: string }>;
let tickets: number;
let socket: TripSocket;

beforeEach(() => {
  clock = new FakeClock();
  states = [];
  tickets = 0;
  FakeSocket.opened = [];
  ticket = async () => ({ url: "ws://room.test/t", ticket: `ticket-${tickets}`, expiresAt: "" });
  socket = open(
    () => {
      tickets += 1;
      return ticket();
    },
    (state) => states.push(state),
  );
});

function nothing(): void {}

function open(askTicket: typeof ticket, onState: (state: ConnectionState) => void): TripSocket {
  const listener = {
    onHello: nothing,
    onEvent: nothing,
    onPresence: nothing,
    onAgent: nothing,
    onBehind: nothing,
    onState,
  };
  return new TripSocket({ clock, WebSocket: FakeSocket, ticket: askTicket, ...listener });
}

/** Waits until a later connection has been attempted; earlier ones were attempted before it. */
async function laterOneTries(): Promise<void> {
  let isTried = false;
  const later = open(() => {
    isTried = true;
    return Promise.reject(new ApiError(404, { code: "NOT_FOUND", message: "No.", requestId: "" }));
  }, nothing);
  await expect.poll(() => isTried).toBe(true);
  later.close();
}

function refuseTickets(status: number, code: string): void {
  ticket = () => Promise.reject(new ApiError(status, { code, message: "No.", requestId: "" }));
}

test("it is live once the room has greeted it, and comes back with a new ticket when it is dropped", async () => {
  const first = await waitForSocket(clock, 0);
  expect(first.url).toBe("ws://room.test/t?ticket=ticket-1&protocol=1");
  expect(socket.state).toBe("connecting");
  first.accept();
  expect(socket.state).toBe("live");
  first.drop();
  expect(socket.state).toBe("reconnecting");
  const second = await waitForSocket(clock, 1);
  expect(second.url).toContain("ticket-2");
  second.accept();
  expect(states).toEqual(["live", "reconnecting", "live"]);
});

test("while it can't connect it waits longer and longer, until someone says that the network is back", async () => {
  ticket = () => Promise.reject(new Error("offline"));
  for (const wait of [450, 900, 1800, 3600]) {
    await expect.poll(() => clock.waiting).toBe(1);
    const before = tickets;
    await clock.pass(wait - 1);
    expect(tickets).toBe(before);
    await clock.pass(1);
    await expect.poll(() => tickets).toBe(before + 1);
  }
  await expect.poll(() => clock.waiting).toBe(1);
  const before = tickets;
  socket.wake();
  await expect.poll(() => tickets).toBe(before + 1);
});

test("a silent connection is taken for dead", async () => {
  const first = await waitForSocket(clock, 0);
  first.accept();
  await clock.pass(20_000);
  expect(first.said).toEqual([JSON.stringify({ type: "ping" })]);
  first.tell({ type: "pong" });
  await clock.pass(20_000);
  expect(socket.state).toBe("live");
  await clock.pass(5000);
  expect(socket.state).toBe("reconnecting");
  await waitForSocket(clock, 1);
});

test("a role that changed is taken up at once", async () => {
  const first = await waitForSocket(clock, 0);
  first.accept();
  first.tell({ type: "close", code: 4004, reason: "" });
  (await waitForSocket(clock, 1)).accept();
  expect(states).toEqual(["live", "reconnecting", "live"]);
});

test.each([
  ["the session ended", 401, "UNAUTHENTICATED", "signed-out"],
  ["the membership did", 404, "NOT_FOUND", "removed"],
])("whoever is cut off because %s stays away", async (_why, status, code, state) => {
  const first = await waitForSocket(clock, 0);
  first.accept();
  refuseTickets(status, code);
  first.tell({ type: "close", code: 4003, reason: "" });
  await expect.poll(() => socket.state).toBe(state);
  await clock.pass(60_000);
  expect(tickets).toBe(2);
  expect(FakeSocket.opened).toHaveLength(1);
});

test("whoever is cut off at the door again stays away, and is let in when that changes", async () => {
  (await waitForSocket(clock, 0)).accept();
  FakeSocket.opened[0]?.tell({ type: "close", code: 4003, reason: "" });
  const second = await waitForSocket(clock, 1);
  second.readyState = 1;
  second.tell({ type: "close", code: 4003, reason: "" });
  expect(socket.state).toBe("removed");
  await laterOneTries();
  expect([tickets, FakeSocket.opened.length]).toEqual([2, 2]);
  const granted = ticket;
  refuseTickets(404, "NOT_FOUND");
  socket.wake();
  await expect.poll(() => tickets).toBe(3);
  ticket = granted;
  socket.wake();
  (await waitForSocket(clock, 2)).accept();
  expect(states).toEqual(["live", "reconnecting", "removed", "live"]);
});

test("signing in again brings it back", async () => {
  const granted = ticket;
  refuseTickets(401, "UNAUTHENTICATED");
  await expect.poll(() => socket.state).toBe("signed-out");
  ticket = granted;
  socket.wake();
  (await waitForSocket(clock, 0)).accept();
  expect(socket.state).toBe("live");
});

test("a client that is too old says so and stops", async () => {
  const first = await waitForSocket(clock, 0);
  first.readyState = 1;
  first.tell({ type: "close", code: 4010, reason: "" });
  first.drop(4010);
  expect(socket.state).toBe("outdated");
  socket.wake();
  await clock.pass(60_000);
  expect(tickets).toBe(1);
});

test("nothing is said before the greeting, nor kept for later", async () => {
  const first = await waitForSocket(clock, 0);
  expect(socket.send({ type: "since", seq: 1 })).toBe(false);
  first.accept();
  expect(first.said).toEqual([]);
  expect(socket.send({ type: "since", seq: 1 })).toBe(true);
});
