import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatCoordinates,
  pointOf,
  readCoordinatePair,
  readCoordinates,
  readLatitude,
  readLongitude,
} from "#lib/shared/coordinates.ts";

const kiyomizu = { lat: 34.9948, lng: 135.785 };

describe("one coordinate", () => {
  test.each([
    ["50.4711", 50.4711],
    ["50,4711", 50.4711],
    ["-33.8568", -33.8568],
    ["−33.8568", -33.8568],
    ["－33.8568", -33.8568],
    ["＋５０．５", 50.5],
    [" 5. ", 5],
    [".5", 0.5],
    ["-0", 0],
    ["-1.2E-5", -0.000012],
    ["48° 51.5' N", 48.8583333],
    ["48°51’30” S", -48.8583333],
    ["S48°51'30''", -48.8583333],
    ["48 51.5", 48.8583333],
    ["48:51:30", 48.8583333],
    ["北纬35.01°", 35.01],
    ["南緯35度30分", -35.5],
    ["lat: 35.01", 35.01],
    ["Latitude=-35,01", -35.01],
  ])("%s", (text, degrees) => expect(readLatitude(text)).toBe(degrees));

  test.each([
    "",
    "abc",
    "12abc",
    "1.2.3",
    "1,234,5",
    "48.5° 30'",
    "48 61",
    "48° 51' 60\"",
    "30' 48°",
    "48:51:",
    "S -33",
    "-33 S",
    "33 E",
    "33 O",
    "lng: 33",
    "0x10",
    "NaN",
    "Infinity",
    "1e",
    "33 N N",
    "- 33 -",
    "--33",
  ])("is not read from %j", (text) => expect(readLatitude(text)).toBe("unreadable"));

  test("beyond the earth is another problem than unreadable", () => {
    expect(readLatitude("90.0001")).toBe("out-of-range");
    expect(readLatitude("95")).toBe("out-of-range");
    expect(readLongitude("95")).toBe(95);
    expect(readLongitude("-180.1")).toBe("out-of-range");
    expect(readLatitude("1e300")).toBe("out-of-range");
    expect(readCoordinatePair("95", "x")).toBe("unreadable");
    expect(readCoordinatePair("95", "10")).toBe("out-of-range");
    expect(readCoordinatePair("10", "20,5")).toEqual({ lat: 10, lng: 20.5 });
    expect([pointOf(91, 0), pointOf(0, 181), pointOf(Number.NaN, 0)]).toEqual([null, null, null]);
  });
});

describe("a pair", () => {
  test.each([
    ["34.9948, 135.785"],
    ["34.9948,135.785"],
    ["  34.9948   135.785 "],
    ["(34.9948, 135.785)"],
    ["[34.9948, 135.785]"],
    ["34.9948° 135.785°"],
    ["34,9948; 135,785"],
    ["34,9948 135,785"],
    ["34,9948, 135,785"],
    ["34.9948，135.785"],
    ["34.9948 / 135.785"],
    ["34.9948N 135.785E"],
    ["34.9948N135.785E"],
    ["34.9948° N, 135.785° E"],
    ["N 34.9948, E 135.785"],
    ["E 135.785 N 34.9948"],
    ["lat: 34.9948, lng: 135.785"],
    ["longitude=135.785 latitude=34.9948"],
    ["北纬34.9948° 东经135.785°"],
    ["３４．９９４８，１３５．７８５"],
    ["34° 59.688' 135° 47.1'"],
    ["34 59.688 135 47.1"],
    ["34 59.688 N 135 47.1 E"],
    [`34°59'41.28"N 135°47'06"E`],
    ["北緯34度59分41.28秒 東経135度47分6秒"],
  ])("%s", (text) => expect(readCoordinates(text)).toEqual(kiyomizu));

  test("in every quarter of the earth", () => {
    expect(readCoordinates(`33°51′24″ S 151°12′30.6″ E`)).toEqual({ lat: -33.8566667, lng: 151.2085 });
    expect(readCoordinates("S 33.5 W 70.25")).toEqual({ lat: -33.5, lng: -70.25 });
    expect(readCoordinates("-33.5, -70.25")).toEqual({ lat: -33.5, lng: -70.25 });
    expect(readCoordinates("−33.5, −70.25")).toEqual({ lat: -33.5, lng: -70.25 });
    expect(readCoordinates("-33.5-070.25")).toEqual({ lat: -33.5, lng: -70.25 });
  });

  test.each([
    "",
    "Kiyomizu-dera",
    "1-294 Kiyomizu, Higashiyama",
    "91, 10",
    "10, 181",
    "35",
    "35.1, 135.7, 12",
    "7 11",
    "06 12 34 56",
    "48 51 2 21",
    "34.9948-135.785",
    "48.5° 30' N, 2 E",
    "N 10, N 20",
    "35.1N, 20S",
    "javascript:35.1,135.7",
    "1 ".repeat(3000),
  ])("is not read from %j", (text) => expect(readCoordinates(text)).toBeNull());

  test("formatCoordinates is read back", () => {
    expect(readCoordinates(formatCoordinates(kiyomizu))).toEqual(kiyomizu);
  });
});

