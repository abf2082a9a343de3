import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearestPlusCode, pointOfPlusCode, readPlusCode } from "#lib/shared/plus-codes.ts";

/* These are the published examples of the code's specification. */

describe("a code", () => {
  test.each([
    "8FWC2345+G6",
    "8FWC2345+G6G",
    "8fwc2345+",
    "8FWCX400+",
    "849VGJQF+VX7QR3J",
    "849VGJQF+VX7QR3JW",
  ])("%s is whole", (text) => {
    expect(readPlusCode(text)).toMatchObject({ isShort: false });
  });

  test.each(["WC2345+G6g", "2345+G6", "45+G6", "+G6"])("%s is the end of one", (text) => {
    expect(readPlusCode(text)).toEqual({ isShort: true, code: text.toUpperCase() });
  });

  test.each([
    "G+",
    "+",
    "8FWC2345+G",
    "8FWC2_45+G6",
    "8FWC2η45+G6",
    "8FWC2345+G6+",
    "8FWC2345G6+",
    "8FWC2300+G6",
    "WC2300+G6g",
    "WC2345+G",
    "WC2300+",
    "849VGJQF+VX7QR3U",
    "849VGJQF+VX7QR3JU",
    // The next two codes are beyond the poles or the date line.
    "F2222222+22",
    "2X222222+22",
    "",
    "Kyoto",
    "C+",
    "C++",
  ])("%s is none", (text) => {
    expect(readPlusCode(text)).toBeNull();
  });
});

describe("a code's area", () => {
  test.each([
    ["7FG49Q00+", 20.35, 2.75, 20.4, 2.8],
    ["7FG49QCJ+2V", 20.37, 2.782125, 20.370125, 2.78225],
    ["7FG49QCJ+2VX", 20.3701, 2.78221875, 20.370125, 2.78225],
    ["7FG49QCJ+2VXGJ", 20.370113, 2.782234375, 20.370114, 2.78223632813],
    ["8FVC2222+22", 47, 8, 47.000125, 8.000125],
    ["4VCPPQGP+Q9", -41.273125, 174.785875, -41.273, 174.786],
    ["62G20000+", 0, -180, 1, -179],
    ["22220000+", -90, -180, -89, -179],
    ["22222222+22", -90, -180, -89.999875, -179.999875],
    ["6FH32222+222", 1, 1, 1.000025, 1.00003125],
    ["CFX3X2X2+X2", 89.999875, 1, 90, 1.000125],
    ["84000000+", 30, -140, 50, -120],
    ["849VGJQF+VX7QR3J7QR3J", 37.53966912, -122.3750698242, 37.53966916, -122.3750697021],
  ])("%s has its middle there", (text, south, west, north, east) => {
    const point = pointOfPlusCode(readPlusCode(text)?.code ?? "");
    expect(point.lat).toBeCloseTo((south + north) / 2, 9);
    expect(point.lng).toBeCloseTo((west + east) / 2, 9);
  });
});

describe("the end of a code, beside a point, is the end of", () => {
  test.each([
    ["9C3W9QCJ+2VX", 51.3701125, -1.217765625, "+2VX"],
    ["9C3W9QCJ+2VX", 51.3708675, -1.217765625, "CJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3693575, -1.217765625, "CJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3701125, -1.218520625, "CJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3852125, -1.217765625, "9QCJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3701125, -1.232865625, "9QCJ+2VX"],
    ["8FJFW222+", 42.899, 9.012, "22+"],
    ["796RXG22+", 14.95125, -23.5001, "22+"],
    ["8FRCXGRF+PM", 47, 8.55, "XGRF+PM"],
    ["CFX22222+22", 89.6, 0, "2222+22"],
    ["2CXXXXXX+XX", -81, 0, "XXXXXX+XX"],
  ])("%s at %d, %d: %s", (whole, lat, lng, short) => {
    expect(readPlusCode(short)).toMatchObject({ isShort: true });
    const [found, meant] = [nearestPlusCode(short, { lat, lng }), pointOfPlusCode(whole)];
    expect(found.lat).toBeCloseTo(meant.lat, 9);
    expect(found.lng).toBeCloseTo(meant.lng, 9);
  });

  test("what is not farther away than half of what was left out", () => {
    const point = fc.record({
      lat: fc.double({ min: -89, max: 89, noNaN: true }),
      lng: fc.double({ min: -180, max: 179.999, noNaN: true }),
    });
    fc.assert(
      fc.property(point, (near) => {
        const { lat, lng } = nearestPlusCode("2Q7X+F9", near);
        const east = Math.abs(lng - near.lng);
        expect(Math.abs(lat - near.lat)).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(Math.min(east, 360 - east)).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
  });
});
