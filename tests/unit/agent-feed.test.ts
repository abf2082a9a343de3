import { beforeEach, expect, test } from "vitest";
import { AgentBadge } from "#lib/client/sync/agent-mark.ts";
import { AgentSession } from "#lib/client/agent/agent-session.ts";
import type { StreamHandlers } from "#lib/client/agent/agent-stream.ts";
import { ConnectionError } from "#lib/client/base/api.ts";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import type { AgentEvent, AgentMessageDto } from "#lib/shared/agent.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, refusal, type PendingRequest } from "#tests/realtime/fake-service.ts";
import { ANN, ANN_MEMBER, CREATED_AT, TRIP_ID } from "#tests/realtime/sample-trip.ts";

interface Opened extends StreamHandlers {
  address: string;
  isClosed: boolean;
}

let clock: FakeClock;
let service: FakeService;
let streams: Opened[];
let mark: AgentBadge;
let session: AgentSession;

beforeEach(() => {
  clock = new FakeClock();
  service = new FakeService();
  streams = [];
  mark = new AgentBadge(TRIP_ID, ANN);
  const line = new TripRequests({ clock, userId: ANN, call: { fetch: service.fetch } });
  const openStream = (address: string, ears: StreamHandlers) => {
    const stream = { ...ears, address, isClosed: false };
    streams.push(stream);
    return () => void (stream.isClosed = true);
  };
  session = new AgentSession({ tripId: TRIP_ID, line, mark, clock, openStream });
});

function sentTo(path: string): PendingRequest[] {
  return service.sent.filter((sent) => sent.path.startsWith(`/agent/${path}`));
}

function said(n: number, overrides: Partial<AgentMessageDto> = {}): AgentMessageDto {
  const parts: AgentMessageDto["parts"] = [{ type: "text", text: `Question ${n}` }];
  const frame = { id: `ask ${n}`, role: "user" as const, memberId: ANN_MEMBER };
  return { ...frame, parts, run: null, cursor: n, createdAt: CREATED_AT, ...overrides };
}

function event(n: number, message = said(n)): AgentEvent {
  return { kind: "message", message, cursor: n, at: CREATED_AT };
}

async function opened(cursor: number, messages: AgentMessageDto[] = []): Promise<Opened> {
  await sentTo("status").at(-1)?.answer(200, { mode: "apply", cursor, run: null });
  await sentTo("messages").at(-1)?.answer(200, messages);
  await flushPromises();
  const stream = streams.at(-1);
  if (!stream) throw new Error("No stream was opened.");
  return stream;
}

const cursors = () => session.thread.view.messages.map(({ cursor }) => cursor);

test("nothing is asked before somebody looks, and nothing is held open afterwards", async () => {
  expect(service.sent).toEqual([]);
  const release = session.watch();
  const stream = await opened(3);
  expect(stream.address).toBe(`/api/trips/${TRIP_ID}/agent/stream?after=3&pageUser=${ANN}`);
  release();
  expect(stream.isClosed).toBe(true);
  await clock.pass(120_000);
  expect(clock.waiting).toBe(0);
  stream.onEvent(event(4));
  expect(cursors()).toEqual([]);
});

test("coming back goes on where one was, and reads anew where that is less", async () => {
  const release = session.watch();
  (await opened(1, [said(1)])).onEvent(event(2));
  release();
  session.watch();
  await sentTo("status").at(-1)?.answer(200, { mode: "apply", cursor: 9, run: null });
  await flushPromises();
  expect(streams.at(-1)?.address).toMatch(/after=2&pageUser=/);
  expect(sentTo("messages")).toHaveLength(1);
  session.feed.wake();
  const far = await opened(5000, [said(4999)]);
  expect(far.address).toMatch(/after=5000&pageUser=/);
  expect(sentTo("messages")).toHaveLength(2);
});

