// @alone: sets the environment, which the service reads once
import { afterAll, describe, expect, test } from "vitest";
import { textOf } from "#tests/doubles/chat-shapes.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { askAndWait, useAgentModel } from "#tests/helpers/agent.ts";
import { callTool } from "#tests/helpers/agent-tools.ts";
import { newAgentTrip, TEMPLE, useTempleSearch } from "#tests/helpers/agent-trips.ts";

/* What the agent plans has a place and is open at that time, or the agent is told that this is unknown. */

const [lore, model] = await Promise.all([useTempleSearch(), useAgentModel()]);
afterAll(() => model.stop());

const UNKNOWN = "Its opening hours are not known. Say that it was not checked.";

/** Returns a place whose opening hours are unknown. */
function silentPlace() {
  lore.tags.set("node/7001", { name: "Bar" });
  return { lat: 43.7393, lng: 7.4282, placeRef: "osm:node/7001" };
}

describe("a place that is written down", () => {
  const unknown = [
    ["a spot that nobody found", { lat: 35.1, lng: 135.1 }],
    ["an id that nobody found", { lat: 35.1, lng: 135.1, placeRef: "osm:node/424242" }],
    ["an id that was found, elsewhere", { ...TEMPLE, lat: 35.1 }],
    ["a spot that was found, under another id", { ...TEMPLE, placeRef: "osm:node/424242" }],
  ] as const;

  test.each(unknown)("is refused as %s, with what to do, and nothing is written", async (_, place) => {
    const { ann, trip, run, saturday } = await newAgentTrip();
    const stop = await newStop(ann, trip, { name: "Dinner", dayId: saturday });
    await callTool(run, "search_places", { query: "kiyomizu" });
    const before = await readTrip(ann, trip.id);
    const { lat, lng } = place;
    const calls = [
      ["add_stop", { name: "Tea", dayId: saturday, place }],
      ["edit_stop", { stopId: stop.id, place }],
      ...("placeRef" in place
        ? []
        : [["add_reservation", { kind: "other", title: "Tea", from: { name: "Tea", lat, lng } }] as const]),
    ] as const;
    for (const [tool, input] of calls) {
      const { told, step } = await callTool(run, tool, input);
      const isMoved = "placeRef" in place && place.placeRef === TEMPLE.placeRef;
      expect(told).toMatchObject({
        ok: false,
        summary: expect.stringContaining(
          isMoved ? "osm:way/1234 is at lat 34.9948, lng 135.785: give these." : "Call search_places first",
        ),
      });
      expect(step).toMatchObject({ state: "failed", refusal: { code: "NOT_LOOKED_UP" } });
    }
    expect(await readTrip(ann, trip.id)).toEqual(before);
  });

  test("may be one that a search found, that is pasted, or that the plan has", async () => {
    const { run, saturday } = await newAgentTrip();
    const { told } = await callTool(run, "search_places", { query: "35.1, 135.1" });
    expect(told).toMatchObject({ places: [{ lat: 35.1, lng: 135.1 }] });
    const add = (name: string, place?: object) => callTool(run, "add_stop", { name, dayId: saturday, place });
    const spot = await add("Bench", { lat: 35.1, lng: 135.1 });
    await callTool(run, "search_places", { query: "kiyomizu" });
    const rounded = { ...TEMPLE, lat: 34.9949 };
    const cafe = await add("Café Invented", rounded);
    // The tool's result contains the place that the search found, even if the agent names the stop differently.
    expect(cafe.told).toMatchObject({
      ok: true,
      place: "The place that was found there is “Kiyomizu-dera” (poi).",
    });
    const fresh = { ...run, found: [] };
    const again = await callTool(fresh, "add_stop", { name: "Again", dayId: saturday, place: TEMPLE });
    expect([spot, again].map(({ told: { ok } }) => ok)).toEqual([true, true]);
  });
});

