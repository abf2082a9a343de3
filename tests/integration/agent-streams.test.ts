// @alone: sets the environment, which the service reads once
import { afterAll, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { appendAgentEvents, lockAgentThread } from "#db/queries/agent.ts";
import { call } from "#lib/client/base/api.ts";
import { MOST_STREAMS, takeStreamSlot } from "#lib/server/agent/stream-slots.ts";
import { countFeedReaders } from "#lib/server/agent/trip-feed.ts";
import { notifyAgentListeners } from "#lib/server/agent/agent-listeners.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import type { AgentEvent } from "#lib/shared/agent.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newMember, newTrip } from "#tests/factories/trips.ts";
import { ask, eventsAfter, streamUntil, useAgentModel } from "#tests/helpers/agent.ts";
import { handlerFetch } from "#tests/helpers/handlers.ts";
import { recordStatements } from "#tests/helpers/statements.ts";

/* These tests have many readers of one trip's agent events in one process. */

const model = await useAgentModel();
afterAll(() => model.stop());

/** Adds events as another process does, without notifying this process. */
async function addElsewhere(tripId: string, count: number): Promise<void> {
  const bodies = JSON.stringify(Array.from({ length: count }, () => ({ kind: "mode", mode: "propose" })));
  await freshDatabase().transaction(async (tx) => {
    await lockAgentThread(tx, { tripId });
    await appendAgentEvents(tx, { tripId, runId: null, bodies, at: new Date() });
  });
}

async function add(tripId: string, count: number): Promise<void> {
  await addElsewhere(tripId, count);
  notifyAgentListeners(tripId);
}

function openStream(person: Person, tripId: string, init: RequestInit = {}): Promise<Response> {
  return handlerFetch(`/api/trips/${tripId}/agent/stream`, {
    ...init,
    headers: { authorization: `Bearer ${person.token}` },
  });
}

/** Opens a reader that takes one event at a time when a test asks for it. */
async function slowReader(person: Person, tripId: string) {
  const response = await openStream(person, tripId);
  if (!response.body) throw new Error("There is no stream.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  async function next(): Promise<number | null> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return null;
      const id = /^id: (\d+)\n/.exec(value);
      if (id) return Number(id[1]);
    }
  }
  return { next, close: () => reader.cancel() };
}

const upTo = (cursor: number) => (event: AgentEvent) => event.cursor >= cursor;
const countTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
const cursorsOf = (events: AgentEvent[]) => events.map(({ cursor }) => cursor);

describe("all who listen to one trip", () => {
  const READERS = 20;

  test("share its looks: twenty cost no more than one, and hear the same", async () => {
    const owner = await newPerson();
    const trip = await newTrip(owner);
    const people = await Promise.all(Array.from({ length: READERS }, () => newMember(owner, trip, "viewer")));
    model.script([{ text: Array.from({ length: 30 }, (_, n) => `word${n} `) }]);
    await add(trip.id, 1);
    const readers = await Promise.all(people.map((person) => slowReader(person, trip.id)));
    expect(await Promise.all(readers.map(({ next }) => next()))).toEqual(people.map(() => 1));
    const before = performance.now();
    const said = await recordStatements(async () => {
      await ask(owner, trip.id, "Speak.");
      await awaitDeferredWork();
      const all = cursorsOf(await eventsAfter(owner, trip.id, 1));
      for (const cursor of all) {
        expect(await Promise.all(readers.map(({ next }) => next()))).toEqual(people.map(() => cursor));
      }
    });
    const named = (name: string) => said.filter((statement) => statement.name === name).length;
    // The events are read once for each announcement, and at intervals without one.
    const wakes = named("append_run_events") + 5 + (performance.now() - before) / 200;
    expect(named("select_agent_news")).toBeLessThanOrEqual(wakes);
    expect(named("select_sessions_access")).toBeLessThanOrEqual(wakes);
    // The only other read of agent events is the owner's request in this test.
    expect(named("select_agent_events")).toBe(1);
    await Promise.all(readers.map(({ close }) => close()));
    await expect.poll(countFeedReaders).toBe(0);
  });

  test("hear what another process adds", async () => {
    const { tripId, viewer, guest } = await newTripFixture();
    const readers = [viewer, guest].map((person) => streamUntil(person, tripId, 0, upTo(450)));
    await expect.poll(countFeedReaders).toBe(2);
    await addElsewhere(tripId, 450);
    for (const heard of await Promise.all(readers)) expect(cursorsOf(heard)).toEqual(countTo(450));
  });

  test("come from wherever they were, before and behind the others", async () => {
    const { tripId, owner, editor, viewer, guest } = await newTripFixture();
    await add(tripId, 30);
    const first = streamUntil(owner, tripId, 30, upTo(40));
    await expect.poll(countFeedReaders).toBe(1);
    const [old, late] = [streamUntil(editor, tripId, 5, upTo(40)), streamUntil(viewer, tripId, 35, upTo(40))];
    // A reader with a wrong cursor does not disturb other readers.
    const never = new AbortController();
    const wrong = streamUntil(guest, tripId, 999_999, () => true, never.signal);
    await expect.poll(countFeedReaders).toBe(4);
    await add(tripId, 10);
    expect(cursorsOf(await first)).toEqual(countTo(40, 31));
    expect(cursorsOf(await old)).toEqual(countTo(40, 6));
    expect(cursorsOf(await late)).toEqual(countTo(40, 36));
    never.abort();
    expect(await wrong).toEqual([]);
  });
});

