// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { distanceMeters } from "#lib/shared/legs.ts";
import { startRoutingServer } from "#tests/doubles/routing.ts";
import { expectWritten } from "#tests/helpers/refusals.ts";
import { newTripWithStops, stopsEastward } from "#tests/helpers/leg-stops.ts";

const server = await startRoutingServer();
process.env.ROUTING_URL = `${server.url}/{profile}`;

afterAll(() => server.stop());
beforeEach(() => {
  server.trouble(null);
  server.requests.length = 0;
});

describe("the ways of a day by a router", () => {
  test("have their mode's time and path; what nobody chose is walked near and driven far", async () => {
    const [a, b, c, d] = stopsEastward(0, 1, 11, 13);
    const day = await newTripWithStops([a ?? {}, b ?? {}, c ?? {}, { ...d, travelMode: "transit" }]);
    const { legs, attribution, isPending } = await day.legs();
    expect({ attribution, isPending }).toEqual({
      attribution: "© OpenStreetMap contributors",
      isPending: false,
    });
    expect(legs.map(({ mode, source, chosen }) => [mode, source, chosen])).toEqual([
      ["walk", "router", null],
      ["drive", "router", null],
      ["transit", "estimate", "transit"],
    ]);
    const [walk, drive, transit] = legs;
    const meters = distanceMeters(drive?.from ?? { lat: 0, lng: 0 }, drive?.to ?? { lat: 0, lng: 0 }) * 1.2;
    expect(drive).toMatchObject({ meters: Math.round(meters), minutes: Math.round(meters / 600) });
    expect(walk?.path).toHaveLength(3);
    expect(transit).not.toHaveProperty("path");
    expect(server.requests.map((url) => url.split("/")[1])).toEqual(["foot", "car"]);
    await day.legs();
    expect(server.requests).toHaveLength(2);
  });

  test("ask only for what is new when a stop moves", async () => {
    const day = await newTripWithStops(stopsEastward(0, 5, 10, 15));
    await day.legs();
    expect(server.requests.map((url) => url.split(";").length)).toEqual([4]);
    const [a = "", b = "", c = "", d = ""] = day.ids;
    expectWritten(await day.order([b, a, c, d]));
    const { legs } = await day.legs();
    expect(legs.map(({ fromId, toId }) => [fromId, toId])).toEqual([
      [b, a],
      [a, c],
      [c, d],
    ]);
    expect(server.requests.map((url) => url.split(";").length)).toEqual([4, 3]);
  });

  test("a day's better order goes by its times", async () => {
    const day = await newTripWithStops(stopsEastward(0, 30, 10, 20, 40));
    const found = await day.optimized();
    expect(found).toMatchObject({ verdict: "better", isEstimated: false });
    expect(found.order.map((id) => day.ids.indexOf(id))).toEqual([0, 2, 3, 1, 4]);
    expect(found.before.minutes - found.after.minutes).toBe(80);
    expect(server.requests.every((url) => url.includes("/table/v1/"))).toBe(true);
  });

  // This test is the last one, because the service stops requests to a server that fails for a while.
  test("are estimates, and no error, where it fails or knows none", async () => {
    for (const [trouble, isPending] of [
      ["NoRoute", false],
      ["garbage", true],
    ] as const) {
      server.trouble(trouble);
      const day = await newTripWithStops(stopsEastward(0, 11, 22));
      expect((await day.legs()).legs.map(({ mode, source }) => [mode, source])).toEqual([
        ["ride", "estimate"],
        ["ride", "estimate"],
      ]);
      expect(await day.legs()).toMatchObject({ attribution: null, isPending });
    }
  });
});
