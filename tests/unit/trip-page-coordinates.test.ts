import { describe, expect, test } from "vitest";
import { formatCoordinates, parseCoordinates } from "#lib/shared/coordinates.ts";

const kiyomizu = { lat: 34.9948, lng: 135.785 };

test("long runs of spaces cost nothing", () => {
  const gap = " ".repeat(650);
  const spaced = [`1${gap}1${gap}x`, `1${gap}N1${gap}x`, `geo:1${gap}1${gap}x`];
  const inLink = `https://maps.example.org/?q=${encodeURIComponent(`1${" ".repeat(200)}1${" ".repeat(200)}x`)}`;
  const start = performance.now();
  for (const text of [...spaced, inLink]) expect(parseCoordinates(text)).toBeNull();
  expect(performance.now() - start).toBeLessThan(100);
});

describe("parseCoordinates reads", () => {
  test.each([
    ["34.9948, 135.785"],
    ["34.9948,135.785"],
    ["  34.9948   135.785 "],
    ["(34.9948, 135.785)"],
    ["34.9948° 135.785°"],
    ["34,9948; 135,785"],
    ["34.9948，135.785"],
    ["34.9948N 135.785E"],
    ["34.9948° N, 135.785° E"],
    ["N 34.9948, E 135.785"],
    ["geo:34.9948,135.785?z=17"],
    ["https://www.google.com/maps?q=34.9948,135.785"],
    ["https://www.google.com/maps/search/?api=1&query=34.9948%2C135.785"],
    [
      "https://www.google.com/maps/place/Kiyomizu-dera/@35.1,135.1,17z/data=!4m6!3m5!1s0x1!8m2!3d34.9948!4d135.785",
    ],
    ["https://www.google.com/maps/@34.9948,135.785,17z"],
    ["https://www.google.com/maps/search/34.9948,+135.785"],
    ["https://maps.apple.com/?ll=34.9948,135.785&q=Kiyomizu-dera"],
    ["https://maps.apple.com/place?coordinate=34.9948,135.785&name=Kiyomizu-dera"],
    ["https://www.openstreetmap.org/?mlat=34.9948&mlon=135.785#map=17/35.1/135.1"],
    ["https://www.openstreetmap.org/#map=17/34.9948/135.785"],
    ["https://www.bing.com/maps?cp=34.9948~135.785&lvl=16"],
  ])("%s", (text) => {
    expect(parseCoordinates(text)).toEqual(kiyomizu);
  });

  test("degrees, minutes and seconds in every quarter", () => {
    expect(parseCoordinates(`34°59'41.3"N 135°47'06"E`)).toEqual({ lat: 34.9948056, lng: 135.785 });
    expect(parseCoordinates(`33°51′24″ S 151°12′30.6″ E`)).toEqual({ lat: -33.8566667, lng: 151.2085 });
    expect(parseCoordinates("S 33.5 W 70.25")).toEqual({ lat: -33.5, lng: -70.25 });
    expect(parseCoordinates("-33.5, -70.25")).toEqual({ lat: -33.5, lng: -70.25 });
  });
});

describe("parseCoordinates refuses", () => {
  test.each([
    [""],
    ["Kiyomizu-dera"],
    ["1-294 Kiyomizu, Higashiyama"],
    ["91, 10"],
    ["10, 181"],
    ["35"],
    ["35.1, 135.7, 12"],
    ["https://maps.app.goo.gl/abc123"],
    ["https://"],
    ["https://example.com/?q=%E0%A4%A"],
    ["javascript:35.1,135.7"],
    ["1 ".repeat(3000)],
  ])("%s", (text) => {
    expect(parseCoordinates(text)).toBeNull();
  });
});

test("formatCoordinates is read back", () => {
  expect(parseCoordinates(formatCoordinates(kiyomizu))).toEqual(kiyomizu);
});
