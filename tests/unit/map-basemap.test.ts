import { readFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { buildBasemap } from "#lib/local/basemap.ts";
import {
  type Basemap,
  BASEMAP_STEPS_PER_DEGREE,
  decodeBasemap,
  encodeBasemap,
  type LngLatPair,
} from "#lib/shared/basemap.ts";

const FILE = new URL("../../app/trips/[tripId]/_map/basemap.bin", import.meta.url);

describe("the format", () => {
  const position = fc
    .tuple(
      fc.integer({ min: -230, max: 230 }),
      fc.integer({ min: -90, max: 90 }),
      fc.nat(BASEMAP_STEPS_PER_DEGREE - 1),
    )
    .map(([lng, lat, part]): LngLatPair => [
      lng + part / BASEMAP_STEPS_PER_DEGREE,
      lat - part / BASEMAP_STEPS_PER_DEGREE,
    ]);
  const line = fc.array(position, { minLength: 2, maxLength: 6 });
  const ring = fc
    .array(position, { minLength: 3, maxLength: 6 })
    .map((points): LngLatPair[] => points.concat(points.slice(0, 1)));
  const country = fc.record({
    code: fc.constantFrom("JP", "FJ", "XK"),
    at: position,
    minZoom: fc.nat(24).map((quarters) => quarters / 4),
  });
  const town = fc.record({
    name: fc.string({ unit: "grapheme" }),
    zh: fc.constantFrom("", "京都", "旧金山"),
    at: position,
    minZoom: fc.nat(24).map((quarters) => quarters / 4),
  });
  const basemap = fc.record({
    land: fc.array(fc.array(ring, { minLength: 1, maxLength: 3 })),
    borders: fc.array(line),
    countries: fc.array(country),
    towns: fc.array(town),
  });

  test("gives back what was written, to the step", () => {
    fc.assert(
      fc.property(basemap, (written) => {
        const read = decodeBasemap(encodeBasemap(written));
        expect(read.land.map((rings) => rings.length)).toEqual(written.land.map((rings) => rings.length));
        expectNear(written.land.flat(2), read.land.flat(2));
        expectNear(written.borders.flat(), read.borders.flat());
        expect(read.countries.map(({ code, minZoom }) => [code, minZoom])).toEqual(
          written.countries.map(({ code, minZoom }) => [code, minZoom]),
        );
        expect(read.towns.map(({ name, zh, minZoom }) => [name, zh, minZoom])).toEqual(
          written.towns.map(({ name, zh, minZoom }) => [name, zh, minZoom]),
        );
      }),
    );
  });

  test("refuses a file that was cut off", () => {
    const bytes = encodeBasemap({
      land: [],
      borders: [],
      countries: [{ code: "JP", at: [138, 36], minZoom: 3 }],
      towns: [{ name: "Kyoto", zh: "京都", at: [135.75, 35.02], minZoom: 5 }],
    });
    for (let end = 0; end < bytes.length; end++) {
      expect(() => decodeBasemap(bytes.subarray(0, end))).toThrow(RangeError);
    }
  });
});

describe("the committed map", () => {
  let packed: Buffer;
  let map: Basemap;
  beforeAll(async () => {
    packed = await readFile(FILE);
    map = decodeBasemap(gunzipSync(packed));
  });

  test("is what the script makes, and small", async () => {
    expect(Buffer.from(encodeBasemap(await buildBasemap())).equals(gunzipSync(packed))).toBe(true);
    expect(gzipSync(encodeBasemap({ ...map, towns: [] }), { level: 9 }).byteLength).toBeLessThan(250_000);
    expect(packed.byteLength).toBeLessThan(270_000);
  });

  test("has every ring closed and no line across the world, but for the one along the South Pole", () => {
    const rings = map.land.flat();
    expect(rings.filter((ring) => ring.length < 4)).toEqual([]);
    expect(rings.filter((ring) => String(ring[0]) !== String(ring.at(-1)))).toEqual([]);
    const leaps = [...rings, ...map.borders].flatMap((line) =>
      line.filter((point, index) => Math.abs(point[0] - (line[index - 1] ?? point)[0]) > 35),
    );
    expect(leaps).toEqual([[-180, -90]]);
  });

  test.each([
    ["Osaka", 135.5013, 34.6687],
    ["Venice", 12.3358, 45.4375],
    ["Manhattan", -73.975, 40.765],
    ["Hong Kong Island", 114.19, 22.265],
    ["Copenhagen", 12.56, 55.67],
    ["Suva", 178.44, -18.13],
    ["Chukotka, east of 180°", -177, 66.5],
  ])("shows %s on land", (_, lng, lat) => {
    expect(isLand(map, [lng, lat])).toBe(true);
  });

  test.each([
    ["the Gulf of Finland", 25, 59.85],
    ["Osaka Bay", 135.2, 34.5],
    ["the Sea of Okhotsk", 150, 55],
    ["the Pacific at 180°", 180, 0],
    ["the Caspian Sea", 50.5, 42],
  ])("shows %s as water", (_, lng, lat) => {
    expect(isLand(map, [lng, lat])).toBe(false);
  });

  test("names each country once, on its land", () => {
    const codes = map.countries.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual(expect.arrayContaining(["JP", "FI", "FJ", "US", "SG"]));
    for (const code of ["JP", "FI", "US", "BR", "CN"]) {
      const at = map.countries.find((country) => country.code === code)?.at;
      expect(at && isLand(map, at), code).toBe(true);
    }
  });

  test.each([
    ["Kyoto", "京都"],
    ["Tokyo", "东京"],
    ["Paris", "巴黎"],
    ["San Francisco", "旧金山"],
    ["Reykjavík", "雷克雅未克"],
  ])("names %s in both languages, on land", (name, zh) => {
    const town = map.towns.find((label) => label.name === name);
    expect(town).toMatchObject({ zh });
    expect(town && isLand(map, town.at)).toBe(true);
  });
});

function expectNear(points: LngLatPair[], read: LngLatPair[]): void {
  expect(read).toHaveLength(points.length);
  for (const [index, [lng, lat]] of points.entries()) {
    expect(read[index]?.[0]).toBeCloseTo(lng, 6);
    expect(read[index]?.[1]).toBeCloseTo(lat, 6);
  }
}

function isLand(map: Basemap, point: LngLatPair): boolean {
  return map.land.some((rings) => rings.filter((ring) => surrounds(ring, point)).length % 2 === 1);
}

function surrounds(ring: LngLatPair[], [lng, lat]: LngLatPair): boolean {
  let inside = false;
  for (const [index, [x2, y2]] of ring.entries()) {
    const [x1, y1] = ring[index - 1] ?? [x2, y2];
    if (y1 > lat !== y2 > lat && lng < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}
