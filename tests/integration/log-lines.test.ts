// @alone: sets the environment, which the service reads once
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { AppError } from "#lib/shared/errors.ts";
import { answerRequest } from "#lib/server/http/answer-request.ts";
import { allEndpoints } from "#lib/shared/api/registry.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { useAgentModel } from "#tests/helpers/agent.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { inputFor } from "#tests/helpers/inputs.ts";
import { type LogLine, listenToLog } from "#tests/helpers/log-lines.ts";
import { plantTexts } from "#tests/helpers/planted-texts.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";
import { sampleOf } from "#tests/helpers/tiers.ts";

process.env.LOG_REQUESTS = "all";
await useStreetView();
const model = await useAgentModel();
afterAll(() => model.stop());

let logged: ReturnType<typeof listenToLog>;
beforeEach(() => {
  logged = listenToLog();
});
afterEach(() => logged.stop());

const AGENT = "planted-agent/1.0";
/** Texts for the fields; each field gets the first that it accepts. */
const PLANTED = [
  "planted words 私の旅行 ann.planted@people.test",
  "planted",
  "https://planted.test/secret?token=planted",
];

function requestLines(lines: readonly LogLine[]): LogLine[] {
  return lines.filter(({ event }) => event === "request");
}

describe.each(sampleOf(allEndpoints, 1).map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s",
  (_, endpoint) => {
    test("leaves one line, with ids and nobody's name, words or keys in it", async () => {
      const scene = await newTripFixture();
      const { owner } = scene;
      const { input } = plantTexts(endpoint, await inputFor(endpoint.id, scene, owner), PLANTED);
      await awaitDeferredWork();
      logged.stop();
      logged = listenToLog();
      const headers = { ...input.headers, "user-agent": AGENT, "x-wayfare-client-ip": "203.0.113.77" };
      const sent = await send(endpoint, { ...input, token: owner.token, headers });
      await awaitDeferredWork();

      const lines = requestLines(logged.lines()).filter(({ method }) => method === endpoint.method);
      const line = lines.find(({ requestId }) => requestId === sent.headers.get("x-request-id"));
      if (endpoint.id === "service.ping") expect(lines).toEqual([]);
      else {
        expect(line).toMatchObject({ route: endpoint.path, status: sent.status, ms: expect.any(Number) });
        expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        if (endpoint.access !== "public") expect(line?.userId).toBe(owner.userId);
        if (endpoint.path.includes("{tripId}")) expect(line?.tripId).toBe(scene.tripId);
      }
      const { editor, viewer, guest, anonymousGuest, stranger } = scene;
      const people = [owner, editor, viewer, guest, anonymousGuest, stranger];
      const personal = [
        ...people.flatMap(({ name, email, token }) => [name, email, token]),
        ...Object.entries(input.params ?? {}).flatMap(([name, value]) => (/token/i.test(name) ? value : [])),
      ];
      for (const secret of ["planted", "203.0.113", ...personal]) expect(logged.text()).not.toContain(secret);
    });
  },
);

describe("the line of a request", () => {
  test("says why it was refused, and where, when nothing of the path is known", async () => {
    const sent = await handlerFetch("/api/nowhere/ann.planted@people.test?token=planted");
    const [line] = requestLines(logged.lines());
    expect(line).toMatchObject({
      requestId: sent.headers.get("x-request-id"),
      route: "/api/{unknown}",
      status: 404,
      code: "NOT_FOUND",
    });
    expect(logged.text()).not.toContain("planted");
  });

  test("has no part of a path that is no id", async () => {
    const { owner } = await newTripFixture();
    const params = { tripId: "ann.planted@people.test" };
    await send(tripsApi.get, { params, token: owner.token });
    expect(requestLines(logged.lines()).at(-1)).toMatchObject({ route: "/api/trips/{tripId}", status: 404 });
    expect(logged.text()).not.toContain("planted");
  });

  test("is a warning where the service failed, beside the fault's own line", async () => {
    const request = new Request("http://localhost:3000/api/x");
    await answerRequest(request, "/api/x", () => Promise.reject(new TypeError("no")));
    const lines = logged.lines();
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, "request failed"],
      [40, "request"],
    ]);
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(1);
  });

  test("is quiet for what parts of the service ask each other every few seconds", async () => {
    const request = new Request("http://localhost:3000/api/internal/tick");
    await answerRequest(request, "/api/internal/tick", () => Promise.resolve(new Response()));
    await answerRequest(request, "/api/internal/tick", () =>
      Promise.reject(new AppError("UNAVAILABLE", "Away.")),
    );
    expect(logged.lines().map(({ level }) => level)).toEqual([20, 40]);
  });
});
