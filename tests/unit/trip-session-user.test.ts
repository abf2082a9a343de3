import { beforeEach, expect, test } from "vitest";
import { TripSession } from "#lib/client/open-trip/trip-session.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { goLive, waitForRequest, waitUntilTrue } from "#tests/realtime/fake-opening.ts";
import { FakeService, refusal, type PendingRequest } from "#tests/realtime/fake-service.ts";
import { FakeSocket } from "#tests/realtime/fake-socket.ts";
import { ANN, BOB, BOB_MEMBER, STOP_ID, trip } from "#tests/realtime/sample-trip.ts";

let clock: FakeClock;
let service: FakeService;
let session: TripSession;
let signedIn: string | null;
/** How often the page requested which user is signed in. */
let asks: number;
let isReachable: boolean;

beforeEach(() => {
  clock = new FakeClock();
  service = new FakeService();
  signedIn = ANN;
  asks = 0;
  isReachable = true;
  FakeSocket.opened = [];
  session = new TripSession({
    initial: trip(),
    userId: ANN,
    clock,
    WebSocket: FakeSocket,
    call: { fetch: service.fetch },
    whoAmI: () => {
      asks += 1;
      return isReachable ? Promise.resolve(signedIn) : Promise.reject(new TypeError("offline"));
    },
  });
});

const asked = (path: string, from?: number): Promise<PendingRequest> => waitForRequest(service, path, from);
const live = (): Promise<FakeSocket> => goLive(session, service);

/** Returns the votes that were sent. */
function votes(): PendingRequest[] {
  return service.sent.filter(({ path }) => path.endsWith("/vote"));
}

function tickets(): PendingRequest[] {
  return service.sent.filter(({ path }) => path === "/realtime/ticket");
}

function readings(): PendingRequest[] {
  return service.sent.filter(({ path }) => path.startsWith("/events"));
}

test("unsent writes are never sent as someone else", async () => {
  await live();
  void session.actions.vote(STOP_ID, 1);
  await (await asked(`/stops/${STOP_ID}/vote`)).answer(401, refusal("UNAUTHENTICATED"));
  const sent = service.sent.length;
  for (const other of [BOB, null]) {
    signedIn = other;
    session.wake();
    await clock.pass(60_000);
  }
  expect(service.sent.slice(sent).filter(({ method }) => method === "PUT")).toEqual([]);
  signedIn = ANN;
  session.wake();
  expect((await asked(`/stops/${STOP_ID}/vote`, sent)).body).toEqual({ value: 1 });
});

test("what is refused because the page is somebody else's by now is kept, and sent once it is this person's again", async () => {
  await live();
  void session.actions.vote(STOP_ID, 1);
  const vote = await asked(`/stops/${STOP_ID}/vote`);
  expect(vote.headers.get("x-page-user")).toBe(ANN);
  signedIn = BOB;
  await vote.answer(401, refusal("OTHER_ACCOUNT", { userId: BOB, name: "Bob" }));
  await clock.pass(60_000);
  expect([votes().length, session.connection, session.store.queue.state]).toEqual([
    1,
    "signed-out",
    "waiting",
  ]);
  signedIn = ANN;
  session.wake();
  await waitUntilTrue(() => votes().length === 2);
  expect(votes()[1]?.headers.get("idempotency-key")).toBe(vote.headers.get("idempotency-key"));
});

test.each([
  ["the page wakes", () => session.wake()],
  ["the network is gone", () => session.offline()],
  ["another window had the focus", () => session.doubt()],
])("once %s, nothing is sent before it is known who is signed in", async (_why, happens) => {
  await live();
  signedIn = BOB;
  happens();
  void session.actions.vote(STOP_ID, 1);
  await waitUntilTrue(() => session.connection === "signed-out");
  expect([votes(), session.store.queue.state]).toEqual([[], "waiting"]);
  signedIn = ANN;
  session.wake();
  await waitUntilTrue(() => votes().length === 1);
});

