import { beforeEach, expect, test } from "vitest";
import { ApiError } from "#lib/client/base/api.ts";
import { InboxWatch } from "#lib/client/notifications/inbox-watch.ts";
import type { InboxMessage, InboxState } from "#lib/shared/protocol.ts";
import { FakeClock } from "#tests/realtime/fake-clock.ts";
import { waitForSocket, FakeSocket } from "#tests/realtime/fake-socket.ts";

let clock: FakeClock;
let heard: InboxState[];
let polls: number;
let refusal: ApiError | null;
let watch: InboxWatch;

beforeEach(() => {
  clock = new FakeClock();
  heard = [];
  polls = 0;
  refusal = null;
  FakeSocket.opened = [];
  watch = new InboxWatch({
    clock,
    WebSocket: FakeSocket,
    async ticket() {
      if (refusal) throw refusal;
      return { url: "ws://room.test/inbox", ticket: `${FakeSocket.opened.length}`, expiresAt: "" };
    },
    async readState() {
      polls += 1;
      if (refusal) throw refusal;
      return { seq: polls, unread: polls };
    },
    onState: ({ seq, unread }) => heard.push({ seq, unread }),
  });
});

function tell(socket: FakeSocket, message: InboxMessage): void {
  socket.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
}

function greet(socket: FakeSocket, unread: number, seq = 1): void {
  socket.readyState = 1;
  socket.dispatchEvent(new Event("open"));
  tell(socket, { type: "hello", protocol: 1, seq, unread });
}

test("hears over its socket, and asks for nothing while it is there", async () => {
  const socket = await waitForSocket(clock, 0);
  expect(socket.url).toBe("ws://room.test/inbox?ticket=0&protocol=1");
  greet(socket, 2);
  tell(socket, { type: "notified", seq: 2, unread: 3 });
  for (let minute = 0; minute < 5; minute++) {
    await clock.pass(30_000);
    tell(socket, { type: "pong" });
    await clock.pass(30_000);
    tell(socket, { type: "pong" });
  }
  expect(heard).toEqual([
    { seq: 1, unread: 2 },
    { seq: 2, unread: 3 },
  ]);
  expect(polls).toBe(0);
  watch.close();
});

test("asks soon, and then each minute, while no socket comes through", async () => {
  await waitForSocket(clock, 0);
  await clock.pass(3000);
  expect(heard).toEqual([{ seq: 1, unread: 1 }]);
  await clock.pass(59_000);
  expect(polls).toBe(1);
  await clock.pass(1000);
  expect(heard.at(-1)).toEqual({ seq: 2, unread: 2 });
  watch.close();
});

test("asks again a minute after its socket is lost, and no more once it is back", async () => {
  const first = await waitForSocket(clock, 0);
  greet(first, 0);
  first.drop();
  await clock.pass(59_000);
  expect(polls).toBe(0);
  await clock.pass(1000);
  expect(polls).toBe(1);
  greet(await waitForSocket(clock, 1, 500), 4, 9);
  const before = polls;
  await clock.pass(25_000);
  expect(heard.at(-1)).toEqual({ seq: 9, unread: 4 });
  expect(polls).toBe(before);
  watch.close();
});

test("a socket that is silent is taken for dead", async () => {
  greet(await waitForSocket(clock, 0), 0);
  await clock.pass(30_000);
  expect(FakeSocket.opened[0]?.said).toEqual(['{"type":"ping"}']);
  await clock.pass(5000);
  await waitForSocket(clock, 1, 500);
  watch.close();
});

test("whoever is signed out is asked for no more", async () => {
  refusal = new ApiError(401, { code: "UNAUTHENTICATED", message: "Sign in first.", requestId: "" });
  await clock.pass(600_000);
  await expect.poll(() => clock.pass(60_000).then(() => clock.waiting)).toBe(0);
  expect(FakeSocket.opened).toHaveLength(0);
  expect(polls).toBeLessThanOrEqual(1);
});

test("one that was closed asks nothing more once its socket is gone", async () => {
  const socket = await waitForSocket(clock, 0);
  greet(socket, 0);
  watch.close();
  socket.drop();
  await clock.pass(120_000);
  expect(polls).toBe(0);
  expect(clock.waiting).toBe(0);
});