describe("a stop that is planned", () => {
  test("is told to be open or closed then, wherever that comes from, or not to be checked", async () => {
    const { ann, trip, run, saturday, sunday } = await newAgentTrip();
    await callTool(run, "search_places", { query: "kiyomizu" });
    const added = await callTool(run, "add_stop", {
      name: "Kiyomizu-dera",
      dayId: saturday,
      startTime: "15:00",
      place: TEMPLE,
    });
    const shut = "It is CLOSED on 2026-11-14 at 15:00 by the map's hours (that day: 06:00-12:00).";
    expect(added.told).toMatchObject({ ok: true, opening: shut });
    const stopId = String(added.told["stopId"]);
    const moved = await callTool(run, "move_stop", { stopId, dayId: sunday, afterStopId: null });
    expect(moved.told).toMatchObject({
      opening: "It is open on 2026-11-15 at 15:00 by the map's hours (that day: 06:00-18:00).",
    });
    const edited = await callTool(run, "edit_stop", { stopId, startTime: "18:00" });
    expect(edited.told).toMatchObject({
      opening: "It is CLOSED on 2026-11-15 at 18:00 by the map's hours (that day: 06:00-18:00).",
    });
    const noted = await callTool(run, "edit_stop", { stopId, notes: "Early." });
    expect(noted.told).not.toHaveProperty("opening");
    const idea = await callTool(run, "move_stop", { stopId, dayId: null, afterStopId: null });
    expect(idea.told).not.toHaveProperty("opening");

    const silent = await newStop(ann, trip, { name: "Bar", dayId: saturday, place: silentPlace() });
    const bar = await callTool(run, "edit_stop", { stopId: silent.id, startTime: "20:00" });
    expect(bar.told).toMatchObject({ opening: UNKNOWN });
    const nowhere = await callTool(run, "add_stop", { name: "Dinner", dayId: saturday });
    expect(nowhere.told).toMatchObject({
      opening: `It has no place: it is not on the map. ${UNKNOWN}`,
    });
    const train = await callTool(run, "add_stop", { name: "Train", dayId: saturday, category: "transport" });
    expect(train.told).toMatchObject({ opening: "It has no place: it is not on the map." });
  });

  test("is checked where it is only proposed, too", async () => {
    const { run: applied, saturday } = await newAgentTrip();
    const run = { ...applied, mode: "propose" as const };
    await callTool(run, "search_places", { query: "kiyomizu" });
    const { told } = await callTool(run, "add_stop", { name: "Temple", dayId: saturday, place: TEMPLE });
    const edited = await callTool(run, "edit_stop", { stopId: String(told["stopId"]), startTime: "13:00" });
    expect(edited.told).toMatchObject({
      summary: expect.stringMatching(/^Proposed/),
      opening: expect.stringContaining("CLOSED on 2026-11-14 at 13:00"),
    });
  });
});

test("a model that makes up a place is told to search, and may plan what it then finds", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann, { startDate: "2026-11-14", endDate: "2026-11-16" });
  const dayId = trip.days[0]?.id;
  const stop = { name: "Kiyomizu-dera", dayId, startTime: "15:00" };
  const madeUp = { lat: 34.9, lng: 135.7, placeRef: "osm:node/99" };
  model.script([
    { toolCalls: [{ name: "add_stop", args: { ...stop, place: madeUp } }] },
    { toolCalls: [{ name: "search_places", args: { query: "kiyomizu" } }] },
    { toolCalls: [{ name: "add_stop", args: { ...stop, place: TEMPLE } }] },
    { text: "It is closed then." },
  ]);
  const { parts } = await askAndWait(ann, trip.id, "Add the temple at three.");
  const steps = parts.flatMap((part) => (part.type === "step" ? [part] : []));
  expect(steps).toMatchObject([
    { tool: "add_stop", state: "failed", refusal: { code: "NOT_LOOKED_UP" } },
    { tool: "search_places", state: "done" },
    { tool: "add_stop", state: "done" },
  ]);
  const told = (model.requests.at(-1)?.body.messages ?? []).filter(({ role }) => role === "tool").map(textOf);
  expect(told.at(0)).toContain("Call search_places first");
  expect(told.at(-1)).toContain("CLOSED on 2026-11-14 at 15:00");
  expect((await readTrip(ann, trip.id)).stops).toMatchObject([{ name: "Kiyomizu-dera", place: TEMPLE }]);
});
