// @long: starts pairs of servers, as tests/realtime/many-servers.test.ts does
import { describe, expect, test, vi } from "vitest";
import { ApiError, call } from "#lib/client/base/api.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import type { AgentEvent } from "#lib/shared/agent.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { isRunEnd } from "#tests/helpers/agent.ts";
import { readStream } from "./agent-reader.ts";
import { asAt, serverPair, tickTogether } from "./server-pair.ts";

/** The maximum time until a cancelled run ends: a run checks every third of a second whether it was cancelled. */
const CANCELLED_WITHIN_MS = 1500;
/** The maximum time until the trip is free for another run: the lease of a run, and a tick. */
const FREE_WITHIN_MS = 60_000;
vi.setConfig({ testTimeout: 180_000 });
const TEXT = "One two three four five six seven eight nine ten.";
const pair = serverPair(() => Promise.resolve({ AGENT_ASKS_PER_PERSON: "4", AGENT_ASKS_PER_TRIP: "6" }));

function ask(server: { url: string }, person: Person, { tripId }: Pick<TripFixture, "tripId">) {
  return call(agentApi.ask, { params: { tripId }, body: { text: "Count." } }, asAt(server, person));
}

/** Sends a message to the agent of one server, and waits until its answer is halfway. */
async function askAndHold(server: { url: string }, { owner, tripId }: TripFixture): Promise<void> {
  pair.model.reset();
  pair.model.hold(3);
  pair.model.script([{ text: TEXT }]);
  await ask(server, owner, { tripId });
  await pair.model.held();
}

async function runAt(server: { url: string }, { owner, tripId }: TripFixture) {
  return (await call(agentApi.status, { params: { tripId } }, asAt(server, owner))).data.run;
}

async function eventsAt(server: { url: string }, { owner, tripId }: TripFixture): Promise<AgentEvent[]> {
  const query = { after: 0, limit: 500 };
  return (await call(agentApi.events, { params: { tripId }, query }, asAt(server, owner))).data.events;
}

function expectGapless(events: readonly AgentEvent[]): void {
  expect(events.map(({ cursor }) => cursor)).toEqual(events.map((_, index) => index + 1));
}

async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error("It was not refused.", { cause: error });
}

describe("a run of the agent at one server", () => {
  test("is the trip's only one: the other names who asked and since when, and tells its words without a gap", async () => {
    const scene = await newTripFixture();
    await askAndHold(pair.a, scene);
    const stream = await readStream(pair.b, scene.owner, scene.tripId);
    const { status, body } = await refusalOf(ask(pair.b, scene.editor, scene));
    expect({ status, code: body.code }).toEqual({ status: 409, code: "AGENT_BUSY" });
    const run = await runAt(pair.a, scene);
    expect(body.details).toMatchObject({ run: { memberId: run?.memberId, startedAt: run?.startedAt } });
    pair.model.release();
    await expect.poll(() => stream.events.some(isRunEnd), { timeout: 60_000 }).toBe(true);
    stream.close();
    expectGapless(stream.events);
    expect(stream.events).toEqual(await eventsAt(pair.a, scene));
  });

  test("is stopped through the other within a second", async () => {
    const scene = await newTripFixture();
    await askAndHold(pair.a, scene);
    const since = Date.now();
    await call(agentApi.cancel, { params: { tripId: scene.tripId } }, asAt(pair.b, scene.owner));
    await expect.poll(() => runAt(pair.b, scene), { timeout: 20_000, interval: 20 }).toBeNull();
    expect(Date.now() - since).toBeLessThan(CANCELLED_WITHIN_MS);
    const end = (await eventsAt(pair.b, scene)).find(isRunEnd);
    expect(end).toMatchObject({ message: { run: { status: "cancelled" } } });
  });

  test("is ended once by the others where its server was killed, and the trip is free", async () => {
    const scene = await newTripFixture();
    const server = await pair.another();
    await askAndHold(server, scene);
    await server.kill();
    const isFree = async () => {
      await tickTogether(pair.a, pair.b);
      return (await runAt(pair.b, scene)) === null;
    };
    await expect.poll(isFree, { timeout: FREE_WITHIN_MS, interval: 500 }).toBe(true);
    const events = await eventsAt(pair.b, scene);
    expectGapless(events);
    const ends = events.filter(isRunEnd);
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatchObject({ message: { run: { status: "interrupted" } } });
    pair.model.reset();
    await ask(pair.a, scene.owner, scene);
    await expect.poll(() => runAt(pair.b, scene), { timeout: 60_000 }).toBeNull();
  });
});
