import { describe, expect, test } from "vitest";
import { eventsApi } from "#lib/shared/api/events.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { callTool, endToolRun, newToolRun } from "#tests/helpers/agent-tools.ts";
import { send } from "#tests/helpers/handlers.ts";

/* These tests cover what the agent writes for an editor and what it is refused. */

/** Starts an agent run of the editor that has read the trip in its current state. */
async function newRun(scene: TripFixture) {
  const { seq } = await readTrip(scene.owner, scene.tripId);
  return newToolRun(scene.editor, scene.tripId, { readSeq: seq });
}

const short = (id: string) => id.slice(-8);

describe("a stop", () => {
  test("is added with all that is known of it, at the end of its day", async () => {
    const scene = await newTripFixture();
    const { tripId, trip, owner, editor } = scene;
    const run = await newRun(scene);
    run.found = [{ name: "錦市場", lat: 35.005, lng: 135.7649, placeRef: "osm:way/1" }];
    const day = trip.days[0];
    const { told, step, cards } = await callTool(run, "add_stop", {
      name: "錦市場",
      dayId: short(day?.id ?? ""),
      afterStopId: null,
      place: { lat: 35.005, lng: 135.7649, placeRef: "osm:way/1" },
      category: "food",
      startTime: "10:00",
      endTime: "11:30",
      notes: "刀具店也在这里",
      cost: { amount: 4800, currency: "JPY" },
      travelMode: "walk",
    });
    const { stops, seq } = await readTrip(owner, tripId);
    const made = stops.find(({ name }) => name === "錦市場");
    expect(stops.map(({ name }) => name)).toEqual(["Kiyomizu-dera", "錦市場"]);
    expect(made).toMatchObject({
      dayId: day?.id,
      place: { lat: 35.005, lng: 135.7649, placeRef: "osm:way/1" },
      category: "food",
      startTime: "10:00",
      endTime: "11:30",
      notes: "刀具店也在这里",
      cost: { amount: 4800, currency: "JPY" },
      travelMode: "walk",
    });
    expect(told).toEqual({
      ok: true,
      summary: "Added “錦市場” on 2026-11-14.",
      cost: "4800 JPY",
      trip: { id: tripId, seq },
      stopId: short(made?.id ?? ""),
      opening:
        "Its opening hours are not known. Here nobody can be asked for opening hours: those alone are known that the group has typed. Say that it was not checked.",
    });
    expect(step).toMatchObject({
      tool: "add_stop",
      state: "done",
      about: { name: "錦市場", date: "2026-11-14" },
    });
    const [event] = await historyAfter(owner, tripId, seq - 1);
    expect(step.result).toEqual({
      ok: true,
      summary: told["summary"],
      trip: { id: tripId, seq, events: [event] },
    });
    expect(event).toMatchObject({ op: "stop.created", via: "agent", actorId: editor.userId });
    expect(cards).toEqual([]);
  });

  test("comes behind another one, or among the Ideas", async () => {
    const scene = await newTripFixture();
    const { trip, tripId, owner, stop } = scene;
    await newStop(owner, trip, { name: "Dinner" });
    const run = await newRun(scene);
    const dayId = trip.days[0]?.id ?? "";
    await callTool(run, "add_stop", { name: "Tea", dayId, afterStopId: short(stop.id) });
    await callTool(run, "add_stop", { name: "Onsen", dayId: null });
    const { stops } = await readTrip(owner, tripId);
    const on = (day: string | null) => stops.filter((each) => each.dayId === day).map(({ name }) => name);
    expect(on(dayId)).toEqual(["Kiyomizu-dera", "Tea", "Dinner"]);
    expect(on(null)).toEqual(["Onsen"]);
  });

  test("is changed where something was said, and nulls empty nothing", async () => {
    const scene = await newTripFixture();
    const { trip, tripId, owner } = scene;
    const stop = await newStop(owner, trip, {
      name: "Dinner",
      startTime: "19:00",
      url: "https://example.org",
    });
    const run = await newRun(scene);
    const input = {
      stopId: short(stop.id),
      name: "晚饭",
      startTime: null,
      notes: null,
      url: null,
      clear: ["url"],
    };
    const { told, step } = await callTool(run, "edit_stop", input);
    expect(told).toMatchObject({ ok: true, summary: "Changed url, name of “Dinner”." });
    expect(step.about).toEqual({ name: "Dinner" });
    const { stops } = await readTrip(owner, tripId);
    expect(stops.find(({ id }) => id === stop.id)).toMatchObject({
      name: "晚饭",
      startTime: "19:00",
      url: null,
    });
  });

  test("is moved to another day, behind one that stands there, and to the beginning", async () => {
    const scene = await newTripFixture();
    const { trip, tripId, owner, stop } = scene;
    const second = trip.days[1]?.id ?? "";
    const lunch = await newStop(owner, trip, { name: "Lunch", dayId: second });
    const tea = await newStop(owner, trip, { name: "Tea", dayId: second });
    const run = await newRun(scene);
    const { told, step } = await callTool(run, "move_stop", {
      stopId: stop.id,
      dayId: short(second),
      afterStopId: short(lunch.id),
    });
    expect(told).toMatchObject({ ok: true, summary: "Moved “Kiyomizu-dera” behind “Lunch” on 2026-11-15." });
    expect(step.about).toEqual({ name: "Kiyomizu-dera", date: "2026-11-15" });
    await callTool(run, "move_stop", { stopId: tea.id, dayId: second, afterStopId: null });
    const { stops } = await readTrip(owner, tripId);
    expect(stops.map(({ name, dayId }) => [name, dayId])).toEqual(
      ["Tea", "Lunch", "Kiyomizu-dera"].map((name) => [name, second]),
    );
  });
});

