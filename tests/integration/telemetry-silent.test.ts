// @alone @long: sets the environment, which the service reads once; a collector of traces that does not answer
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { type LoopbackServer, startLoopback } from "#tests/doubles/loopback-server.ts";
import { newPerson } from "#tests/factories/people.ts";
import { send } from "#tests/helpers/handlers.ts";
import { listenToLog } from "#tests/helpers/log-lines.ts";

let asked = 0;
let dead: LoopbackServer;
beforeAll(async () => {
  // A collector that accepts connections and never answers.
  dead = await startLoopback(() => (asked += 1));
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: dead.url,
    OTEL_BSP_SCHEDULE_DELAY: "10",
    OTEL_METRIC_EXPORT_INTERVAL: "50",
  });
});
afterAll(() => dead.stop());

test("a collector that never answers holds nothing up, and is told of once", async () => {
  const logged = listenToLog();
  const { token } = await newPerson();
  // The first request waits until the packages are loaded.
  expect((await send(tripsApi.list, { token })).status).toBe(200);
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0), 10_000);
  const before = performance.now();
  for (let count = 0; count < 20; count++) expect((await send(tripsApi.list, { token })).status).toBe(200);
  // All requests together take far less than the collector's timeout of five seconds.
  expect(performance.now() - before).toBeLessThan(4000);
  await awaitDeferredWork();
  await vi.waitFor(
    () => expect(logged.lines().map(({ msg }) => msg)).toContain("the collector does not take traces"),
    { timeout: 20_000, interval: 100 },
  );
  logged.stop();
  const said = logged.lines().filter(({ msg }) => msg === "the collector does not take traces");
  expect(said).toHaveLength(1);
});

/** Answers a request in a process of its own, and returns the OpenTelemetry packages that were loaded. */
async function packagesOf(env: Record<string, string>): Promise<string[]> {
  const frame = join(import.meta.dirname, "../../lib/server/http/answer-request.ts");
  const script = `
    import { registerHooks } from "node:module";
    const seen = new Set();
    registerHooks({ resolve(name, context, next) {
      const found = next(name, context);
      const match = /node_modules\\/(@opentelemetry\\/[^/]+)/.exec(found.url);
      if (match) seen.add(match[1]);
      return found;
    } });
    const { answer } = await import(${JSON.stringify(frame)});
    await answer(new Request("http://localhost/api/x"), "/api/x", async () => new Response());
    console.log(JSON.stringify([...seen]));
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: "", ...env },
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

test("turned off, none of its packages is loaded", async () => {
  expect(await packagesOf({})).toEqual([]);
  const loaded = await packagesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: dead.url });
  expect(loaded).toContain("@opentelemetry/sdk-trace");
});
