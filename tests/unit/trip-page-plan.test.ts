import { describe, expect, test } from "vitest";
import {
  createStopGrouper,
  createRowCache,
  endsNextDay,
  groupStops,
  planRows,
  stopsOf,
} from "#app/trips/[tripId]/_model/plan/plan-model.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { stop as sampleStop } from "#tests/realtime/sample-trip.ts";

const at = "2026-11-01T00:00:00.000Z";
let count = 0;

function stop(fields: Partial<StopDto> = {}): StopDto {
  count += 1;
  const position = `a${String(count).padStart(4, "0")}`;
  return sampleStop({ id: `stop-${count}`, dayId: "day-1", position, name: `Stop ${count}`, ...fields });
}

function day(id: string, date: string): DayDto {
  return { id, date, title: null, notes: null, timezone: null, version: 1, updatedAt: at };
}

const days = [day("day-1", "2026-11-14"), day("day-2", "2026-11-15")];
const kyoto = { lat: 34.9949, lng: 135.785 };
const near = { lat: 34.998, lng: 135.7808 };
const far = { lat: 35.0394, lng: 135.7292 };

describe("groupStops", () => {
  test("keeps the order, and what has no day or an unknown one waits in Ideas", () => {
    const stops = [
      stop(),
      stop({ dayId: "day-2" }),
      stop({ dayId: null }),
      stop(),
      stop({ dayId: "retired" }),
    ];
    const byDay = groupStops(stops, days);
    expect(stopsOf(byDay, "day-1")).toEqual([stops[0], stops[3]]);
    expect(stopsOf(byDay, "day-2")).toEqual([stops[1]]);
    expect(stopsOf(byDay, null)).toEqual([stops[2], stops[4]]);
    expect(stopsOf(byDay, "retired")).toEqual([]);
  });

  test("a day that did not change keeps its list, the one that did gets a new one", () => {
    const group = createStopGrouper();
    const stops = [stop(), stop({ dayId: "day-2" })];
    const before = group(stops, days);
    const after = group([...stops, stop()], days);
    expect(stopsOf(after, "day-2")).toBe(stopsOf(before, "day-2"));
    expect(stopsOf(after, "day-1")).not.toBe(stopsOf(before, "day-1"));
    expect(stopsOf(after, null)).toBe(stopsOf(before, null));
  });
});

function rows(...stops: StopDto[]) {
  return planRows(stops, "2026-11-14", "Asia/Tokyo");
}

describe("createRowKeeper", () => {
  test("somebody else's change of one stop leaves ways and warnings of the others the very same", () => {
    const keep = createRowCache();
    const stops = [
      stop({ place: kyoto, startTime: "09:00", endTime: "10:30" }),
      stop({ place: near, startTime: "10:00", endTime: "11:00" }),
      stop({ place: far, startTime: "12:00" }),
    ];
    const before = keep(rows(...stops));
    const renamed = stops.with(2, { ...stops[2], name: "Kinkaku-ji" } as StopDto);
    const after = keep(rows(...renamed));
    expect(before[1]?.warning).toMatchObject({ kind: "overlap" });
    expect(after[1]?.warning).toBe(before[1]?.warning);
    expect(after.map(({ leg }) => leg)).toEqual(before.map(({ leg }) => leg));
    expect(after[1]?.leg).toBe(before[1]?.leg);
    expect(after[2]?.leg).toBe(before[2]?.leg);
    expect(after[2]?.stop.name).toBe("Kinkaku-ji");
  });

  test("what did change is told anew", () => {
    const keep = createRowCache();
    const [above, below] = [
      stop({ place: kyoto, startTime: "09:00", endTime: "10:30" }),
      stop({ place: near, startTime: "10:00" }),
    ];
    keep(rows(above, below));
    const after = keep(rows({ ...above, endTime: "10:20" }, { ...below, place: far }));
    expect(after).toEqual(rows({ ...above, endTime: "10:20" }, { ...below, place: far }));
    expect(after[1]?.warning).toMatchObject({ kind: "overlap", time: "10:20" });
  });
});

describe("planRows", () => {
  test("numbers what is neither a bed nor a ride", () => {
    const numbers = rows(stop({ category: "transport" }), stop(), stop({ category: "lodging" }), stop()).map(
      ({ number }) => number,
    );
    expect(numbers).toEqual([null, 1, null, 2]);
  });

  test("has a leg only where both ends have a place", () => {
    const legs = rows(stop({ place: kyoto }), stop({ place: near }), stop(), stop({ place: far })).map(
      ({ leg }) => leg?.mode ?? null,
    );
    expect(legs).toEqual([null, "walk", null, null]);
  });

  test("warns of times that run backwards, also past stops without a time", () => {
    const warnings = rows(stop({ startTime: "10:00" }), stop(), stop({ startTime: "09:30" })).map(
      ({ warning }) => warning,
    );
    expect(warnings).toMatchObject([null, null, { kind: "backwards", time: "10:00" }]);
  });

  test("warns of an overlap by name", () => {
    const first = stop({ startTime: "10:00", endTime: "12:00", name: "Museum" });
    expect(rows(first, stop({ startTime: "11:30" }))[1]?.warning).toMatchObject({
      kind: "overlap",
      name: "Museum",
      time: "12:00",
    });
    expect(rows(first, stop({ startTime: "12:00" }))[1]?.warning).toBeNull();
  });

  test("warns when the way does not fit, but not over a few minutes", () => {
    const museum = stop({ startTime: "10:00", endTime: "12:00", place: kyoto });
    expect(rows(museum, stop({ startTime: "12:02", place: near }))[1]?.warning).toMatchObject({
      kind: "tight",
      free: 2,
      needed: 8,
    });
    expect(rows(museum, stop({ startTime: "12:05", place: near }))[1]?.warning).toBeNull();
    expect(rows(museum, stop({ startTime: "12:01", place: far }))[1]?.warning?.kind).toBe("tight");
    expect(rows(museum, stop({ startTime: "13:00", place: far }))[1]?.warning).toBeNull();
  });

  test("a night out ends on the next day", () => {
    const bar = stop({ startTime: "22:00", endTime: "01:00" });
    expect(endsNextDay(bar)).toBe(true);
    expect(rows(bar, stop({ startTime: "23:00" }))[1]?.warning?.kind).toBe("overlap");
    expect(endsNextDay(stop({ startTime: "10:00", endTime: "10:00" }))).toBe(false);
    expect(endsNextDay(stop({ endTime: "01:00" }))).toBe(false);
  });

  test("compares instants, not clock faces: a flight west lands earlier than it left", () => {
    const leaves = stop({ startTime: "10:00", timezone: "Asia/Tokyo" });
    const lands = stop({ startTime: "09:30", timezone: "Europe/Helsinki" });
    expect(rows(leaves, lands)[1]?.warning).toBeNull();
    expect(rows(lands, leaves)[1]?.warning).toMatchObject({ kind: "backwards", time: "09:30" });
  });
});