describe("whoever is slower than the others", () => {
  const MANY = 1300;

  test("misses nothing, and holds up nobody", async () => {
    const { tripId, viewer, guest } = await newTripFixture();
    const slow = await slowReader(viewer, tripId);
    await add(tripId, 3);
    expect(await slow.next()).toBe(1);
    const fast = streamUntil(guest, tripId, 0, upTo(MANY));
    for (let cursor = 3; cursor < MANY; cursor = Math.min(MANY, cursor + 100)) {
      await add(tripId, Math.min(100, MANY - cursor));
    }
    expect(cursorsOf(await fast)).toEqual(countTo(MANY));
    const rest: (number | null)[] = [];
    while (rest.at(-1) !== MANY) rest.push(await slow.next());
    expect(rest).toEqual(countTo(MANY, 2));
    await add(tripId, 1);
    expect(await slow.next()).toBe(MANY + 1);
    await slow.close();
  });

  test("hears no more than what was on its way once they are out", async () => {
    const { tripId, owner, viewer, guest } = await newTripFixture();
    const slow = await slowReader(viewer, tripId);
    await add(tripId, 100);
    expect(await slow.next()).toBe(1);
    await call(membersApi.remove, { params: { tripId, userId: viewer.userId } }, as(owner));
    const other = streamUntil(guest, tripId, 100, upTo(101));
    await add(tripId, 1);
    await other;
    await expect.poll(countFeedReaders).toBe(0);
    const rest: (number | null)[] = [];
    while (rest.at(-1) !== null) rest.push(await slow.next());
    expect(rest.length).toBeLessThan(6);
  });
});

test("whoever comes while the others are being asked for misses nothing", async () => {
  const { tripId, viewer, guest } = await newTripFixture();
  const first = await slowReader(guest, tripId);
  await add(tripId, 1);
  expect(await first.next()).toBe(1);
  const second: Promise<AgentEvent[]>[] = [];
  const said = await recordStatements(
    async () => {
      await add(tripId, 1);
      expect(await first.next()).toBe(2);
    },
    (statement) => {
      if (statement.name !== "select_sessions_access" || second.length > 0) return undefined;
      second.push(streamUntil(viewer, tripId, 1, upTo(3)));
      return expect.poll(countFeedReaders).toBe(2);
    },
  );
  const asked = said.find(({ name }) => name === "select_sessions_access")?.values;
  expect(JSON.stringify(asked)).not.toContain(viewer.sessionId);
  await add(tripId, 1);
  expect(cursorsOf((await second[0]) ?? [])).toEqual([2, 3]);
  expect(await first.next()).toBe(3);
  await first.close();
});

async function refusal(person: Person, tripId: string) {
  const refused = await openStream(person, tripId);
  const body: unknown = await refused.json();
  return { status: refused.status, retryAfter: refused.headers.get("retry-after"), body };
}

