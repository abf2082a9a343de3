import { expect, test } from "vitest";
import { readTypedPoint } from "#lib/shared/typed-point.ts";

const point = { lat: 34.9948, lng: 135.785 };

test("coordinates, Plus codes, geo: and links that name a place", () => {
  for (const text of [
    "34.9948, 135.785",
    "geo:34.9948,135.785?z=17",
    "https://www.google.com/maps?q=34.9948,135.785",
    "https://www.openstreetmap.org/?mlat=34.9948&mlon=135.785#map=17/35.1/135.1",
  ]) {
    expect(readTypedPoint(text), text).toEqual({ point, isView: false });
  }
  expect(readTypedPoint("8FVC9G8F+6X")?.point.lat).toBeCloseTo(47.3655625, 6);
});

test("the middle of a map is said to be one", () => {
  for (const text of [
    "https://www.google.com/maps/@34.9948,135.785,17z",
    "https://www.openstreetmap.org/#map=17/34.9948/135.785",
    "https://www.bing.com/maps?cp=34.9948~135.785&lvl=16",
  ]) {
    expect(readTypedPoint(text), text).toEqual({ point, isView: true });
  }
});

test("anything else is none", () => {
  for (const text of [
    "",
    "Kyoto",
    "geo:",
    "geo:Kyoto",
    "https://maps.app.goo.gl/abc123",
    "https://",
    "https://example.com/?q=%E0%A4%A",
    "https://uri.amap.com/marker?position=116.4,39.9",
    "1 ".repeat(3000),
  ]) {
    expect(readTypedPoint(text), text.slice(0, 40)).toBeNull();
  }
});
