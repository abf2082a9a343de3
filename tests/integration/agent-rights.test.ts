import { describe, expect, test } from "vitest";
import { addSuggestion } from "#lib/server/suggestions/add-suggestion.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import type { AgentTool } from "#lib/shared/agent-tools.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, readTrip } from "#tests/factories/trips.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";
import { send } from "#tests/helpers/handlers.ts";

/* These tests check that the agent acts with its user's rights. */

const short = (id: string) => id.slice(-8);
const FORBIDDEN = "This needs the role viewer; yours is guest. Ask the trip's owner.";
const GONE = "This trip does not exist, or you have no access to it.";

/** Returns one call of each tool that needs no more than the trip. */
function callsIn({ trip, stop }: TripFixture): [AgentTool, object][] {
  const dayId = trip.days[0]?.id ?? "";
  return [
    ["read_trip", {}],
    ["read_day", { dayId }],
    ["read_balances", {}],
    ["read_history", {}],
    ["search_places", { query: "Kyoto" }],
    ["find_nearby", { lat: 35, lng: 135 }],
    ["look_up_place", { stopId: stop.id }],
    ["read_weather", {}],
    ["look_at_street", { lat: 35, lng: 135 }],
    ["check_trip", {}],
    ["estimate_route", { dayId }],
    ["add_stop", { name: "Tea", dayId }],
    ["edit_stop", { stopId: stop.id, name: "Tea" }],
    ["move_stop", { stopId: stop.id, dayId: null, afterStopId: null }],
    ["remove_stop", { stopId: stop.id }],
    ["write_day_note", { dayId, title: "Tea" }],
    ["add_reservation", { kind: "other", title: "Tea" }],
    ["add_packing_item", { text: "Tea" }],
    ["preview_dates", { startDate: "2026-11-14", endDate: "2026-11-15", mode: "keep" }],
  ];
}

function giveRole({ tripId, owner, editor }: TripFixture, role: "viewer" | "guest") {
  const params = { tripId, userId: editor.userId };
  return send(membersApi.update, { params, body: { role }, token: owner.token });
}

describe("a viewer's run", () => {
  test("writes nothing, and collects what an editor may take, also of what was just proposed", async () => {
    const scene = await newTripFixture();
    const { tripId, trip, viewer, editor, stop } = scene;
    const before = await readTrip(viewer, tripId);
    const run = await newToolRun(viewer, tripId, { readSeq: before.seq });
    const dayId = trip.days[0]?.id ?? "";
    const added = await callTool(run, "add_stop", { name: "茶馆", dayId, notes: "Quiet." });
    const teaId = String(added.told["stopId"]);
    expect(added.told).toEqual({
      ok: true,
      summary: "Proposed, not written yet: Added “茶馆” on 2026-11-14.",
      trip: { id: tripId, seq: before.seq },
      stopId: teaId,
      opening:
        "It has no place: it is not on the map. Its opening hours are not known. Say that it was not checked.",
    });
    expect(added.step.result?.trip?.events).toEqual([]);
    await callTool(run, "edit_stop", { stopId: teaId, notes: "Quiet, and late." });
    await callTool(run, "move_stop", { stopId: stop.id, dayId, afterStopId: teaId });
    await callTool(run, "add_stop", { name: "Soup", dayId, afterStopId: teaId });
    await callTool(run, "add_reservation", { kind: "restaurant", title: "Tea", stopId: teaId });
    await callTool(run, "add_packing_item", { text: "Cups" });
    const again = await callTool(run, "add_packing_item", { text: "cups" });
    expect(again.told).toMatchObject({ ok: false, summary: "“cups” is on the packing list already." });
    expect(await readTrip(viewer, tripId)).toEqual(before);

    const asked = { ...run.ctx, run: undefined };
    const { id } = await addSuggestion(asked, tripId, { changes: run.proposed });
    const params = { tripId, suggestionId: id };
    const accepted = await send(suggestionsApi.accept, { params, body: {}, token: editor.token });
    expect(accepted.status).toBe(200);
    const after = await readTrip(viewer, tripId);
    expect(after.stops.map(({ name, notes }) => [name, notes])).toEqual([
      ["茶馆", "Quiet, and late."],
      ["Soup", null],
      ["Kiyomizu-dera", null],
    ]);
    const tea = after.stops.find(({ name }) => name === "茶馆");
    expect(short(tea?.id ?? "")).toBe(teaId);
    expect(after.reservations).toMatchObject([{ title: "Tea", stopId: tea?.id }]);
    expect(after.items.map(({ text }) => text)).toEqual(["Cups"]);
  });
});

