import { describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { legsApi } from "#lib/shared/api/legs.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, lastGroup, newStop, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";
import { newTripWithStops, stopsEastward } from "#tests/helpers/leg-stops.ts";

describe("the ways of a day without a router", () => {
  test("are estimates, from each stop with a place to the next one", async () => {
    const [home, museum] = stopsEastward(0, 1);
    const day = await newTripWithStops([
      home ?? {},
      { name: "Nowhere" },
      museum ?? {},
      { ...museum, travelMode: "cycle" },
    ]);
    const { legs, attribution } = await day.legs();
    expect(attribution).toBeNull();
    expect(legs).toEqual([
      {
        fromId: day.ids[0],
        toId: day.ids[2],
        from: home?.place,
        to: museum?.place,
        // The leg passes a stop without a place, so its route may differ.
        past: [day.ids[1]],
        chosen: null,
        mode: "walk",
        meters: expect.any(Number),
        minutes: expect.any(Number),
        source: "estimate",
      },
    ]);
  });

  test("are those of the day alone, and of days that are there", async () => {
    const day = await newTripWithStops(stopsEastward(0, 1));
    const [, second, ...others] = day.trip.days;
    const at = (dayId: string) =>
      send(legsApi.list, { params: { tripId: day.tripId, dayId }, token: day.ann.token });
    expect((await at(second?.id ?? "")).body).toEqual({ legs: [], attribution: null, isPending: false });
    await patchTrip(day.ann, day.tripId, { startDate: "2026-11-14", endDate: "2026-11-15" });
    expectAbsent(await at(others[0]?.id ?? ""), "day");
    expectAbsent(await at((await newTripWithStops([])).params.dayId), "day");
  });
});

describe("a better order of a day", () => {
  test("is worked out from estimates and changes nothing", async () => {
    const day = await newTripWithStops(stopsEastward(0, 30, 10, 20, 40));
    const { seq } = await readTrip(day.ann, day.tripId);
    const found = await day.optimized();
    expect(found).toMatchObject({ verdict: "better", isEstimated: true, seq });
    expect(found.order.map((id) => day.ids.indexOf(id))).toEqual([0, 2, 3, 1, 4]);
    expect(await day.shown()).toEqual(day.ids);
  });

  test("leaves what is booked where it is", async () => {
    const day = await newTripWithStops(stopsEastward(0, 30, 10, 20, 40));
    const start = { local: "2026-11-14T18:00", zone: "Asia/Tokyo" };
    for (const stopId of [day.ids[1], day.ids[3]]) {
      const body = { kind: "activity" as const, title: "Tour", start, stopId: stopId ?? null };
      await call(reservationsApi.create, { params: { tripId: day.tripId }, body }, as(day.ann));
    }
    const order = (await day.optimized()).order.map((id) => day.ids.indexOf(id));
    expect(order.indexOf(1)).toBeLessThan(order.indexOf(3));
  });

  test("is none for a few stops", async () => {
    const day = await newTripWithStops(stopsEastward(0, 30, 10));
    expect(await day.optimized()).toMatchObject({ verdict: "few", order: day.ids });
  });
});

describe("putting a day in order", () => {
  test("is one write with one event for each stop that moved, and one undo", async () => {
    const day = await newTripWithStops(stopsEastward(0, 30, 10, 20, 40));
    const [a = "", b = "", c = "", d = "", e = ""] = day.ids;
    const { seq } = await readTrip(day.ann, day.tripId);
    const sent = await day.order([a, c, d, b, e]);
    const moved = expectWritten(sent);
    const group = await lastGroup(day.ann, day.tripId, seq);
    expect(group.map(({ op, entityId }) => [op, entityId])).toEqual([["stop.moved", b]]);
    expect(await day.shown()).toEqual([a, c, d, b, e]);
    expect(sent.body).toMatchObject([a, c, d, b, e].map((id) => ({ id })));
    const reversed = expectWritten(await day.order([e, d, c, b, a]));
    expect((await lastGroup(day.ann, day.tripId, moved)).length).toBeGreaterThan(1);
    expect(await day.shown()).toEqual([e, d, c, b, a]);
    const params = { tripId: day.tripId, seq: String(reversed) };
    expectWritten(await send(eventsApi.undo, { params, token: day.ann.token }));
    expect(await day.shown()).toEqual([a, c, d, b, e]);
  });

  test("as it is already writes nothing", async () => {
    const day = await newTripWithStops(stopsEastward(0, 1, 2));
    const { seq } = await readTrip(day.ann, day.tripId);
    expect((await day.order(day.ids)).status).toBe(200);
    expect((await readTrip(day.ann, day.tripId)).seq).toBe(seq);
  });

  test("is refused where the day has other stops by now, and tells which", async () => {
    const day = await newTripWithStops(stopsEastward(0, 1, 2));
    const [a = "", b = "", c = ""] = day.ids;
    const late = await newStop(day.ann, day.trip, { name: "Late" });
    for (const order of [
      [c, b, a],
      [c, b, a, late.id, (await newTripWithStops(stopsEastward(0))).ids[0] ?? ""],
      [],
    ]) {
      expectRefused(
        await day.order(order),
        409,
        "FIELD_CONFLICT",
        "This day has other stops by now. Look at it again.",
        {
          details: { fields: ["stopIds"], current: { stopIds: [a, b, c, late.id] } },
        },
      );
    }
    const params = { tripId: day.tripId, stopId: late.id };
    await call(stopsApi.delete, { params }, as(day.ann));
    expectWritten(await day.order([c, b, a]));
  });

  test("names each stop once", async () => {
    const day = await newTripWithStops(stopsEastward(0, 1));
    expectInvalid(await day.order([day.ids[0], day.ids[0]]), ["stopIds", "List each stop once."]);
  });

  test("of a day that is gone is not there", async () => {
    const scene = await newTripFixture();
    await patchTrip(scene.owner, scene.tripId, { startDate: "2026-11-16", endDate: "2026-11-17" });
    const params = { tripId: scene.tripId, dayId: scene.trip.days[0]?.id ?? "" };
    const sent = await send(daysApi.order, { params, token: scene.owner.token, body: { stopIds: [] } });
    expectAbsent(sent, "day");
  });

  test("meets moves of others at the same time without losing or doubling a stop", async () => {
    const day = await newTripWithStops(stopsEastward(0, 1, 2, 3, 4, 5));
    const turned = day.ids.toReversed();
    const moves = day.ids.map((stopId) =>
      send(stopsApi.move, {
        params: { tripId: day.tripId, stopId },
        token: day.ann.token,
        body: { dayId: day.params.dayId, afterId: null },
      }),
    );
    const sent = await Promise.all([...moves, day.order(turned), day.order(day.ids)]);
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    const after = await day.shown();
    expect(after.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(day.ids.toSorted((a, b) => (a < b ? -1 : 1)));
    expectWritten(await day.order(turned));
    expect(await day.shown()).toEqual(turned);
  });
});
