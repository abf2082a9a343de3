import { expect, test } from "vitest";
import { decodePolyline, simplifyPath } from "#lib/server/routes/polyline.ts";
import { encodePolyline } from "#tests/doubles/timetables.ts";

test("a polyline is read with the decimals that it has", () => {
  // The encoded line is the example of the format's description, with five decimals.
  expect(decodePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@", 5)).toEqual([
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ]);
});

test("every line comes out as it went in", () => {
  const spots = Array.from({ length: 500 }, (_, at) => ({
    lat: Number((90 * Math.sin(at)).toFixed(6)),
    lon: Number((180 * Math.cos(at * 7)).toFixed(6)),
  }));
  expect(decodePolyline(encodePolyline(spots), 6)).toEqual(spots.map(({ lat, lon }) => [lon, lat]));
  expect(decodePolyline("", 6)).toEqual([]);
});

test("what is none, or leaves the globe, is refused", () => {
  for (const text of ["not a line", "\u00ff", "~".repeat(40), encodePolyline([{ lat: 91, lon: 0 }])])
    expect(() => decodePolyline(text, 6), text).toThrow();
});

test("a long line keeps its ends, and a few hundred points", () => {
  const path = Array.from({ length: 5000 }, (_, at): [number, number] => [at / 100, at / 200]);
  const kept = simplifyPath(path);
  expect(kept.length).toBeLessThanOrEqual(302);
  expect([kept[0], kept.at(-1)]).toEqual([
    [0, 0],
    [49.99, 24.995],
  ]);
});