test("who is signed in is asked once, and not at all while nothing happens", async () => {
  await live();
  void session.actions.vote(STOP_ID, 1);
  await (
    await asked(`/stops/${STOP_ID}/vote`)
  ).answer(200, { stopId: STOP_ID, memberId: BOB_MEMBER, value: 1 });
  expect(asks).toBe(0);
  session.doubt();
  for (const value of [0, 1] as const) {
    void session.actions.vote(STOP_ID, value);
    await flushPromises();
    await votes().at(-1)?.answer(200, { stopId: STOP_ID, memberId: BOB_MEMBER, value });
  }
  expect([asks, votes().length]).toEqual([1, 3]);
});

test("without network a write waits, and goes as soon as it is known whose it is", async () => {
  await live();
  isReachable = false;
  session.offline();
  void session.actions.vote(STOP_ID, 1);
  await clock.pass(60_000);
  expect([votes(), session.store.queue.state, session.connection]).toEqual([[], "waiting", "offline"]);
  isReachable = true;
  session.wake();
  await waitUntilTrue(() => votes().length === 1);
});

test("a write that got no answer is not repeated as someone else", async () => {
  await live();
  void session.actions.vote(STOP_ID, 1);
  await (await asked(`/stops/${STOP_ID}/vote`)).lose();
  signedIn = BOB;
  await clock.pass(30_000);
  expect([votes().length, session.connection]).toEqual([1, "signed-out"]);
});

test("whoever is signed out by the room keeps what they write, and nothing of it is sent", async () => {
  const socket = await live();
  const before = service.sent.length;
  socket.tell({ type: "close", code: 4003, reason: "" });
  await (await asked("/realtime/ticket", before)).answer(401, refusal("UNAUTHENTICATED"));
  await waitUntilTrue(() => session.connection === "signed-out");
  signedIn = BOB;
  void session.actions.vote(STOP_ID, 1);
  await clock.pass(60_000);
  expect([votes(), session.store.queue.state]).toEqual([[], "waiting"]);
});

test("a room is not entered with someone else's ticket", async () => {
  const socket = await live();
  signedIn = BOB;
  socket.drop();
  await waitUntilTrue(() => session.connection === "signed-out");
  expect(tickets()).toHaveLength(1);
});

test("a session that ended is told although the room is still there, and its return is noticed without a sign", async () => {
  await live();
  const told = new Set<string>();
  session.connectionChanges.add(() => told.add(session.connection));
  void session.actions.vote(STOP_ID, 1);
  signedIn = null;
  await (await asked(`/stops/${STOP_ID}/vote`)).answer(401, refusal("UNAUTHENTICATED"));
  expect([[...told], session.store.queue.state]).toEqual([["signed-out"], "waiting"]);
  await clock.pass(60_000);
  expect(votes()).toHaveLength(1);
  signedIn = ANN;
  await clock.pass(10_000);
  expect([[...told], votes().length]).toEqual([["signed-out", "reconnecting"], 2]);
});

test.each([
  ["the log", () => session.reader.read()],
  ["the trip", () => session.refresh()],
  ["a thread", () => session.threads.load({ kind: "stop", id: STOP_ID })],
  ["what is unread", () => session.unread.open()],
])(
  "%s was read as whoever had signed in meanwhile, and taken into the trip of the one before",
  async (_what, read) => {
    session.doubt();
    signedIn = BOB;
    void Promise.resolve(read()).catch(() => undefined);
    await clock.pass(0);
    expect([service.sent, asks]).toEqual([[], 1]);
  },
);

test("what a trip without a socket reads from time to time was read as whoever had signed in meanwhile", async () => {
  session.start();
  await (await asked("/realtime/ticket")).lose();
  signedIn = BOB;
  await clock.pass(60_000);
  expect(readings()).toEqual([]);
  signedIn = ANN;
  await clock.pass(60_000);
  expect(readings().length).toBeGreaterThan(0);
});
