import { describe, expect, test } from "vitest";
import { daysApi } from "#lib/shared/api/days.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";
import { send } from "#tests/helpers/handlers.ts";

/** Starts an agent run of the editor that has read the trip in its current state. */
async function newRun(scene: TripFixture) {
  const { seq } = await readTrip(scene.owner, scene.tripId);
  return newToolRun(scene.editor, scene.tripId, { readSeq: seq });
}

describe("what others have changed since the run has read it", () => {
  test("is not overwritten, moved or removed", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, stop, trip } = scene;
    const run = await newRun(scene);
    const params = { tripId, stopId: stop.id };
    await send(stopsApi.update, { params, token: owner.token, body: { name: "清水の舞台" } });
    const body = { dayId: trip.days[2]?.id, afterId: null };
    await send(stopsApi.move, { params, token: owner.token, body });
    const before = await readTrip(owner, tripId);
    const refused = {
      ok: false,
      summary: "Someone else changed this in the meantime. Read the trip again before you try once more.",
      trip: null,
    };
    const calls = [
      ["edit_stop", { stopId: stop.id, name: "Kiyomizu" }],
      ["move_stop", { stopId: stop.id, dayId: trip.days[1]?.id, afterStopId: null }],
      ["remove_stop", { stopId: stop.id }],
    ] as const;
    for (const [name, input] of calls) {
      const { told, step } = await callTool(run, name, input);
      expect(told).toEqual(refused);
      const summary = "Someone else changed it in the meantime.";
      expect(step).toMatchObject({ state: "failed", result: { ...refused, summary } });
    }
    expect(await readTrip(owner, tripId)).toEqual(before);
    // A field that nobody else has changed causes no conflict.
    expect((await callTool(run, "edit_stop", { stopId: stop.id, startTime: "08:00" })).told).toMatchObject({
      ok: true,
    });
  });

  test("nor is a day's title, nor what others change behind notes that the run wrote itself", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, stop, trip } = scene;
    const run = await newRun(scene);
    const dayId = trip.days[0]?.id ?? "";
    await callTool(run, "edit_stop", { stopId: stop.id, notes: "Early." });
    const [ofDay, ofStop] = [
      { tripId, dayId },
      { tripId, stopId: stop.id },
    ];
    await send(daysApi.update, { params: ofDay, token: owner.token, body: { title: "寺" } });
    await send(stopsApi.update, { params: ofStop, token: owner.token, body: { notes: "Late." } });
    const before = await readTrip(owner, tripId);
    const calls = [
      await callTool(run, "write_day_note", { dayId, title: "Temples" }),
      await callTool(run, "edit_stop", { stopId: stop.id, notes: "Earlier." }),
    ];
    for (const { told } of calls) expect(told).toMatchObject({ ok: false, trip: null });
    expect(await readTrip(owner, tripId)).toEqual(before);
  });

  test("a run is not in its own way", async () => {
    const scene = await newTripFixture();
    const run = await newRun(scene);
    const { stop } = scene;
    for (const name of ["One", "Two", "Three"]) {
      expect((await callTool(run, "edit_stop", { stopId: stop.id, name })).told).toMatchObject({ ok: true });
    }
    expect((await callTool(run, "remove_stop", { stopId: stop.id })).told).toMatchObject({ ok: true });
  });
});
