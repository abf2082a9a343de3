// @long: stops whole servers under load; faults/kill stops them at once
import { describe, expect, test, vi } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { TripSession } from "#lib/client/open-trip/trip-session.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { PROTOCOL_VERSION } from "#lib/shared/handshake.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { isRunEnd } from "#tests/helpers/agent.ts";
import { readStream } from "./agent-reader.ts";
import { waitUntilChanged } from "./open-trip.ts";
import { RawSocket } from "./raw-socket.ts";
import { asAt, serverPair } from "./server-pair.ts";
import { beginUpload } from "./slow-upload.ts";
import { writeSteadily } from "./steady-writes.ts";

vi.setConfig({ testTimeout: 180_000 });
/** The timeout for events that must happen, however late. */
const PATIENT = { timeout: 60_000 };
const STOP_SECONDS = 4;
/** The maximum time of a stop: `STOP_SECONDS`, plus time for connections that are closed then and a busy machine. */
const STOPPED_WITHIN_MS = (STOP_SECONDS + 8) * 1000;
const pair = serverPair(() => Promise.resolve({ STOP_SECONDS: String(STOP_SECONDS) }));

interface Scene {
  owner: Person;
  trip: TripDto;
  params: { tripId: string };
}

async function newScene(server: { url: string }): Promise<Scene> {
  const owner = await newPerson();
  const body = { title: "Kept", startDate: "2027-04-05", endDate: "2027-04-07" };
  const { data: trip } = await call(tripsApi.create, { body }, asAt(server, owner));
  return { owner, trip, params: { tripId: trip.id } };
}

async function namesOf({ owner, params }: Scene): Promise<string[]> {
  const { data } = await call(tripsApi.get, { params }, asAt(pair.b, owner));
  return data.stops.map(({ name }) => name).toSorted();
}

interface RunRow {
  status: string;
  fault: { code: string } | null;
  output_tokens: number;
  lease: unknown;
}

async function runOf(tripId: string): Promise<RunRow | undefined> {
  const { rows } = await freshDatabase().pool.query<RunRow>(
    `select status, fault, output_tokens, (select run_id from agent_threads t where t.trip_id = r.trip_id) as lease
     from agent_runs r where trip_id = $1`,
    [tripId],
  );
  return rows[0];
}

/** Sends a message to the agent, and waits until its answer has begun and is held back. */
async function askAndHold(server: { url: string }, { owner, params }: Scene): Promise<void> {
  pair.model.reset();
  pair.model.hold(2);
  pair.model.script([{ text: "One two three four five six." }]);
  await call(agentApi.ask, { params, body: { text: "Count." } }, asAt(server, owner));
  await pair.model.held();
}

