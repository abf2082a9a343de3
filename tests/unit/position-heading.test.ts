import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { headingOf } from "#app/trips/[tripId]/_map/position-watch.ts";

beforeEach(() => vi.stubGlobal("screen", { orientation: { angle: 0 } }));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["north", { absolute: true, alpha: 0 }, 0],
  ["east", { absolute: true, alpha: 270 }, 90],
  ["west", { absolute: true, alpha: 90 }, 270],
  ["nowhere in particular", { absolute: false, alpha: 90 }, null],
  ["nowhere that it knows", { absolute: true, alpha: null }, null],
  ["as Safari says it", { absolute: false, alpha: 12, webkitCompassHeading: 42 }, 42],
])("a device that looks %s", (_, event, heading) => {
  expect(headingOf(event)).toBe(heading);
});

test("a page that is turned against its device looks where it is turned to", () => {
  vi.stubGlobal("screen", { orientation: { angle: 90 } });
  expect(headingOf({ absolute: true, alpha: 0 })).toBe(90);
});
