import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { stopsApi } from "#lib/shared/api/stops.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newComment, newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

const NO_DAY = "This is no day of the trip.";

async function stopsOf(scene: Awaited<ReturnType<typeof newTripFixture>>): Promise<StopDto[]> {
  return (await readTrip(scene.owner, scene.tripId)).stops;
}

describe("adding a stop is refused", () => {
  test("to all but editors and owners", async () => {
    const scene = await newTripFixture();
    const input = { params: { tripId: scene.tripId }, body: { name: "Gion", dayId: null } };
    expectUnauthenticated(await send(stopsApi.create, input));
    expectAbsent(await send(stopsApi.create, { ...input, token: scene.stranger.token }), "trip");
    expectForbidden(await send(stopsApi.create, { ...input, token: scene.guest.token }), "guest", "editor");
    expectForbidden(await send(stopsApi.create, { ...input, token: scene.viewer.token }), "viewer", "editor");
    expect(await stopsOf(scene)).toEqual([scene.stop]);
  });

  test.each<[string, object, ...[string, string][]]>([
    ["no day", { name: "A" }, ["dayId", "This is missing: send a text."]],
    ["a day of nowhere", { name: "A", dayId: "01a1fea0-fa5a-7365-a54d-b8396911c8f9" }, ["dayId", NO_DAY]],
    ["no name", { name: " ", dayId: null }, ["name", "Fill this in."]],
    [
      "a place off the globe",
      { name: "A", dayId: null, place: { lat: 91, lng: 181 } },
      ["place.lat", "Send at most 90."],
      ["place.lng", "Send at most 180."],
    ],
    [
      "a time of no clock",
      { name: "A", dayId: null, startTime: "24:00" },
      ["startTime", "Use a time as HH:mm."],
    ],
    [
      "an address that runs",
      { name: "A", dayId: null, url: "javascript:alert(1)" },
      ["url", "Use an address that starts with http:// or https://."],
    ],
    [
      "a cost in fractions",
      { name: "A", dayId: null, cost: { amount: 1.5, currency: "EUR" } },
      ["cost.amount", "Send a whole number."],
    ],
    [
      "people who aren't in the trip",
      { name: "A", dayId: null, participants: ["01a1fea0-fa5a-7365-a54d-b8396911c8f9"] },
      ["participants", "List each member of the trip at most once."],
    ],
    [
      "a way of going that there is not",
      { name: "A", dayId: null, travelMode: "ride" },
      ["travelMode", 'Send one of "walk", "cycle", "drive", "transit".'],
    ],
    [
      "fields that are not the client's",
      { name: "A", dayId: null, tripId: "x", position: "a0", version: 3, deletedAt: null },
      ["tripId", "This field is unknown."],
      ["position", "This field is unknown."],
      ["version", "This field is unknown."],
      ["deletedAt", "This field is unknown."],
    ],
  ])("for %s", async (_, body, ...issues) => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const sent = await send(stopsApi.create, { params: { tripId: trip.id }, token: ann.token, body });
    expectInvalid(sent, ...issues);
    expect(await readTrip(ann, trip.id)).toEqual(trip);
  });

  test("for days of other trips", async () => {
    const ann = await newPerson();
    const [trip, other] = [await newTrip(ann), await newTrip(ann)];
    const body = { name: "A", dayId: other.days[0]?.id };
    const input = { params: { tripId: trip.id }, token: ann.token, body };
    expectInvalid(await send(stopsApi.create, input), ["dayId", NO_DAY]);
  });
});

