// @alone: loads the service's modules anew
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { runInSpan, startPageTiming } from "#lib/server/telemetry/telemetry.ts";
import { timedPage } from "#lib/server/telemetry/server-timing.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { startCollector } from "#tests/doubles/otlp-collector.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { send } from "#tests/helpers/handlers.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Starts a server with these settings and returns the `Server-Timing` of its answers to a read and to a write. */
async function timingsWith(settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  const { owner, tripId, trip } = await newTripFixture();
  const { token } = owner;
  const read = await send(tripsApi.get, { params: { tripId }, token });
  // For a stop with participants, a query before the write checks whether they are members.
  const participants = trip.members.slice(0, 1).map(({ id }) => id);
  const body = { dayId: trip.days[0]?.id ?? null, name: "planted name", participants };
  const written = await send(stopsApi.create, { params: { tripId }, token, body });
  const refused = await send(tripsApi.list, {});
  expect([read.status, written.status, refused.status]).toEqual([200, 201, 401]);
  return [read, written, refused].map(({ headers }) => headers.get("server-timing"));
}

const MS = String.raw`\d+(?:\.\d)?`;

describe("Server-Timing of the API", () => {
  test("says how long all, the database and each part took, and how many statements there were", async () => {
    const [read, written, refused] = await timingsWith({ SERVER_TIMING: "on" });
    const head = (count: string) => `^total;dur=${MS}, db;dur=${MS};desc="${count} statements"`;
    expect(read).toMatch(new RegExp(`${head("2")}, session;dur=${MS}$`));
    expect(written).toMatch(
      new RegExp(
        `${head("[5-9]")}, (?:session;dur=${MS}, transaction;dur=${MS}|transaction;dur=${MS}, session;dur=${MS})$`,
      ),
    );
    expect(refused).toMatch(new RegExp(`${head("0")}$`));
  });

  test("is sent by nobody who has not asked for it", async () => {
    expect(await timingsWith({ NODE_ENV: "production" })).toEqual([null, null, null]);
    expect(await timingsWith({ NODE_ENV: "development", SERVER_TIMING: "off" })).toEqual([null, null, null]);
  });

  test("comes by itself in development alone", async () => {
    const [read] = await timingsWith({ NODE_ENV: "development" });
    expect(read).toMatch(/^total;dur=/);
  });

  test("takes nothing from a collector's traces", async () => {
    const collector = await startCollector();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "20" };
    const [read] = await timingsWith({ ...settings, SERVER_TIMING: "on" });
    expect(read).toContain('desc="2 statements"');
    const names = () => collector.spans().map(({ name }) => name);
    await vi.waitFor(() => expect(names()).toContain("GET /api/trips/{tripId}"), 10_000);
    expect(names()).toEqual(expect.arrayContaining(["session", "session_by_token", "transaction"]));
    await collector.stop();
  });
});

test("a page says what was known when its first byte left", async () => {
  vi.stubEnv("SERVER_TIMING", "on");
  const server = createServer((_, response) => {
    void timedPage(response, async () => {
      await startPageTiming();
      await runInSpan({ name: "two words" }, () => Promise.resolve());
      response.write("a");
      await runInSpan({ name: "late" }, () => Promise.resolve());
      response.end("b");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await answer.text()).toBe("ab");
  expect(answer.headers.get("server-timing")).toMatch(
    new RegExp(`^total;dur=${MS}, db;dur=${MS};desc="0 statements", two-words;dur=${MS}$`),
  );
  server.close();
});
