// @long: starts whole services, which tests/realtime/graceful-stop.test.ts does without
import { afterEach, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { processIdentity } from "#lib/local/process-identity.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { type App, type PartName, startApp } from "#tests/helpers/app.ts";
import { signUp } from "#tests/helpers/app-client.ts";
import { descendants } from "#tests/helpers/process-tree.ts";
import { beginUpload, type SlowUpload } from "./slow-upload.ts";

/** The maximum time of a start; the first start also builds the web part. */
const START_MS = 300_000;
const PARTS: readonly PartName[] = ["web", "rooms", "postgres"];

let app: App;
const started: App[] = [];
const uploads: SlowUpload[] = [];
afterEach(async () => {
  // After a failed test, the service would otherwise wait for the upload during its shutdown.
  for (const upload of uploads.splice(0)) upload.abandon();
  await Promise.all(started.splice(0).map((one) => one.stop()));
});

/** Starts the whole service and an upload that is halfway. */
async function startUploading(env: Record<string, string>): Promise<SlowUpload> {
  app = await startApp({ env });
  started.push(app);
  const { token } = await signUp(app);
  const { data: trip } = await call(
    tripsApi.create,
    { body: { title: "Kept" } },
    { baseUrl: app.url, token },
  );
  const upload = await beginUpload(app, { token }, trip.id);
  uploads.push(upload);
  return upload;
}

function running(): PartName[] {
  return PARTS.filter((part) => processIdentity(app.pidOf(part) ?? 0) !== undefined);
}

function answers(): Promise<boolean> {
  return fetch(`${app.url}/api/ping`, { headers: { connection: "close" } }).then(Boolean, () => false);
}

async function untilClosed(): Promise<void> {
  await expect.poll(answers, { timeout: 20_000 }).toBe(false);
}

test(
  "the whole service stops behind the last request: first the web server, then what it needs",
  async () => {
    const upload = await startUploading({});
    const pids = descendants(app.pid).map(({ pid }) => pid);
    process.kill(app.pid, "SIGTERM");
    await untilClosed();
    expect(running()).toEqual(PARTS);
    upload.finish();
    expect(await upload.answer).toEqual({ status: 201, connection: "close" });
    expect(await app.exited).toBe(0);
    expect(pids.filter((pid) => processIdentity(pid) !== undefined)).toEqual([]);
  },
  START_MS,
);

test(
  "told twice, it waits for nobody and leaves nothing behind",
  async () => {
    const upload = await startUploading({ STOP_SECONDS: "600" });
    const pids = descendants(app.pid).map(({ pid }) => pid);
    process.kill(app.pid, "SIGINT");
    // npm repeats the signal at once, which must not count as a second request to stop.
    process.kill(app.pid, "SIGINT");
    await untilClosed();
    expect(running()).toEqual(PARTS);
    const again = setInterval(() => process.kill(app.pid, "SIGINT"), 300);
    void app.exited.then(() => clearInterval(again));
    expect(await app.exited).toBe(1);
    await expect(upload.answer).rejects.toThrow();
    expect(pids.filter((pid) => processIdentity(pid) !== undefined)).toEqual([]);
  },
  START_MS,
);
