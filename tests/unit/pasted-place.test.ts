import { describe, expect, test } from "vitest";
import { readPastedPlace } from "#lib/shared/pasted-place.ts";

const point = { lat: 34.9948, lng: 135.785 };

describe("a point", () => {
  test.each([
    ["34.9948, 135.785", null],
    ["geo:34.9948,135.785", null],
    ["geo:34.9948,135.785,60;u=35?z=17", null],
    ["geo:34.9948,135.785?q=Kiyomizu-dera", "Kiyomizu-dera"],
    ["geo:0,0?q=34.9948,135.785(Kiyomizu-dera)", "Kiyomizu-dera"],
    ["geo:0,0?q=34.9948,135.785(%E6%B8%85%E6%B0%B4%E5%AF%BA)", "清水寺"],
    ["geo:0,0?q=34.9948%2C135.785", null],
    [
      "https://www.google.com/maps/place/Kiyomizu-dera/@35.1,135.1,17z/data=!4m6!3m5!1s0x1!8m2!3d34.9948!4d135.785",
      "Kiyomizu-dera",
    ],
    [
      "https://www.google.co.jp/maps/place/%E6%B8%85%E6%B0%B4%E5%AF%BA/@35.1,135.1,17z/data=!3d34.9948!4d135.785",
      "清水寺",
    ],
    ["https://www.google.com/maps/place/34.9948,135.785/@35.1,135.1,17z", null],
    ["https://maps.google.com/?q=34.9948,135.785(Kiyomizu-dera)", "Kiyomizu-dera"],
    ["https://maps.apple.com/?ll=34.9948,135.785&q=Kiyomizu-dera", "Kiyomizu-dera"],
    ["https://maps.apple.com/place?coordinate=34.9948,135.785&name=Kiyomizu-dera", "Kiyomizu-dera"],
    ["https://maps.apple.com/?q=34.9948,135.785", null],
    ["Kiyomizu-dera https://maps.apple.com/?ll=34.9948,135.785&q=Otowa", "Otowa"],
    ["Kiyomizu-dera https://www.google.com/maps?q=34.9948,135.785", "Kiyomizu-dera"],
  ])("%s", (text, label) => {
    expect(readPastedPlace(text)).toEqual({ kind: "point", point, label, ref: null, isView: false });
  });

  test("of OpenStreetMap, with the object that the link is about", () => {
    expect(onStreetMap("node/123")).toEqual({
      kind: "point",
      point,
      label: null,
      ref: "osm:node/123",
      isView: true,
    });
    expect(onStreetMap("way/45/history")).toMatchObject({ ref: "osm:way/45" });
    expect(onStreetMap("user/way/45")).toMatchObject({ ref: null });
  });

  test("of a full Plus code, with what follows as its name", () => {
    const at = { lat: 47.3655625, lng: 8.5249375 };
    expect(readPastedPlace("8FVC9G8F+6X")).toMatchObject({ kind: "point", label: null, point: near(at) });
    expect(readPastedPlace("8fvc9g8f+6x, Zürich")).toMatchObject({ label: "Zürich", point: near(at) });
  });
});

function onStreetMap(path: string) {
  return readPastedPlace(`https://www.openstreetmap.org/${path}#map=17/34.9948/135.785`);
}

function near({ lat, lng }: { lat: number; lng: number }) {
  return { lat: expect.closeTo(lat, 6), lng: expect.closeTo(lng, 6) };
}

test("the end of a Plus code, with or without a locality", () => {
  expect(readPastedPlace("2Q7X+F9 Kyoto")).toEqual({
    kind: "short-code",
    code: "2Q7X+F9",
    locality: "Kyoto",
  });
  expect(readPastedPlace("2q7x+f9, 京都市, Japan")).toEqual({
    kind: "short-code",
    code: "2Q7X+F9",
    locality: "京都市, Japan",
  });
  expect(readPastedPlace(" 2Q7X+F9 ")).toEqual({ kind: "short-code", code: "2Q7X+F9", locality: null });
  expect(readPastedPlace("https://www.google.com/maps/place/2Q7X%2BF9+Kyoto")).toEqual({
    kind: "short-code",
    code: "2Q7X+F9",
    locality: "Kyoto",
  });
});

describe("a name to search for", () => {
  test.each([
    ["geo:0,0?q=Kyoto+Station", "Kyoto Station"],
    ["https://www.google.com/maps/search/?api=1&query=Kyoto+Station", "Kyoto Station"],
    ["https://www.google.com/maps/search/Kyoto+Station/", "Kyoto Station"],
    ["https://www.google.com/maps/place/Kyoto,+Japan/", "Kyoto, Japan"],
    ["https://maps.apple.com/?q=Kyoto", "Kyoto"],
    ["Kiyomizu-dera\nhttps://maps.app.goo.gl/abc123?g_st=ipc", "Kiyomizu-dera"],
  ])("%s", (text, name) => {
    expect(readPastedPlace(text)).toEqual({ kind: "name", name, near: null });
  });

  test("near the middle of the link's map, which is not taken for the place", () => {
    for (const path of ["place/Kiyomizu-dera/@35.1,135.1,17z", "search/Kiyomizu-dera/@35.1,135.1,17z"]) {
      expect(readPastedPlace(`https://www.google.com/maps/${path}`)).toEqual({
        kind: "name",
        name: "Kiyomizu-dera",
        near: { lat: 35.1, lng: 135.1 },
      });
    }
  });
});

test("links that say nothing of where lead nowhere", () => {
  for (const text of [
    "https://maps.app.goo.gl/abc123",
    "https://goo.gl/maps/abc123",
    "https://www.google.com/search?q=kyoto",
    "https://example.org/?q=kyoto",
    // Whether latitude or longitude comes first is known only for known sites.
    "https://example.org/route?ll=34.9948,135.785",
    "https://google.com.example.org/maps/place/Kyoto/",
    "https://",
    "geo:",
    "geo:0,0",
    "geo:91,0",
  ]) {
    expect(readPastedPlace(text)).toEqual({ kind: "nowhere" });
  }
});

test("an object of OpenStreetMap without a point is known by its number", () => {
  for (const link of [
    "https://www.openstreetmap.org/node/123",
    "https://osm.org/node/123",
    "https://osmapp.org/node/123",
    "https://osm.app/node/123",
  ]) {
    expect(readPastedPlace(link), link).toEqual({ kind: "object", ref: "osm:node/123" });
  }
});

test("what is typed is only typed", () => {
  for (const text of [
    "Kyoto",
    "C++",
    "A + B",
    "1-294 Kiyomizu",
    "35",
    "",
    "https",
    "geocaching",
    "http//35,135",
  ]) {
    expect(readPastedPlace(text)).toBeNull();
  }
});
