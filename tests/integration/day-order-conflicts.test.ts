import { describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { as, newStop, readTrip } from "#tests/factories/trips.ts";
import { expectRefused, expectWritten } from "#tests/helpers/refusals.ts";
import { newTripWithStops, stopsEastward } from "#tests/helpers/leg-stops.ts";

type Day = Awaited<ReturnType<typeof newTripWithStops>>;

/** Creates a day of four stops and remembers the seq `base`, after which tests change the day. */
async function newDesk() {
  const day = await newTripWithStops(stopsEastward(0, 1, 2, 3));
  const { seq } = await readTrip(day.ann, day.tripId);
  const [a = "", b = "", c = "", d = ""] = day.ids;
  const base = { "x-base-seq": String(seq) };
  const of = (stopId: string) => ({ tripId: day.tripId, stopId });
  const move = (stopId: string, dayId: string | null, afterId: string | null) =>
    call(stopsApi.move, { params: of(stopId), body: { dayId, afterId } }, as(day.ann));
  return { day, base, of, move, a, b, c, d };
}

async function expectStale(day: Day, sent: Awaited<ReturnType<Day["order"]>>): Promise<void> {
  expectRefused(sent, 409, "FIELD_CONFLICT", "Someone else changed this in the meantime.", {
    details: { fields: ["stopIds"], current: { stopIds: await day.shown() } },
  });
}

describe("an order over a day as it was once", () => {
  test("takes back no move that was made since, and says how the day stands", async () => {
    const { day, base, move, a, b, c, d } = await newDesk();
    await move(d, day.params.dayId, a);
    await expectStale(day, await day.order([a, c, b, d], base));
    expect(await day.shown()).toEqual([a, d, b, c]);
  });

  test("nor puts among the others what left the day and came back", async () => {
    const { day, base, move, a, b, c, d } = await newDesk();
    await move(b, null, null);
    await move(b, day.params.dayId, d);
    await expectStale(day, await day.order([b, a, c, d], base));
  });

  test("nor what was deleted and restored, or what is new", async () => {
    const { day, base, of, a, b, c, d } = await newDesk();
    await call(stopsApi.delete, { params: of(b) }, as(day.ann));
    await call(stopsApi.restore, { params: of(b) }, as(day.ann));
    await expectStale(day, await day.order([b, a, c, d], base));
    const { seq } = await readTrip(day.ann, day.tripId);
    const late = await newStop(day.ann, day.trip, { name: "Late" });
    await expectStale(day, await day.order([late.id, a, b, c, d], { "x-base-seq": String(seq) }));
  });

  test("is written where only other things have changed", async () => {
    const { day, base, of, a, b, c, d } = await newDesk();
    await call(stopsApi.update, { params: of(b), body: { name: "Renamed" } }, as(day.ann));
    await newStop(day.ann, { ...day.trip, days: day.trip.days.slice(1) }, { name: "Elsewhere" });
    expectWritten(await day.order([d, c, b, a], base));
    expect(await day.shown()).toEqual([d, c, b, a]);
  });

  test("is written all the same by force, and without a word of what it was made over", async () => {
    const { day, base, move, a, b, c, d } = await newDesk();
    await move(d, day.params.dayId, a);
    expectWritten(await day.order([a, c, b, d], { ...base, "x-force": "true" }));
    await move(d, day.params.dayId, a);
    expectWritten(await day.order([d, c, b, a]));
    expect(await day.shown()).toEqual([d, c, b, a]);
  });
});