describe("adding a stop", () => {
  test("for a day that was retired meanwhile loses nothing: the stop waits in Ideas and knows its day", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    await patchTrip(ann, trip.id, { startDate: "2026-11-14", endDate: "2026-11-17" });
    const stop = await newStop(ann, trip, { dayId: trip.days[4]?.id ?? null });
    expect(stop).toMatchObject({ dayId: null, formerDate: "2026-11-18" });
    expect((await readTrip(ann, trip.id)).stops).toEqual([stop]);
  });

  test("answers the row with all its fields, as it is read later", async () => {
    const scene = await newTripFixture();
    const { tripId, editor, trip } = scene;
    const before = await readTrip(editor, tripId);
    const body = {
      id: uuidv7(),
      dayId: trip.days[1]?.id ?? null,
      name: " Fushimi Inari ",
      place: { lat: 34.9671, lng: 135.7727, address: "68 Fukakusa", placeRef: "geonames:1" },
      category: "sight",
      startTime: "06:30",
      endTime: "01:00",
      timezone: "Asia/Tokyo",
      notes: "Go early.\nBefore the buses.",
      url: "https://inari.jp/?a=1#b",
      cost: { amount: 0, currency: "JPY" },
      hours: null,
      travelMode: null,
      participants: [trip.members[0]?.id],
    };
    const sent = await send(stopsApi.create, { params: { tripId }, token: editor.token, body });
    const seq = expectWritten(sent, 201);
    const row = {
      ...body,
      name: "Fushimi Inari",
      position: expect.stringMatching(/^[0-9A-Za-z]+$/),
      formerDate: null,
      deletedAt: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    };
    expect(sent.body).toEqual({ ...row, votes: [], commentCount: 0 });
    expect((await stopsOf(scene)).find(({ id }) => id === body.id)).toEqual(sent.body);
    const events = await lastGroup(editor, tripId, before.seq);
    expect(events).toMatchObject([{ op: "stop.created", seq, actorId: editor.userId, via: "user" }]);
    expect(events[0]?.entity).toEqual(row);
  });

  test("puts it behind the others, and needs no more than a name", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const dayId = trip.days[0]?.id ?? null;
    const names = ["one", "two", "three"];
    for (const name of names) await newStop(ann, trip, { name });
    const idea = await newStop(ann, trip, { name: "idea", dayId: null });
    expect(idea).toMatchObject({ category: "other", place: null, cost: null, participants: null });
    const { stops } = await readTrip(ann, trip.id);
    expect(stops.filter((stop) => stop.dayId === dayId).map(({ name }) => name)).toEqual(names);
  });
});

describe("changing a stop", () => {
  test("is for editors and owners, and for stops of this trip", async () => {
    const scene = await newTripFixture();
    const other = await newTripFixture();
    const params = { tripId: scene.tripId, stopId: scene.stop.id };
    const input = { params, body: { name: "Gion" } };
    expectUnauthenticated(await send(stopsApi.update, input));
    expectAbsent(await send(stopsApi.update, { ...input, token: scene.stranger.token }), "trip");
    expectForbidden(await send(stopsApi.update, { ...input, token: scene.guest.token }), "guest", "editor");
    expectForbidden(await send(stopsApi.update, { ...input, token: scene.viewer.token }), "viewer", "editor");
    const { token } = scene.owner;
    for (const stopId of [uuidv7(), other.stop.id]) {
      const elsewhere = { ...input, token, params: { ...params, stopId } };
      expectAbsent(await send(stopsApi.update, elsewhere), "stop");
    }
    expectAbsent(await send(stopsApi.update, { ...input, token, params: { ...params, stopId: "1" } }));
    expectInvalid(await send(stopsApi.update, { params, token, body: {} }), [
      "",
      "Send at least one field to change.",
    ]);
    expectInvalid(await send(stopsApi.update, { params, token, body: { dayId: null, name: "A" } }), [
      "dayId",
      "This field is unknown.",
    ]);
    expect(await stopsOf(scene)).toEqual([scene.stop]);
  });

  test("writes the fields that were sent, as one event with old and new", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId, stopId: scene.stop.id };
    const place = { lat: 34.9949, lng: 135.785 };
    const body = { place, startTime: "09:00", cost: { amount: 500, currency: "JPY" }, notes: "Steep." };
    const { seq } = await readTrip(scene.owner, scene.tripId);
    const sent = await send(stopsApi.update, { params, token: scene.editor.token, body });
    expect(expectWritten(sent)).toBe(seq + 1);
    expect(sent.body).toEqual({ ...scene.stop, ...body, version: 2, updatedAt: expect.any(String) });
    expect(await stopsOf(scene)).toEqual([sent.body]);
    expect(await lastGroup(scene.owner, scene.tripId, seq)).toMatchObject([
      {
        op: "stop.updated",
        changes: {
          place: [null, place],
          startTime: [null, "09:00"],
          cost: [null, body.cost],
          notes: [null, "Steep."],
        },
      },
    ]);
    const cleared = { place: null, startTime: null, cost: null, notes: null };
    const empty = await send(stopsApi.update, { params, token: scene.owner.token, body: cleared });
    expect(empty.body).toEqual({ ...scene.stop, version: 3, updatedAt: expect.any(String) });
  });

  test("to what it is already writes nothing", async () => {
    const scene = await newTripFixture();
    const params = { tripId: scene.tripId, stopId: scene.stop.id };
    const { seq } = await readTrip(scene.owner, scene.tripId);
    const body = { name: scene.stop.name, notes: null };
    const sent = await send(stopsApi.update, { params, token: scene.owner.token, body });
    expect(expectWritten(sent)).toBe(seq);
    expect(sent.body).toEqual(scene.stop);
  });
});

