// @alone: sets the environment, which the service reads once
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { answerRequest } from "#lib/server/http/answer-request.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { AppError } from "#lib/shared/errors.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { answerJson, type LoopbackServer, startLoopback } from "#tests/doubles/loopback-server.ts";
import { type CollectedSpan, type Collector, startCollector } from "#tests/doubles/otlp-collector.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { send } from "#tests/helpers/handlers.ts";

let collector: Collector;
let rooms: LoopbackServer;
const traceparents: unknown[] = [];

beforeAll(async () => {
  collector = await startCollector();
  rooms = await startLoopback((request, response) => {
    traceparents.push(request.headers.traceparent);
    answerJson(response, 200, { isListening: true });
  });
  Object.assign(process.env, {
    PARTYKIT_URL: rooms.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector,x-other=1",
    OTEL_SERVICE_NAME: "wayfare-test",
    OTEL_BSP_SCHEDULE_DELAY: "20",
    OTEL_METRIC_EXPORT_INTERVAL: "100",
  });
});

afterAll(async () => {
  await rooms.stop();
  await collector.stop();
});

/** Returns the spans of one request, found by the id in its answer, once the span `last` has arrived. */
function spansOf(requestId: string | null, last: string): Promise<CollectedSpan[]> {
  return vi.waitFor(
    () => {
      const root = collector.spans().find(({ attributes }) => attributes["wayfare.request_id"] === requestId);
      const all = collector.spans().filter(({ traceId }) => traceId === root?.traceId);
      if (!all.some(({ name }) => name === last)) throw new Error(`${last} has not come.`);
      return all;
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** Returns each span's name after the names of its parents. */
function pathsOf(spans: readonly CollectedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const pathOf = (span: CollectedSpan): string => {
    const parent = byId.get(span.parentSpanId ?? "");
    return parent ? `${pathOf(parent)} > ${span.name}` : span.name;
  };
  return [...new Set(spans.map(pathOf))].toSorted((a, b) => a.localeCompare(b));
}

const CREATE = "POST /api/trips/{tripId}/stops";

async function addStop(headers: Record<string, string> = {}) {
  const scene = await newTripFixture();
  const { tripId, owner, trip } = scene;
  await freshDatabase().pool.query("update trips set room_epoch = 1 where id = $1", [tripId]);
  const body = { dayId: trip.days[0]?.id ?? null, name: "planted name 京都", notes: "planted notes" };
  const sent = await send(stopsApi.create, { params: { tripId }, token: owner.token, body, headers });
  expect(sent.status).toBe(201);
  await awaitDeferredWork();
  return { ...scene, requestId: sent.headers.get("x-request-id") };
}

describe("a trace", () => {
  test("of adding a stop leads from the request through its statements to the room", async () => {
    const { requestId, owner, tripId } = await addStop();
    const spans = await spansOf(requestId, "room publish");
    const paths = pathsOf(spans);
    expect(paths).toEqual([
      CREATE,
      `${CREATE} > room publish`,
      `${CREATE} > transaction`,
      `${CREATE} > transaction > add_stop_at_end`,
      `${CREATE} > transaction > hold_trip`,
    ]);
    const root = spans.find(({ name }) => name === CREATE);
    expect(root).toMatchObject({
      kind: 2,
      attributes: {
        "http.request.method": "POST",
        "http.route": "/api/trips/{tripId}/stops",
        "http.response.status_code": 201,
      },
    });
    const publish = spans.find(({ name }) => name === "room publish");
    expect(traceparents).toContain(`00-${root?.traceId}-${publish?.spanId}-01`);
    // Spans contain the names of statements and never their values.
    const said = JSON.stringify(spans);
    for (const value of ["planted", owner.token, owner.email, owner.name, owner.userId, tripId])
      expect(said).not.toContain(value);
    expect(collector.services()).toEqual(new Set(["wayfare-test"]));
    expect(collector.authorizations()).toEqual(new Set(["Bearer of-the-collector"]));
  });

  test("goes on from the caller's, and from nothing that is none", async () => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const { requestId } = await addStop({ traceparent: `00-${traceId}-00f067aa0ba902b7-00` });
    const span = (await spansOf(requestId, CREATE)).find(({ name }) => name === CREATE);
    expect(span).toMatchObject({ traceId, parentSpanId: "00f067aa0ba902b7" });
    const other = await addStop({ traceparent: "00-planted-planted-01" });
    const own = (await spansOf(other.requestId, CREATE)).find(({ name }) => name === CREATE);
    expect(own?.parentSpanId ?? "").toBe("");
  });

  test("says that something failed by its kind, not by its words", async () => {
    const request = new Request("http://localhost:3000/api/x");
    const failed = await answerRequest(request, "/api/x", async () => {
      await freshDatabase().transaction(() => Promise.reject(new RangeError("planted words")));
      return new Response();
    });
    const spans = await spansOf(failed.headers.get("x-request-id"), "GET /api/x");
    expect(spans.find(({ name }) => name === "GET /api/x")?.status.code).toBe(2);
    expect(spans.find(({ name }) => name === "transaction")).toMatchObject({
      status: { code: 2 },
      attributes: { "error.type": "RangeError" },
    });
  });
});

test("metrics count requests by route and status, the pool, the event loop, refusals and background work", async () => {
  const { owner } = await newTripFixture();
  await send(tripsApi.list, { token: owner.token });
  const request = new Request("http://localhost:3000/api/x");
  await answerRequest(request, "/api/x", () => Promise.reject(new AppError("RATE_LIMITED", "Too many.")));
  await runTick();
  const names = [
    "http.server.request.duration",
    "db.client.connection.count",
    "db.client.connection.pending_requests",
    "nodejs.eventloop.delay.p99",
    "v8js.memory.heap.used",
    "wayfare.rate_limit.refusals",
    "wayfare.background.runs",
  ];
  await vi.waitFor(() => expect(names.filter((name) => !collector.metric(name))).toEqual([]), 20_000);
  await vi.waitFor(() => {
    const points = collector.metric("http.server.request.duration")?.histogram?.dataPoints ?? [];
    const list = {
      "http.request.method": "GET",
      "http.route": "/api/trips",
      "http.response.status_code": 200,
    };
    expect(points.map(({ attributes }) => attributes)).toContainEqual(list);
  }, 20_000);
  const done = { attributes: { "wayfare.job": "publishing", outcome: "done" } };
  // The metrics can be exported between two jobs, so the test waits for another export.
  await vi.waitFor(
    () =>
      expect(collector.metric("wayfare.background.runs")?.sum?.dataPoints).toContainEqual(
        expect.objectContaining(done),
      ),
    20_000,
  );
  expect(collector.text()).not.toContain("planted");
});