test("where no stream gets through, it asks, and tries a stream again later", async () => {
  session.watch();
  const stream = await opened(0);
  for (let loss = 0; loss < 3; loss++) stream.onLost(false);
  expect(stream.isClosed).toBe(true);
  await flushPromises();
  await sentTo("events")
    .at(-1)
    ?.answer(200, { events: [event(1), event(2)], cursor: 2 });
  expect(cursors()).toEqual([1, 2]);
  await clock.pass(5000);
  expect(sentTo("events")).toHaveLength(2);
  await sentTo("events").at(-1)?.lose();
  await clock.pass(20_000);
  expect(sentTo("events")).toHaveLength(3);
  await clock.pass(60_000);
  await sentTo("events").at(-1)?.answer(200, { events: [], cursor: 2 });
  expect(streams).toHaveLength(2);
  expect(streams[1]?.address).toMatch(/after=2&pageUser=/);
});

test("a stream too many is not asked for again at once, and who is told to wait waits", async () => {
  session.watch();
  (await opened(0)).onLost(true);
  await flushPromises();
  await sentTo("events")
    .at(-1)
    ?.answer(429, refusal("RATE_LIMITED", { retryAfter: 30 }));
  expect(session.thread.view.status).toBe("ready");
  await clock.pass(29_000);
  expect(sentTo("events")).toHaveLength(1);
  await clock.pass(1000);
  expect(sentTo("events")).toHaveLength(2);
  await sentTo("events").at(-1)?.answer(200, { events: [], cursor: 0 });
  await clock.pass(25_000);
  expect(streams).toHaveLength(1);
});

test("without a stream, what one has just asked is there at once", async () => {
  session.watch();
  (await opened(0)).onLost(true);
  await flushPromises();
  await sentTo("events").at(-1)?.answer(200, { events: [], cursor: 0 });
  const asked = session.ask("Where to?");
  await flushPromises();
  const { id } = session.sent ?? { id: "" };
  await sentTo("messages").at(-1)?.answer(201, said(1, { id }));
  await asked;
  expect(sentTo("events")).toHaveLength(2);
  await sentTo("events")
    .at(-1)
    ?.answer(200, { events: [event(1, said(1, { id }))], cursor: 1 });
  expect(session.sent).toBeNull();
  expect(cursors()).toEqual([1]);
});

