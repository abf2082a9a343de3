// @long: starts pairs of servers, as tests/realtime/many-servers.test.ts does
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { startRedis, type TestRedis } from "#tests/helpers/redis.ts";
import { ADDRESS_HEADER, asAt, serverPair } from "./server-pair.ts";

const ASKS = 4;
/** The number of copies that a person may make in ten minutes. */
const COPIES = 60;
let redis: TestRedis;
const pair = serverPair(async () => {
  redis = await startRedis();
  return {
    RATE_LIMIT_REDIS_URL: redis.url,
    AGENT_ASKS_PER_PERSON: String(ASKS),
    AGENT_ASKS_PER_TRIP: String(ASKS + 1),
  };
});
afterAll(() => redis.stop());

let nextHost = 1;
/** Sends requests until each server uses Redis: on a busy machine, connecting can take longer than their timeout. */
beforeAll(async () => {
  for (const server of [pair.a, pair.b]) {
    let status = 503;
    while (status === 503) status = await askForCode(server, `198.51.100.${nextHost++}`);
  }
});

/** Returns the statuses of this many requests, which go to the servers in turn. */
async function statuses(
  servers: readonly { url: string }[],
  count: number,
  send: (server: { url: string }) => Promise<number>,
): Promise<number[]> {
  const answers: number[] = [];
  for (let n = 0; n < count; n++) answers.push(await send(servers[n % servers.length] ?? { url: "" }));
  return answers;
}

function askForCode({ url }: { url: string }, address: string): Promise<number> {
  return fetch(`${url}/api/auth/email-otp/send-verification-otp`, {
    method: "POST",
    headers: { "content-type": "application/json", [ADDRESS_HEADER]: address },
    body: JSON.stringify({ email: "nobody@people.test", type: "email-verification" }),
  }).then(({ status }) => status);
}

/** Sends a message to the agent and waits for the end of its answer. */
async function ask(server: { url: string }, person: Person, tripId: string): Promise<number> {
  const params = { tripId };
  const options = asAt(server, person);
  const status = await call(agentApi.ask, { params, body: { text: "Yes?" } }, options).then(
    (answer) => answer.status,
    (error: { status: number }) => error.status,
  );
  const run = async () => (await call(agentApi.status, { params }, options)).data.run;
  await expect.poll(run, { timeout: 20_000 }).toBeNull();
  return status;
}

describe("limits that Redis decides count at all servers together", () => {
  test("of an address at sign-in", async () => {
    const found = await statuses([pair.a, pair.b], 5, (server) => askForCode(server, "192.0.2.7"));
    expect(found).toEqual([200, 200, 200, 429, 429]);
  });

  test("of a person who writes", async () => {
    const owner = await newPerson();
    const { data: trip } = await call(tripsApi.create, { body: { title: "Again" } }, asAt(pair.a, owner));
    const copy = (server: { url: string }) =>
      call(tripsApi.duplicate, { params: { tripId: trip.id }, body: {} }, asAt(server, owner)).then(
        ({ status }) => status,
        (error: { status: number }) => error.status,
      );
    const found = await statuses([pair.a, pair.b], COPIES + 2, copy);
    expect(found.filter((status) => status === 201)).toHaveLength(COPIES);
    expect(found.slice(COPIES)).toEqual([429, 429]);
  });

  test("of whoever asks the agent, and of all in a trip", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const servers = [pair.a, pair.b];
    const own = await statuses(servers, ASKS + 1, (server) => ask(server, owner, tripId));
    expect(own).toEqual([...Array.from({ length: ASKS }, () => 201), 429]);
    // The refused message did not count against the trip's limit.
    const others = await statuses(servers, 2, (server) => ask(server, editor, tripId));
    expect(others).toEqual([201, 429]);
  });
});

test("without Redis each server counts for itself, which the doctor and the guide say", async () => {
  const alone = await Promise.all([1, 2].map(() => pair.another({ RATE_LIMIT_REDIS_URL: "" })));
  const found = await statuses(alone, 8, (server) => askForCode(server, "192.0.2.8"));
  expect(found).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
});