describe("deleting a stop", () => {
  test("is for editors and owners", async () => {
    const scene = await newTripFixture();
    const input = { params: { tripId: scene.tripId, stopId: scene.stop.id } };
    for (const endpoint of [stopsApi.delete, stopsApi.restore]) {
      expectUnauthenticated(await send(endpoint, input));
      expectAbsent(await send(endpoint, { ...input, token: scene.stranger.token }), "trip");
      expectForbidden(await send(endpoint, { ...input, token: scene.viewer.token }), "viewer", "editor");
      const nowhere = { params: { ...input.params, stopId: uuidv7() }, token: scene.owner.token };
      expectAbsent(await send(endpoint, nowhere), "stop");
    }
    expect(await stopsOf(scene)).toEqual([scene.stop]);
  });

  test("leaves votes and comments with it, and a restore brings all of it back to its place", async () => {
    const scene = await newTripFixture();
    const { owner, viewer, trip, tripId, stop } = scene;
    const later = await newStop(owner, trip, { name: "Later" });
    const params = { tripId, stopId: stop.id };
    await send(stopsApi.vote, { params, token: viewer.token, body: { value: 1 } });
    await newComment(viewer, tripId, { target: { kind: "stop", id: stop.id } });
    const before = await readTrip(owner, tripId);
    expect(expectWritten(await send(stopsApi.delete, { params, token: owner.token }), 204)).toBe(
      before.seq + 1,
    );
    expect(await stopsOf(scene)).toEqual([later]);
    expect(await lastGroup(owner, tripId, before.seq)).toMatchObject([
      { op: "stop.deleted", entity: { id: stop.id }, entityId: stop.id },
    ]);
    expectAbsent(await send(stopsApi.delete, { params, token: owner.token }), "stop");
    expectAbsent(await send(stopsApi.update, { params, token: owner.token, body: { name: "A" } }), "stop");
    const restored = await send(stopsApi.restore, { params, token: owner.token });
    expectWritten(restored);
    const version = { version: 3, updatedAt: expect.any(String) };
    expect(await stopsOf(scene)).toEqual([{ ...before.stops[0], ...version }, later]);
    expect(await stopsOf(scene)).toContainEqual(restored.body);
    expect(await lastGroup(owner, tripId, before.seq + 1)).toMatchObject([
      { op: "stop.restored", entity: { id: stop.id, votes: [{ value: 1 }], commentCount: 1 } },
    ]);
  });

  test("on a day that is gone since is restored to Ideas, with the day it stood on", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const stop = await newStop(ann, trip, { dayId: trip.days[4]?.id ?? null });
    const input = { params: { tripId: trip.id, stopId: stop.id }, token: ann.token };
    await send(stopsApi.delete, input);
    await patchTrip(ann, trip.id, { startDate: "2026-11-14", endDate: "2026-11-17" });
    expect((await send(stopsApi.restore, input)).body).toMatchObject({
      dayId: null,
      formerDate: "2026-11-18",
      deletedAt: null,
    });
  });
});
