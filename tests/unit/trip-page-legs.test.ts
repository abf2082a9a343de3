import { describe, expect, test } from "vitest";
import { distanceMeters, estimateLeg, routeMeters, waypoints } from "#lib/shared/legs.ts";
import { TRAVEL_MODES, type TravelMode } from "#lib/shared/travel-modes.ts";

const kiyomizu = { lat: 34.9949, lng: 135.785 };
const ninenzaka = { lat: 34.998, lng: 135.7808 };
const kinkakuji = { lat: 35.0394, lng: 135.7292 };
const osaka = { lat: 34.6873, lng: 135.5262 };
const helsinki = { lat: 60.1699, lng: 24.9384 };

describe("distanceMeters", () => {
  test("is zero for one place and symmetric", () => {
    expect(distanceMeters(kiyomizu, kiyomizu)).toBe(0);
    expect(distanceMeters(kiyomizu, osaka)).toBeCloseTo(distanceMeters(osaka, kiyomizu), 6);
  });

  test("knows a degree of latitude and the way over the date line", () => {
    expect(distanceMeters({ lat: 0, lng: 0 }, { lat: 1, lng: 0 })).toBeCloseTo(111_195, -1);
    expect(distanceMeters({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(111_195, -1);
    expect(distanceMeters({ lat: 90, lng: 0 }, { lat: -90, lng: 10 })).toBeCloseTo(20_015_115, -2);
  });
});

describe("estimateLeg", () => {
  test("walks what is near", () => {
    const leg = estimateLeg(kiyomizu, ninenzaka);
    expect(leg?.mode).toBe("walk");
    expect(leg?.meters).toBeGreaterThan(600);
    expect(leg?.meters).toBeLessThan(760);
    expect(leg?.minutes).toBe(Math.round((leg?.meters ?? 0) / 80));
  });

  test("rides what is further, in steps of five minutes", () => {
    const leg = estimateLeg(kiyomizu, kinkakuji);
    expect(leg?.mode).toBe("ride");
    expect((leg?.minutes ?? 1) % 5).toBe(0);
    expect(leg?.minutes).toBe(35);
    expect(estimateLeg(kiyomizu, osaka)?.minutes).toBe(85);
  });

  test("gives no time for what may be a flight, and no leg within one place", () => {
    expect(estimateLeg(helsinki, osaka)).toEqual({ mode: "far", meters: expect.any(Number), minutes: null });
    expect(estimateLeg(kiyomizu, { lat: 34.99491, lng: 135.78501 })).toBeNull();
  });

  test("is never faster over a longer way", () => {
    let last = 0;
    for (let km = 3; km < 300; km += 1) {
      const leg = estimateLeg({ lat: 0, lng: 0 }, { lat: km / 111.2, lng: 0 });
      expect(leg?.minutes ?? 0, `${km} km`).toBeGreaterThanOrEqual(last);
      last = leg?.minutes ?? 0;
    }
  });
});

function minutes(mode: TravelMode, to = kinkakuji) {
  return estimateLeg(kiyomizu, to, mode)?.minutes;
}

describe("a way that somebody chose", () => {
  test("keeps its mode over any distance", () => {
    for (const mode of TRAVEL_MODES) {
      expect(estimateLeg(kiyomizu, ninenzaka, mode)?.mode).toBe(mode);
      expect(estimateLeg(helsinki, osaka, mode)).toMatchObject({ mode, minutes: expect.any(Number) });
    }
  });

  test("takes as long as it does: 7.1 km as the crow flies", () => {
    expect(minutes("walk")).toBe(115);
    expect(minutes("cycle")).toBe(35);
    expect(minutes("drive")).toBe(15);
    expect(minutes("transit")).toBe(35);
  });

  test("is told by the minute only where that is no pretence", () => {
    expect(minutes("walk", ninenzaka)).toBe(estimateLeg(kiyomizu, ninenzaka)?.minutes);
    expect(minutes("cycle", ninenzaka)).toBe(3);
    expect(minutes("drive", ninenzaka)).toBe(5);
    expect(minutes("transit", ninenzaka)).toBe(10);
  });

  test("is none within one place", () => {
    expect(estimateLeg(kiyomizu, { lat: 34.99491, lng: 135.78501 }, "transit")).toBeNull();
  });

  test("counts in a day's distance", () => {
    const stops = [
      { place: kiyomizu, travelMode: null },
      { place: null, travelMode: "walk" as const },
      { place: kinkakuji, travelMode: "transit" as const },
    ];
    expect(routeMeters(waypoints(stops))).toBe(estimateLeg(kiyomizu, kinkakuji, "transit")?.meters);
  });
});

test("routeMeters adds the legs", () => {
  const legs = [
    estimateLeg(kiyomizu, ninenzaka)?.meters ?? 0,
    estimateLeg(ninenzaka, kinkakuji)?.meters ?? 0,
  ];
  expect(routeMeters([kiyomizu, ninenzaka, kinkakuji])).toBe((legs[0] ?? 0) + (legs[1] ?? 0));
  expect(routeMeters([kiyomizu])).toBe(0);
});