describe("all that a run has written", () => {
  test("is one group, which is undone as one step once the run is over", async () => {
    const scene = await newTripFixture();
    const { trip, tripId, owner, stop } = scene;
    const dayId = trip.days[0]?.id ?? "";
    await newStop(owner, trip, { name: "Dinner" });
    const before = await readTrip(owner, tripId);
    const run = await newRun(scene);
    await callTool(run, "add_stop", { name: "Tea", dayId, afterStopId: stop.id });
    await callTool(run, "edit_stop", { stopId: stop.id, name: "清水寺" });
    await callTool(run, "remove_stop", { stopId: stop.id });
    await callTool(run, "write_day_note", { dayId, title: "Temples" });
    await callTool(run, "add_packing_item", { text: "雨伞" });
    const { told } = await callTool(run, "add_reservation", { kind: "train", title: "Hikari 508" });
    const events = await historyAfter(owner, tripId, before.seq);
    expect(new Set(events.map((event) => "groupId" in event && event.groupId))).toEqual(
      new Set([run.ctx.run.groupId]),
    );
    expect(told).toMatchObject({ ok: true, trip: { seq: events.at(-1)?.seq } });
    const changed = await readTrip(owner, tripId);
    expect(changed.stops.map(({ name }) => name)).toEqual(["Tea", "Dinner"]);
    expect(changed.items.map(({ text, list, ownerId }) => [text, list, ownerId])).toEqual([
      ["雨伞", "packing", null],
    ]);
    const params = { tripId, seq: String(before.seq + 1) };
    expect((await send(eventsApi.undo, { params, token: owner.token })).status).toBe(409);
    await endToolRun(run);
    expect((await send(eventsApi.undo, { params, token: owner.token })).status).toBe(200);
    const after = await readTrip(owner, tripId);
    expect(after.stops.map(({ name, position }) => [name, position])).toEqual(
      before.stops.map(({ name, position }) => [name, position]),
    );
    expect(after).toMatchObject({ items: [], reservations: [], days: [{ title: null }, {}, {}, {}, {}] });
  });
});

