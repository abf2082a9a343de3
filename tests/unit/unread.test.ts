import { beforeEach, expect, test } from "vitest";
import { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { CommentTarget } from "#lib/shared/comments.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, refusal, type PendingRequest } from "#tests/realtime/fake-service.ts";
import { FakeSocket } from "#tests/realtime/fake-socket.ts";
import { ANN, comment, event, STOP_ID, trip } from "#tests/realtime/sample-trip.ts";

const TARGET: CommentTarget = { kind: "stop", id: STOP_ID };
const ANN_MEMBER = trip().members.find(({ userId }) => userId === ANN)?.id ?? "";

let clock: FakeClock;
let service: FakeService;
let session: TripSession;

beforeEach(() => {
  clock = new FakeClock();
  service = new FakeService();
  const call = { fetch: service.fetch };
  session = new TripSession({ initial: trip(), userId: ANN, clock, WebSocket: FakeSocket, call });
});

function sentTo(path: string): PendingRequest[] {
  return service.sent.filter((sent) => sent.path === path);
}

function unread(count: number, newestId = "x") {
  return count === 0 ? [] : [{ target: TARGET, count, newestId }];
}

async function opened(count: number): Promise<void> {
  session.unread.open();
  await clock.pass(0);
  await sentTo("/comments/unread")[0]?.answer(200, unread(count));
}

function said(by: string, id: string): void {
  const entity = comment({ id, memberId: by, target: TARGET });
  session.store.receive([event(session.store.seq + 1, { op: "comment.created", entity })]);
}

test("nothing is asked before somebody wants to know, then once", async () => {
  await clock.pass(60_000);
  expect(service.sent).toEqual([]);
  await opened(2);
  session.unread.open();
  await clock.pass(60_000);
  expect(sentTo("/comments/unread").length).toBe(1);
  expect(session.unread.count(STOP_ID)).toBe(2);
  expect(session.unread.count("elsewhere")).toBe(0);
});

test("comments of others count as they come; one's own says that all was read", async () => {
  await opened(0);
  said("another", "a");
  said("another", "b");
  expect(session.unread.count(STOP_ID)).toBe(2);
  said(ANN_MEMBER, "c");
  expect(session.unread.count(STOP_ID)).toBe(0);
});

test("what was read is gone at once, said once, and stays gone in an answer that is late", async () => {
  await opened(1);
  session.store.receive([
    event(session.store.seq + 1, { op: "comment.deleted", entity: { id: "z", target: TARGET } }),
  ]);
  await clock.pass(400);
  const [, late] = sentTo("/comments/unread");
  session.unread.read(TARGET, "x");
  session.unread.read(TARGET, "x");
  expect(session.unread.count(STOP_ID)).toBe(0);
  await flushPromises();
  expect(sentTo("/comments/read").map(({ body }) => body)).toEqual([{ target: TARGET, upTo: "x" }]);
  await late?.answer(200, unread(1));
  expect(session.unread.count(STOP_ID)).toBe(0);
});

test("a mark that did not reach the service is no mark", async () => {
  await opened(1);
  session.unread.read(TARGET, "x");
  await flushPromises();
  await sentTo("/comments/read")[0]?.lose();
  await clock.pass(10_000);
  await sentTo("/comments/unread").at(-1)?.answer(200, unread(1));
  expect(session.unread.count(STOP_ID)).toBe(1);
});

test("a read that fails is tried again; a refused one is not", async () => {
  session.unread.open();
  await clock.pass(0);
  await sentTo("/comments/unread")[0]?.lose();
  await clock.pass(10_000);
  await sentTo("/comments/unread")[1]?.answer(404, refusal("NOT_FOUND"));
  await clock.pass(60_000);
  expect(sentTo("/comments/unread").length).toBe(2);
});

test("after a jump, and after what may change the counts, they are read anew", async () => {
  await opened(3);
  const next = session.store.seq + 1;
  session.store.receive([event(next, { op: "stop.deleted", entity: { id: STOP_ID } })]);
  await clock.pass(400);
  await sentTo("/comments/unread").at(-1)?.answer(200, []);
  expect(session.unread.count(STOP_ID)).toBe(0);
  session.store.adopt({ ...trip(), seq: next + 10 });
  await clock.pass(0);
  await sentTo("/comments/unread").at(-1)?.answer(200, unread(1));
  expect(session.unread.count(STOP_ID)).toBe(1);
});

test.each(["expense.deleted", "expense.withdrawn"] as const)(
  "with an expense its thread comes and goes: after %s they are read anew",
  async (op) => {
    await opened(3);
    session.store.receive([event(session.store.seq + 1, { op, entity: { id: STOP_ID } })]);
    await clock.pass(400);
    await sentTo("/comments/unread").at(-1)?.answer(200, []);
    expect(session.unread.count(STOP_ID)).toBe(0);
  },
);