describe("streams that are open at once", () => {
  const tooMany = {
    status: 429,
    retryAfter: "60",
    body: {
      code: "RATE_LIMITED",
      message:
        "You follow the agent in as many places as you can. Close one of them, or ask for its events page by page (GET …/agent/events).",
      details: { retryAfter: 60 },
      requestId: expect.any(String),
    },
  };

  test("are few for each person, and one that is closed or whose reader is gone frees its place at once", async () => {
    const { tripId, owner, viewer } = await newTripFixture();
    const other = await newTrip(viewer);
    const hangUp = new AbortController();
    const open = [
      await openStream(viewer, other.id),
      await openStream(viewer, tripId, { signal: hangUp.signal }),
    ];
    while (open.length < MOST_STREAMS.person) open.push(await openStream(viewer, tripId));
    expect(await refusal(viewer, tripId)).toEqual(tooMany);
    expect(await refusal(viewer, other.id)).toEqual(tooMany);
    expect(await eventsAfter(viewer, tripId, 0)).toEqual([]);
    open.push(await openStream(owner, tripId));
    hangUp.abort();
    open.push(await openStream(viewer, tripId));
    expect(await refusal(viewer, tripId)).toEqual(tooMany);
    await open[0]?.body?.cancel();
    await expect.poll(countFeedReaders).toBe(MOST_STREAMS.person);
    open.push(await openStream(viewer, tripId));
    expect(await refusal(viewer, tripId)).toEqual(tooMany);
    for (const { body } of open) void body?.cancel();
    await expect.poll(countFeedReaders).toBe(0);
  });

  test("are not used up by whoever is refused, only asks for headers, or has gone", async () => {
    const { tripId, viewer, stranger } = await newTripFixture();
    for (let n = 0; n <= MOST_STREAMS.person; n++) {
      expect((await openStream(stranger, tripId)).status).toBe(404);
      expect((await openStream(viewer, tripId, { method: "HEAD" })).status).toBe(200);
      const gone = new AbortController();
      expect((await openStream(viewer, tripId, { signal: gone.signal })).status).toBe(200);
      gone.abort();
    }
    const own = await newTrip(stranger);
    const last = await openStream(stranger, own.id);
    expect(last.status).toBe(200);
    await last.body?.cancel();
    await expect.poll(countFeedReaders).toBe(0);
  });

  test("are limited for each trip too", () => {
    const ended = new AbortController();
    const [tripId, other] = [uuidv7(), uuidv7()];
    for (let n = 0; n < MOST_STREAMS.trip; n++) takeStreamSlot(uuidv7(), tripId, ended.signal);
    expect(() => takeStreamSlot(uuidv7(), tripId, ended.signal)).toThrow(
      "As many people as can follow this trip's agent just now. Come back later, or ask for its events page by page",
    );
    takeStreamSlot(uuidv7(), other, ended.signal);
    ended.abort();
    takeStreamSlot(uuidv7(), tripId, new AbortController().signal);
  });
});

describe("nobody is left listening", () => {
  test("after a HEAD, which has the same headers and no stream", async () => {
    const { tripId, viewer } = await newTripFixture();
    const head = await openStream(viewer, tripId, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), head.body]).toEqual([
      200,
      "text/event-stream",
      null,
    ]);
    expect(countFeedReaders()).toBe(0);
  });

  test("after a request that was gone before, or as soon as, it was answered", async () => {
    const { tripId, viewer } = await newTripFixture();
    const gone = await openStream(viewer, tripId, { signal: AbortSignal.abort() }).catch(() => null);
    expect(gone?.ok ?? true).toBe(true);
    expect(countFeedReaders()).toBe(0);
    const hangUp = new AbortController();
    await openStream(viewer, tripId, { signal: hangUp.signal });
    expect(countFeedReaders()).toBe(1);
    hangUp.abort();
    expect(countFeedReaders()).toBe(0);
    const cancelled = await openStream(viewer, tripId);
    await cancelled.body?.cancel();
    await expect.poll(countFeedReaders).toBe(0);
  });
});