describe("what makes no sense is refused in words that help", () => {
  test("ids of nothing, and of another trip, which stays as it is", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, editor, trip, stop } = scene;
    const other = await newTrip(editor);
    const theirs = await newStop(editor, other, { name: "Elsewhere" });
    const before = await readTrip(owner, tripId);
    const run = await newRun(scene);
    const dayId = trip.days[0]?.id ?? "";
    const calls = [
      ["edit_stop", { stopId: theirs.id, name: "Mine" }, theirs.id],
      ["edit_stop", { stopId: short(theirs.id), name: "Mine" }, short(theirs.id)],
      ["remove_stop", { stopId: theirs.id }, theirs.id],
      ["move_stop", { stopId: theirs.id, dayId, afterStopId: null }, theirs.id],
      ["add_stop", { name: "Tea", dayId, afterStopId: theirs.id }, theirs.id],
      ["add_reservation", { kind: "other", title: "Tea", stopId: theirs.id }, theirs.id],
      ["remove_stop", { stopId: "Kiyomizu-dera" }, "Kiyomizu-dera"],
      ["remove_stop", { stopId: stop.id.slice(-3) }, stop.id.slice(-3)],
    ] as const;
    for (const [name, input, said] of calls) {
      const { told, step } = await callTool(run, name, input);
      const summary = `There is no stop “${said}” in this trip. Read the trip for the ids that there are.`;
      expect(told).toEqual({ ok: false, summary, trip: null });
      expect(step.state).toBe("failed");
    }
    const { told } = await callTool(run, "add_stop", { name: "Tea", dayId: other.days[0]?.id ?? "" });
    expect(told["summary"]).toMatch(/^There is no day/);
    expect(await readTrip(owner, tripId)).toEqual(before);
    expect((await readTrip(editor, other.id)).stops.map(({ name }) => name)).toEqual(["Elsewhere"]);
  });

  test("a stop behind one of another day, nothing to change, what is listed, an end before its start", async () => {
    const scene = await newTripFixture();
    const { trip, stop } = scene;
    const run = await newRun(scene);
    const second = trip.days[1]?.id ?? "";
    const added = await callTool(run, "add_stop", { name: "Tea", dayId: second, afterStopId: stop.id });
    expect(added.told["summary"]).toBe(
      "“Kiyomizu-dera” is not on that day: name a stop of the very day, or leave afterStopId out.",
    );
    const edited = await callTool(run, "edit_stop", { stopId: stop.id, notes: null });
    expect(edited.told["summary"]).toBe("Say which fields to change, and to what.");
    await callTool(run, "add_packing_item", { text: "Umbrella" });
    const again = await callTool(run, "add_packing_item", { text: "umbrella" });
    expect(again.told["summary"]).toBe("“umbrella” is on the packing list already.");
    const zone = "Asia/Tokyo";
    const booked = await callTool(run, "add_reservation", {
      kind: "train",
      title: "Hikari",
      start: { local: "2026-11-15T12:00", zone },
      end: { local: "2026-11-15T11:00", zone },
    });
    expect(booked.told).toEqual({
      ok: false,
      summary: "Some fields need a change. end: The end is before the start.",
      trip: null,
    });
  });

  test("notes are not replaced by whoever has not read them to their end", async () => {
    const scene = await newTripFixture();
    const { trip, tripId, owner } = scene;
    const stop = await newStop(owner, trip, { name: "Dinner", notes: "Ask for Yuki." });
    const run = await newRun(scene);
    const refused = await callTool(run, "edit_stop", { stopId: stop.id, notes: "At eight." });
    expect(refused.told).toMatchObject({
      ok: false,
      summary: expect.stringContaining("Call read_day first"),
    });
    const emptied = await callTool(run, "edit_stop", { stopId: stop.id, clear: ["notes"] });
    expect(emptied.told).toMatchObject({ ok: false });
    expect((await readTrip(owner, tripId)).stops.at(-1)?.notes).toBe("Ask for Yuki.");
  });

  test("notes of its own a run may replace again", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, stop } = scene;
    const run = await newRun(scene);
    const { told } = await callTool(run, "add_stop", { name: "Tea", dayId: null, notes: "One." });
    for (const stopId of [told["stopId"], stop.id]) {
      for (const notes of ["Two.", "三"]) {
        expect((await callTool(run, "edit_stop", { stopId, notes })).told).toMatchObject({ ok: true });
      }
    }
    const { stops } = await readTrip(owner, tripId);
    expect(stops.map(({ notes }) => notes)).toEqual(["三", "三"]);
  });

  test("an archived trip", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, viewer } = scene;
    await send(tripsApi.archive, { params: { tripId }, token: owner.token });
    for (const person of [owner, viewer]) {
      const run = await newToolRun(person, tripId);
      const { told } = await callTool(run, "add_stop", { name: "Tea", dayId: null });
      expect(told).toMatchObject({ ok: false, summary: expect.stringMatching(/^This trip is archived/) });
      expect(run.proposed).toEqual([]);
      await endToolRun(run);
    }
  });
});