test("a storage that is full hides no word", async () => {
  mark.open({
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  session.watch();
  const shown: number[] = [];
  session.thread.changes.add(() => shown.push(session.thread.cursor));
  (await opened(0)).onEvent(event(1));
  expect(shown).toContain(1);
});

test("where a stream is refused, it asks, and tries one again after a minute", async () => {
  session.watch();
  (await opened(0)).onLost(true);
  expect(streams[0]?.isClosed).toBe(true);
  await flushPromises();
  for (let asked = 1; asked <= 12; asked++) {
    expect([streams.length, sentTo("events").length]).toEqual([1, asked]);
    await sentTo("events").at(-1)?.answer(200, { events: [], cursor: 0 });
    await clock.pass(5000);
  }
  await sentTo("events").at(-1)?.answer(200, { events: [], cursor: 0 });
  expect(streams).toHaveLength(2);
  streams[1]?.onLost(true);
  await flushPromises();
  expect([streams.length, sentTo("events").length]).toEqual([2, 14]);
});

test("a hole in the stream is filled by asking, and the stream goes on behind it", async () => {
  session.watch();
  (await opened(0)).onEvent(event(2));
  await flushPromises();
  expect(cursors()).toEqual([]);
  await sentTo("events")
    .at(-1)
    ?.answer(200, { events: [event(1), event(2), event(3)], cursor: 3 });
  await flushPromises();
  expect(cursors()).toEqual([1, 2, 3]);
  expect(streams.at(-1)?.address).toMatch(/after=3&pageUser=/);
});

test("who may not read any more is told so, and is not asked for again", async () => {
  session.watch();
  await flushPromises();
  await sentTo("status").at(-1)?.answer(404, refusal("NOT_FOUND"));
  expect(session.thread.view.status).toBe("gone");
  await clock.pass(60_000);
  expect(sentTo("status")).toHaveLength(1);
});

test("a first read that fails says so, and is tried again", async () => {
  session.watch();
  await flushPromises();
  await sentTo("status").at(-1)?.lose();
  expect(session.thread.view.status).toBe("failed");
  await clock.pass(1000);
  await opened(0);
  expect(session.thread.view.status).toBe("ready");
});

test("the same words sent again after a lost answer are the same message; after a refusal they are a new one", async () => {
  const [first, lost] = [session.ask("Where to?"), () => sentTo("messages").at(-1)];
  await flushPromises();
  const before = lost();
  const isUnsure = expect(first).rejects.toBeInstanceOf(ConnectionError);
  await before?.lose();
  await isUnsure;
  const again = session.ask("Where to?");
  await flushPromises();
  const after = lost();
  expect(after?.body).toEqual(before?.body);
  expect(after?.headers.get("idempotency-key")).toBe(before?.headers.get("idempotency-key"));
  const isRefused = expect(again).rejects.toMatchObject({ body: { code: "AGENT_BUSY" } });
  await after?.answer(409, refusal("AGENT_BUSY"));
  await isRefused;
  void session.ask("Where to?").catch(() => undefined);
  await flushPromises();
  expect(lost()?.body).not.toEqual(before?.body);
});

test("a message that is in the thread before its lost answer was sent well", async () => {
  session.watch();
  const stream = await opened(0);
  const asked = session.ask("Where to?");
  await flushPromises();
  const { id } = session.sent ?? { id: "" };
  stream.onEvent(event(1, said(1, { id })));
  expect(session.sent).toBeNull();
  await sentTo("messages").at(-1)?.lose();
  await expect(asked).resolves.toBeUndefined();
});

test("a question that was on its way when the page was left is there to be sent again, unless it arrived", async () => {
  const kept = new Map<string, string>();
  const storage = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => void kept.set(name, text),
  };
  const line = new TripRequests({ clock, userId: ANN, call: { fetch: service.fetch } });
  const open = () => new AgentSession({ tripId: TRIP_ID, userId: ANN, line, mark, clock, storage });
  void open().ask("Where to?");
  await flushPromises();
  const [first] = sentTo("messages");
  const [later, latest] = [open(), open()];
  expect(later.takeLeft()).toBe("Where to?");
  expect(later.takeLeft()).toBeNull();
  void later.ask("Where to?");
  await flushPromises();
  expect(sentTo("messages").at(-1)?.body).toEqual(first?.body);
  const { id } = later.sent ?? { id: "" };
  expect(open().takeLeft()).toBe("Where to?");
  latest.thread.begin({ mode: "apply", cursor: 1, run: null }, { items: [said(1, { id })], cursor: null });
  expect(latest.takeLeft()).toBeNull();
  expect(open().takeLeft()).toBeNull();
});

test("the mark: at work, then new until it is seen; late news change nothing", () => {
  const kept = new Map<string, string>();
  mark.open({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) });
  mark.hear({ cursor: 5, isWorking: false });
  expect([mark.isWorking, mark.hasNews]).toEqual([false, false]);
  mark.hear({ cursor: 7, isWorking: true });
  expect([mark.isWorking, mark.hasNews]).toEqual([true, false]);
  mark.hear({ cursor: 6, isWorking: false });
  expect(mark.isWorking).toBe(true);
  mark.hear({ cursor: 9, isWorking: false });
  expect(mark.hasNews).toBe(true);
  mark.see(9);
  expect(mark.hasNews).toBe(false);
  const later = new AgentBadge(TRIP_ID, ANN);
  later.open({ getItem: (key) => kept.get(key) ?? null, setItem: () => undefined });
  later.hear({ cursor: 12, isWorking: false });
  expect(later.hasNews).toBe(true);
});
