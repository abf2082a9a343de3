import { describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newStop, newSuggestion, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectInvalid } from "#tests/helpers/refusals.ts";

describe("what a line names", () => {
  test("is refused where it is another trip's, wherever a line says it", async () => {
    const scene = await newTripFixture();
    const { tripId, viewer, stop } = scene;
    const other = await newTrip(scene.stranger);
    const elsewhere = await newStop(scene.stranger, other);
    const [dayId, member] = [other.days[0]?.id ?? "", other.members[0]?.id ?? ""];
    const own = (await readTrip(viewer, tripId)).days[0]?.id ?? null;
    const flight = { kind: "flight", title: "To Osaka" };
    const changes = [
      { op: "stops.create", input: { dayId, name: "Nara" } },
      { op: "stops.create", input: { dayId: own, name: "Nara", participants: [member] } },
      { op: "stops.update", entityId: stop.id, input: { participants: [member] } },
      { op: "stops.move", entityId: stop.id, input: { dayId, afterId: null } },
      { op: "stops.move", entityId: stop.id, input: { dayId: own, afterId: elsewhere.id } },
      { op: "reservations.create", input: { ...flight, stopId: elsewhere.id } },
      { op: "reservations.create", input: { ...flight, participants: [member] } },
      { op: "items.create", input: { list: "packing", text: "Hat", assigneeId: member } },
    ];
    const sent = await send(suggestionsApi.create, {
      params: { tripId },
      token: viewer.token,
      body: { changes },
    });
    const people = "List each member of the trip at most once.";
    expectInvalid(
      sent,
      ["changes.0.input.dayId", "This is no day of the trip."],
      ["changes.1.input.participants", people],
      ["changes.2.input.participants", people],
      ["changes.3.input.dayId", "This is no day of the trip."],
      ["changes.4.input.afterId", "This is no stop of the trip."],
      ["changes.5.input.stopId", "This is no stop of the trip."],
      ["changes.6.input.participants", people],
      ["changes.7.input.assigneeId", "This is no member of the trip."],
    );
  });

  test("may be what an earlier line creates", async () => {
    const { tripId, viewer, stop } = await newTripFixture();
    const [days, id] = [(await readTrip(viewer, tripId)).days, uuidv7()];
    const dayId = days[0]?.id ?? null;
    const changes = [
      { op: "stops.create" as const, input: { id, dayId, name: "Nara" } },
      { op: "stops.move" as const, entityId: stop.id, input: { dayId, afterId: id } },
      { op: "reservations.create" as const, input: { kind: "flight", title: "To Nara", stopId: id } },
    ];
    expect((await newSuggestion(viewer, tripId, { changes })).lines).toHaveLength(3);
  });
});