describe("a server that is told to stop under load", () => {
  test("finishes all that it has accepted, and its clients go on elsewhere", async () => {
    const server = await pair.another();
    const scene = await newScene(server);
    const { owner, params } = scene;
    await askAndHold(server, scene);
    const stream = await readStream(server, owner, params.tripId);
    await expect.poll(() => stream.events.length, PATIENT).toBeGreaterThan(1);
    const { data: ticket } = await call(realtimeApi.ticket, { params }, asAt(server, owner));
    const socket = new RawSocket(`${ticket.url}?ticket=${ticket.ticket}&protocol=${PROTOCOL_VERSION}`);
    await socket.next("hello");
    const upload = await beginUpload(server, owner, params.tripId);
    const writes = writeSteadily(server, owner, params.tripId, 20);
    await expect.poll(() => writes.done.length, PATIENT).toBeGreaterThan(10);

    const since = Date.now();
    server.signal("SIGTERM");
    expect(await stream.ended).toBe("in good order");
    const resumed = await readStream(pair.b, owner, params.tripId, stream.events.at(-1)?.cursor);
    pair.model.release();
    upload.finish();
    expect(await upload.answer).toEqual({ status: 201, connection: "close" });
    expect(await server.exited).toBe(0);
    expect(Date.now() - since).toBeLessThan(STOPPED_WITHIN_MS);
    await expect.poll(() => writes.refused, PATIENT).toBeGreaterThan(0);
    await writes.stop();

    expect(new URL(ticket.url).host).toBe(new URL(server.url).host);
    expect(await socket.closed).toBe(1012);
    expect(writes.failures).toEqual([]);
    expect(await namesOf(scene)).toEqual(writes.done.toSorted());
    await expect.poll(() => resumed.events.some(isRunEnd), PATIENT).toBe(true);
    resumed.close();
    const cursors = [...stream.events, ...resumed.events].map(({ cursor }) => cursor);
    expect(cursors).toEqual(cursors.map((_, index) => index + 1));
    expect(await runOf(params.tripId)).toMatchObject({ status: "done", lease: null });
    expect((await runOf(params.tripId))?.output_tokens).toBeGreaterThan(0);
  });

  test("ends a run that takes too long: it says so, is charged, and the trip is free", async () => {
    const server = await pair.another();
    const scene = await newScene(server);
    await askAndHold(server, scene);
    server.signal("SIGTERM");
    expect(await server.exited).toBe(0);
    expect(await runOf(scene.params.tripId)).toMatchObject({
      status: "interrupted",
      fault: { code: "SERVER_STOPPED" },
      lease: null,
    });
    expect((await runOf(scene.params.tripId))?.output_tokens).toBeGreaterThan(0);
    pair.model.reset();
    pair.model.script([{ text: "Here." }]);
    const { owner, params } = scene;
    await call(agentApi.ask, { params, body: { text: "Still there?" } }, asAt(pair.b, owner));
    const run = async () => (await call(agentApi.status, { params }, asAt(pair.b, owner))).data.run;
    await expect.poll(run, PATIENT).toBeNull();
  });

  test("does at once what it is told twice", async () => {
    const server = await pair.another({ STOP_SECONDS: "600" });
    const { owner, params } = await newScene(server);
    const upload = await beginUpload(server, owner, params.tripId);
    server.signal("SIGTERM");
    await expect.poll(() => fetch(`${server.url}/api/ping`).then(String, () => "gone"), PATIENT).toBe("gone");
    server.signal("SIGTERM");
    expect(await server.exited).toBe(1);
    await expect(upload.answer).rejects.toThrow();
  });
});

test("says so at once, while it still takes requests, and keeps no connection", async () => {
  const server = await pair.another({ STOP_NOTICE_SECONDS: "2" });
  const health = () => fetch(`${server.url}/api/health`);
  expect((await health()).status).toBe(200);
  server.signal("SIGTERM");
  await expect.poll(async () => (await health()).status, { ...PATIENT, interval: 20 }).toBe(503);
  const told = await health();
  expect(await told.json()).toMatchObject({
    code: "UNAVAILABLE",
    status: "stopping",
    database: "ok",
    room: "ok",
  });
  expect(told.headers.get("connection")).toBe("close");
  expect((await fetch(`${server.url}/api/ping`)).status).toBe(200);
  expect(await server.exited).toBe(0);
});

test("servers that take turns drop nothing: neither writes nor what others see of them", async () => {
  const notice = { STOP_NOTICE_SECONDS: "1" };
  const old = await pair.another(notice);
  pair.front.lead([old.url, pair.b.url]);
  const scene = await newScene(pair.front);
  const friend = await newPerson();
  const { data: invite } = await call(
    invitesApi.create,
    { params: scene.params, body: { role: "editor" } },
    asAt(pair.front, scene.owner),
  );
  await call(invitesApi.accept, { params: { token: invite.token } }, asAt(pair.front, friend));
  const session = new TripSession({
    initial: (await call(tripsApi.get, { params: scene.params }, asAt(pair.front, friend))).data,
    userId: friend.userId,
    call: asAt(pair.front, friend),
  });
  session.start();
  await waitUntilChanged(() => session.connection === "live", session.connectionChanges.add);

  const writes = writeSteadily(pair.front, scene.owner, scene.params.tripId, 20);
  const answered = (count: number) => expect.poll(() => writes.done.length, PATIENT).toBeGreaterThan(count);
  await answered(20);
  old.signal("SIGTERM");
  expect(await old.exited).toBe(0);
  const next = await pair.another(notice);
  pair.front.lead([next.url, pair.b.url]);
  await answered(writes.done.length + 20);
  await writes.stop();

  expect({ failures: writes.failures, refused: writes.refused, front: pair.front.failures }).toEqual({
    failures: [],
    refused: 0,
    front: [],
  });
  expect(await namesOf(scene)).toEqual(writes.done.toSorted());
  const seen = () => session.store.trip.stops.map(({ name }) => name).toSorted();
  await expect.poll(seen, PATIENT).toEqual(writes.done.toSorted());
  session.stop();
});
