// @alone: sets the environment, which the service reads once
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { schedulePublish } from "#lib/server/realtime/publisher.ts";
import { postToRoom } from "#lib/server/realtime/rooms.ts";
import type { RoomCommand, RoomEvent } from "#lib/shared/protocol.ts";
import { RoomThread } from "#tests/doubles/room-in-a-thread.ts";

const thread = new RoomThread();
const file = new URL("../doubles/room-in-a-thread.ts", import.meta.url);
let room: Worker;
let commands: RoomCommand[] = [];
beforeAll(async () => {
  room = new Worker(file, { workerData: thread.memory });
  const [port]: unknown[] = await once(room, "message");
  process.env.PARTYKIT_URL = `http://127.0.0.1:${String(port)}`;
  room.on("message", (command: RoomCommand) => commands.push(command));
});
afterAll(() => room.terminate());
beforeEach(() => {
  commands = [];
  thread.manner = "steady";
});

function eventOf(seq: number): RoomEvent {
  const [groupId, entityId] = [uuidv7(), uuidv7()];
  const frame = { seq, groupId, entityId, actorId: null, via: "user", at: new Date().toISOString() } as const;
  return { event: { ...frame, op: "stop.deleted", entity: { id: entityId } }, visibleTo: null };
}

function publish(tripId: string, seq: number): Promise<void> {
  return schedulePublish(tripId, { events: [eventOf(seq)], roomEpoch: 1 });
}

function heardSeqs(): number[] {
  return commands.flatMap((command) =>
    command.type === "publish" ? command.events.map(({ event }) => event.seq) : [],
  );
}

describe("what a write tells its room", () => {
  test("has left before the writer's answer is made, however long that keeps the process busy", async () => {
    const tripId = uuidv7();
    await publish(tripId, 1);
    await awaitDeferredWork();
    const { heard } = thread;
    await publish(tripId, 2);
    thread.blockUntilHeard(heard + 1, 5000);
    expect(thread.heard).toBe(heard + 1);
    await awaitDeferredWork();
    await expect.poll(heardSeqs).toEqual([1, 2]);
  });

  test("is told at once again when the room hangs up on a connection that was kept", async () => {
    thread.manner = "fickle";
    const tripId = uuidv7();
    for (const seq of [1, 2, 3]) {
      const told = postToRoom(tripId, { type: "publish", events: [eventOf(seq)] });
      await expect(told).resolves.toEqual({ isListening: true });
    }
    await expect.poll(heardSeqs).toEqual([1, 2, 3]);
  });

  test("fails when the room has not answered for two seconds", async () => {
    thread.manner = "silent";
    const asked = performance.now();
    const told = postToRoom(uuidv7(), { type: "publish", events: [eventOf(1)] });
    await expect(told).rejects.toThrow(/did not answer in time/);
    expect(performance.now() - asked).toBeGreaterThan(1900);
  });
});
