// @alone: sets the environment, which the service reads once
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { newDecision, newStop, readTrip } from "#tests/factories/trips.ts";
import { answerJson, type LoopbackServer, startLoopback } from "#tests/doubles/loopback-server.ts";
import { recordStatements } from "#tests/helpers/statements.ts";
import { lockTripRow } from "#tests/helpers/trip-lock.ts";

const MINUTE_MS = 60_000;
/** The ids of the trips whose rooms received an event. */
const told: string[] = [];
let rooms: LoopbackServer;
let scene: TripFixture;
let minutes = 0;

/** Runs the tick. Each tick is so much later than the previous one that all its jobs are due. */
function tick(patienceMs = 15_000): Promise<{ published: number }> {
  minutes += 2;
  return runTick(new Date(Date.now() + minutes * MINUTE_MS), patienceMs);
}

beforeAll(async () => {
  rooms = await startLoopback((request, response) => {
    told.push(request.url?.split("/").at(-1) ?? "");
    answerJson(response, 200, { isListening: true });
  });
  process.env.PARTYKIT_URL = rooms.url;
});

afterAll(() => rooms.stop());

beforeEach(async () => {
  scene = await newTripFixture();
  told.length = 0;
});

/** Returns a trip whose room has not received its last event. */
async function unpublished(): Promise<string> {
  const { tripId, owner, trip } = await newTripFixture();
  await newStop(owner, trip);
  await freshDatabase().pool.query("update trips set room_epoch = 1, published_seq = seq - 1 where id = $1", [
    tripId,
  ]);
  return tripId;
}

async function dueDecision(): Promise<void> {
  const { id } = await newDecision(scene.owner, scene.tripId, { candidates: [scene.stop.id] });
  await freshDatabase().pool.query(
    "update decisions set deadline = now() - interval '1 minute' where id = $1",
    [id],
  );
}

async function statusOfDecision(): Promise<string | undefined> {
  return (await readTrip(scene.owner, scene.tripId)).decisions[0]?.status;
}

describe("the tick", () => {
  test("publishes while a decision waits for its trip; so does the next one, which leaves the decision alone", async () => {
    await dueDecision();
    const first = await unpublished();
    const lock = await lockTripRow(scene.tripId);
    // Two seconds are far longer than publishing takes, and shorter than the decision, which waits for the lock.
    expect(await tick(2000)).toEqual({ published: 1 });
    expect(told).toEqual([first]);
    const second = await unpublished();
    const said = await recordStatements(async () => {
      expect(await tick()).toEqual({ published: 1 });
    });
    expect(told).toEqual([first, second]);
    expect(said.map(({ name }) => name)).not.toContain("select_due_decisions");
    await lock.release();
    await awaitDeferredWork();
    expect(await statusOfDecision()).toBe("closed");
    await dueDecision();
    expect((await recordStatements(() => tick())).map(({ name }) => name)).toContain("select_due_decisions");
  });

  test.each([
    "select_due_decisions",
    "select_unpublished",
    "select_due_inbox_rooms",
    "claim_deletions",
    "claim_pushes",
    "delete_old_keys",
    "purge_guests",
    "claim_expired_attachments",
    "select_expired_trips",
  ])("whose %s fails does everything else, and says so", async (failing) => {
    await dueDecision();
    const tripId = await unpublished();
    await freshDatabase().pool.query(
      `insert into verifications (id, identifier, value, expires_at) values ($1::uuid, $1::text, 'x', now() - interval '1 day')`,
      [scene.stranger.userId],
    );
    const said = await recordStatements(
      () => expect(tick()).rejects.toThrow("Background jobs failed: "),
      ({ name }) => (name === failing ? Promise.reject(new Error("The connection is lost.")) : undefined),
    );
    await awaitDeferredWork();
    const { rowCount } = await freshDatabase().pool.query("select from verifications where identifier = $1", [
      scene.stranger.userId,
    ]);
    expect(rowCount).toBe(0);
    expect(told.includes(tripId)).toBe(failing !== "select_unpublished");
    expect(await statusOfDecision()).toBe(failing === "select_due_decisions" ? "open" : "closed");
    const asked = new Set(said.map(({ name }) => name));
    expect([...asked]).toEqual(
      expect.arrayContaining(["claim_guest_claims", "delete_expired_sessions", "select_expired_trips"]),
    );
  });
});