describe("an editor's run", () => {
  test("writes nothing where the trip wants to be asked", async () => {
    const scene = await newTripFixture();
    const { tripId, editor, stop } = scene;
    const before = await readTrip(editor, tripId);
    const run = await newToolRun(editor, tripId, { mode: "propose", readSeq: before.seq });
    const { told } = await callTool(run, "remove_stop", { stopId: stop.id });
    expect(told).toMatchObject({ ok: true, summary: expect.stringMatching(/^Proposed, not written yet/) });
    const gone = await callTool(run, "edit_stop", { stopId: stop.id, name: "Tea" });
    expect(gone.told).toMatchObject({ ok: false, summary: expect.stringMatching(/^There is no stop/) });
    expect(run.proposed).toEqual([{ op: "stops.delete", entityId: stop.id, input: {} }]);
    expect(await readTrip(editor, tripId)).toEqual(before);
  });

  test("proposes from the moment on when its role is lowered, and is refused once it is a guest's", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, editor, stop } = scene;
    const run = await newToolRun(editor, tripId, { readSeq: (await readTrip(owner, tripId)).seq });
    expect((await callTool(run, "edit_stop", { stopId: stop.id, startTime: "08:00" })).told).toMatchObject({
      summary: "Changed startTime of “Kiyomizu-dera”.",
    });
    await giveRole(scene, "viewer");
    const { seq } = await readTrip(owner, tripId);
    expect((await callTool(run, "edit_stop", { stopId: stop.id, startTime: "09:00" })).told).toMatchObject({
      summary: expect.stringMatching(/^Proposed/),
    });
    await giveRole(scene, "guest");
    expect((await callTool(run, "edit_stop", { stopId: stop.id, startTime: "10:00" })).told).toEqual({
      ok: false,
      summary: FORBIDDEN,
      trip: null,
    });
    const events = await historyAfter(owner, tripId, seq);
    expect(events.map(({ op }) => op)).toEqual(["member.updated"]);
    expect(run.proposed).toHaveLength(1);
  });

  test("of somebody who was removed neither reads nor writes anything", async () => {
    const scene = await newTripFixture();
    const { tripId, owner, editor } = scene;
    const run = await newToolRun(editor, tripId, { readSeq: (await readTrip(owner, tripId)).seq });
    await send(membersApi.remove, { params: { tripId, userId: editor.userId }, token: owner.token });
    const before = await readTrip(owner, tripId);
    for (const [name, input] of callsIn(scene)) {
      const { told, step, cards } = await callTool(run, name, input);
      expect([name, told]).toEqual([name, { ok: false, summary: GONE, trip: null }]);
      expect(step.state).toBe("failed");
      expect(cards).toEqual([]);
    }
    expect(await readTrip(owner, tripId)).toEqual(before);
    expect(run.proposed).toEqual([]);
  });
});

test("a run that was stopped writes nothing more", async () => {
  const scene = await newTripFixture();
  const { tripId, owner, editor } = scene;
  const run = await newToolRun(editor, tripId);
  const other = { ...run, ctx: { ...run.ctx, run: { id: run.ctx.newId(), groupId: run.ctx.newId() } } };
  const before = await readTrip(owner, tripId);
  const { told } = await callTool(other, "add_packing_item", { text: "Tea" });
  expect(told).toEqual({ ok: false, summary: "This run has ended.", trip: null });
  expect(await readTrip(owner, tripId)).toEqual(before);
});
