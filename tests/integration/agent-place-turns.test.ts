// @alone @long: sets the environment, which the service reads once; searches of places over several turns
import { afterAll, beforeEach, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { requireWithinLimit } from "#lib/server/auth/rate-limit.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import { startPlacesServer } from "#tests/doubles/place-servers.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as } from "#tests/factories/trips.ts";
import { ask, messages, useAgentModel } from "#tests/helpers/agent.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";

/* When searches of places must wait for each other, the agent and its user count as two clients. */

const double = await startPlacesServer();
const model = await useAgentModel();
Object.assign(process.env, { PLACE_SEARCH_PROVIDER: "nominatim", PLACE_SEARCH_URL: double.url });
afterAll(() => Promise.all([double.stop(), model.stop()]));
beforeEach(async () => {
  await awaitDeferredWork();
  double.trouble(null);
  double.requests.length = 0;
  await freshDatabase().pool.query("delete from open_service_answers");
});

function type(person: Person, q: string) {
  return call(placesApi.search, { query: { q, limit: 8 } }, as(person));
}

const isServers = ({ source }: { source: string }) => source === "OpenStreetMap";

test("what somebody types does not end what their agent looks up, nor the other way round", async () => {
  const { tripId, editor, viewer } = await newTripFixture();
  const run = await newToolRun(editor, tripId);
  const inFront = type(viewer, "in front");
  await expect.poll(() => double.requests.length).toBe(1);
  const agents = callTool(run, "search_places", { query: "清水寺" });
  const own = type(editor, "清水");
  const [{ cards }, { data }] = await Promise.all([agents, own, inFront]);
  expect(cards).toMatchObject([{ type: "places", places: [{ source: "OpenStreetMap" }] }]);
  expect(data.filter(isServers)).toHaveLength(1);
  expect(double.requests.map(({ params }) => params["q"]).slice(1)).toEqual(
    expect.arrayContaining(["清水寺", "清水"]),
  );
});

test("bug: of several places that the agent looks up at once, the older ones were dropped and not found", async () => {
  const { tripId, editor } = await newTripFixture();
  const run = await newToolRun(editor, tripId);
  const names = ["南禅寺", "銀閣寺", "龍安寺"];
  const found = await Promise.all(names.map((query) => callTool(run, "search_places", { query })));
  expect(new Set(double.requests.map(({ params }) => params["q"]))).toEqual(new Set(names));
  const servers = expect.objectContaining({ source: "OpenStreetMap" });
  for (const { cards } of found) expect(cards).toMatchObject([{ places: expect.arrayContaining([servers]) }]);
});

test("both count as that person's searches", async () => {
  const { tripId, editor } = await newTripFixture();
  const run = await newToolRun(editor, tripId);
  const rule = { windowSeconds: 60, max: 300 };
  const group = `${placesApi.search.path}|60`;
  for (let n = 0; n < 300; n += 1) {
    await requireWithinLimit(new Headers(), group, rule, { subject: editor.userId });
  }
  const { step } = await callTool(run, "search_places", { query: "清水寺" });
  expect(step).toMatchObject({ state: "failed", refusal: { code: "RATE_LIMITED" } });
  expect(double.requests).toEqual([]);
});

test("a run that is stopped while a place is looked up has ended within a second", async () => {
  const { tripId, editor } = await newTripFixture();
  double.trouble("slow");
  model.script([{ toolCalls: [{ name: "search_places", args: { query: "金閣寺" } }] }, { text: "Late." }]);
  await ask(editor, tripId, "Where is it?");
  await expect.poll(() => double.requests.length, { timeout: 3000 }).toBe(1);
  const begin = performance.now();
  await call(agentApi.cancel, { params: { tripId } }, as(editor));
  await expect
    .poll(async () => (await messages(editor, tripId))[0]?.run?.status, { timeout: 3000 })
    .toBe("cancelled");
  expect(performance.now() - begin).toBeLessThan(1000);
});
