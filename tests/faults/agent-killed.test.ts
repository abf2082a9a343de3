// @long: starts a whole service for one fault
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, type CallOptions } from "#lib/client/base/api.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { AgentEvent } from "#lib/shared/agent.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import { type AgentModel, startAgentModel } from "#tests/doubles/agent-model.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { signUp } from "#tests/helpers/app-client.ts";

/** The maximum time until the agent run has ended: the lease of the run, a tick, and the server's restart. */
const ENDED_WITHIN_MS = 60_000;

let model: AgentModel;
let app: App;
let owner: CallOptions;

beforeAll(async () => {
  model = await startAgentModel();
  const env = { AGENT_MODEL: model.model, AGENT_API_KEY: model.key, AGENT_BASE_URL: model.baseUrl };
  app = await startApp({ env });
  owner = { baseUrl: app.url, token: (await signUp(app)).token };
});

afterAll(async () => {
  await app.stop();
  await model.stop();
});

async function allEvents(tripId: string): Promise<AgentEvent[]> {
  const asked = { params: { tripId }, query: { after: 0, limit: 500 } };
  // While the server restarts, a request fails and counts as an answer without events.
  return call(agentApi.events, asked, owner).then(
    ({ data }) => data.events,
    () => [],
  );
}

test("a run whose server is killed ends in one clear event, what it wrote stands, and the trip is free", async () => {
  const { data: trip } = await call(
    tripsApi.create,
    { body: { title: "Kyoto", startDate: "2027-04-05", endDate: "2027-04-07" } },
    owner,
  );
  const params = { tripId: trip.id };
  const dayId = trip.days[0]?.id ?? "";
  const adding = { name: "add_stop", args: { name: "Before the fall", dayId } };
  model.script([
    { toolCalls: [adding] },
    { text: "One two three four five.", breaks: { after: 2, by: "stall" } },
  ]);
  await call(agentApi.ask, { params, body: { text: "Add one, and count." } }, owner);
  const hasSpoken = async () => (await allEvents(trip.id)).some(({ kind }) => kind === "text");
  await expect.poll(hasSpoken, { timeout: 10_000 }).toBe(true);
  const before = (await allEvents(trip.id)).length;
  process.kill(app.pidOf("web") ?? 0, "SIGKILL");

  const run = async () => {
    const last = (await allEvents(trip.id)).at(-1);
    return last?.kind === "message" ? (last.message.run?.status ?? null) : null;
  };
  await expect.poll(run, { timeout: ENDED_WITHIN_MS, interval: 250 }).toBe("interrupted");
  const events = await allEvents(trip.id);
  expect(events.length).toBeGreaterThan(before);
  expect(events.map(({ cursor }) => cursor)).toEqual(events.map((_, index) => index + 1));
  const ends = events.filter(
    (event) => event.kind === "message" && event.message.run?.status === "interrupted",
  );
  expect(ends).toHaveLength(1);
  const { data: stops } = await call(tripsApi.get, { params }, owner);
  expect(stops.stops.map(({ name }) => name)).toEqual(["Before the fall"]);
  await call(stopsApi.create, { params, body: { name: "After it", dayId } }, owner);

  model.reset();
  model.script([{ text: "Here again." }]);
  await call(agentApi.ask, { params, body: { text: "Are you there?" } }, owner);
  await expect.poll(async () => (await call(agentApi.status, { params }, owner)).data.run).toBeNull();
  const { data: said } = await call(agentApi.messages, { params }, owner);
  expect(said[0] && textOfParts(said[0])).toBe("Here again.");
}, 180_000);
