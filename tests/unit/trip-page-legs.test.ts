import { describe, expect, test } from "vitest";
import { distanceMeters, estimateLeg, routeMeters } from "#lib/shared/legs.ts";

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

test("routeMeters adds the legs", () => {
  const legs = [
    estimateLeg(kiyomizu, ninenzaka)?.meters ?? 0,
    estimateLeg(ninenzaka, kinkakuji)?.meters ?? 0,
  ];
  expect(routeMeters([kiyomizu, ninenzaka, kinkakuji])).toBe((legs[0] ?? 0) + (legs[1] ?? 0));
  expect(routeMeters([kiyomizu])).toBe(0);
});