const degrees = (limit: number) =>
  fc.integer({ min: -limit * 1e5, max: limit * 1e5 }).map((value) => value / 1e5 + 0);
const anywhere = fc.record({ lat: degrees(90), lng: degrees(180) });

const SPELLINGS: Record<string, (lat: number, lng: number) => string> = {
  decimals: (lat, lng) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`,
  "decimal commas": (lat, lng) => `${lat} ${lng}`.replaceAll(".", ","),
  "typographic minus": (lat, lng) => `${lat}, ${lng}`.replaceAll("-", "\u2212"),
  "full width": (lat, lng) => `${lat},${lng}`.replaceAll(/[!-~]/g, fullWidth),
  letters: (lat, lng) => `${Math.abs(lat)} ${lat < 0 ? "S" : "N"}, ${Math.abs(lng)} ${lng < 0 ? "W" : "E"}`,
  "letters in front": (lat, lng) =>
    `${lat < 0 ? "S" : "N"}${Math.abs(lat)}${lng < 0 ? "W" : "E"}${Math.abs(lng)}`,
  minutes: (lat, lng) => `${minutes(lat)} ${lat < 0 ? "S" : "N"} ${minutes(lng)} ${lng < 0 ? "W" : "E"}`,
};

function fullWidth(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0);
}

function minutes(value: number): string {
  const all = Math.abs(value) * 60;
  const whole = Math.floor(all / 60 + 1e-9);
  return `${whole}° ${Math.max(0, all - whole * 60).toFixed(5)}'`.replace("60.00000'", "59.99999'");
}

test.each(Object.keys(SPELLINGS))(
  "any point spelled with %s is read back or refused, never moved",
  (name) => {
    fc.assert(
      fc.property(anywhere, ({ lat, lng }) => {
        const text = SPELLINGS[name]?.(lat, lng) ?? "";
        const found = readCoordinates(text);
        // The reader rejects whole numbers without a sign on purpose.
        if (!found) expect(Number.isInteger(lat) || Number.isInteger(lng)).toBe(true);
        expect(Math.abs((found?.lat ?? lat) - lat)).toBeLessThan(2e-5);
        expect(Math.abs((found?.lng ?? lng) - lng)).toBeLessThan(2e-5);
      }),
      { numRuns: 500 },
    );
  },
);

test("what surrounds a number is never passed over", () => {
  fc.assert(
    fc.property(
      anywhere,
      fc.string({ minLength: 1, maxLength: 6 }),
      fc.boolean(),
      ({ lat }, junk, isBefore) => {
        const text = isBefore ? `${junk}${lat}` : `${lat}${junk}`;
        const found = readLatitude(text);
        // A number that is understood may only have spaces, degree signs, and digits with their marks added to it.
        if (typeof found === "number" && !/^[\s\d.,+\-°'":]*$/.test(junk)) {
          expect(junk.trim().toLowerCase()).toMatch(
            /^[\s\d.,+\-°'":]*[ns]?[\s\d.,+\-°'":]*$|^[\d.]*e[+-]?\d*$/,
          );
        }
      },
    ),
    { numRuns: 2000 },
  );
});
