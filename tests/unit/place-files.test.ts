import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { csvDocument } from "#lib/server/exports/csv.ts";
import { unguardFormula } from "#lib/server/exports/guarded-text.ts";
import { element, xmlDocument } from "#lib/server/exports/xml.ts";
import { parseCsv } from "#lib/server/imports/csv.ts";
import { readTripFile } from "#lib/server/imports/read-trip-file.ts";
import { readElements, type XmlNode, xmlText } from "#lib/server/imports/xml.ts";
import { AppError } from "#lib/shared/errors.ts";
import { bytesOf, codesOf, gpx, read, wpt } from "#tests/helpers/place-files.ts";
import { smallTripFile } from "#tests/helpers/trip-files.ts";

/** Returns the elements with a name, in the order of the file. */
function elementsOf(text: string, name: string): XmlNode[] {
  const found: XmlNode[] = [];
  readElements(text, { wanted: new Set([name]), groups: new Set(), take: (node) => found.push(node) });
  return found;
}

describe("GPX", () => {
  test("has waypoints and named points of routes, and names routes and recordings as left out", async () => {
    const text = gpx(
      `<metadata><name> Kyoto  walk </name></metadata>
       <wpt lat="35.01" lon="135.77"><time>2026-11-14T23:00:00Z</time><name>Temple &amp; garden</name><cmt>North gate</cmt>
         <desc>Early.</desc><link href="https://temple.test/"><text>x</text></link></wpt>
       <wpt lat="95" lon="1"><name>Nowhere</name></wpt>
       <rte><name>Bus</name><rtept lat="34.9" lon="135.7"><name>Station</name></rtept><rtept lat="34.8" lon="135.7"/></rte>
       <trk><name>Walk</name><trkseg><trkpt lat="1" lon="2"><name>No</name></trkpt></trkseg></trk>`,
    );
    const file = await read(text);
    expect([file.format, file.title, file.records]).toEqual(["gpx", "Kyoto walk", 5]);
    expect(file.places).toEqual([
      expect.objectContaining({
        name: "Temple & garden",
        point: { lat: 35.01, lng: 135.77 },
        // The text is no address, because other programs write arbitrary notes into comments.
        address: null,
        notes: "North gate\n\nEarly.",
        url: "https://temple.test/",
        // At the place, the 15th begins at 15:00 UTC.
        date: "2026-11-15",
        startTime: "08:00",
      }),
      expect.objectContaining({ name: "Nowhere", point: null, problem: "out-of-range" }),
      expect.objectContaining({ name: "Station" }),
    ]);
    expect(codesOf(file)).toEqual([
      ["out-of-range", "Nowhere"],
      ["route", "Bus"],
      ["track", "Walk"],
    ]);
  });

  test("an element that comes twice, and is empty at first, is the one with something in it", async () => {
    const text = gpx(
      `<rte><rtept lat="34.9" lon="135.7"><name>  </name><name>Station</name></rtept></rte>
       <wpt lat="35" lon="135.7"><name/><name>Temple</name><desc> </desc><desc>Early.</desc></wpt>`,
    );
    const { places, records } = await read(text);
    expect(records).toBe(2);
    expect(places.map(({ name, notes }) => [name, notes ?? null])).toEqual([
      ["Station", null],
      ["Temple", "Early."],
    ]);
  });

  test("of the old kind keeps its links", async () => {
    const text = `<gpx version="1.0"><name>Old</name><wpt lat="1" lon="2"><name>A</name><url>http://a.test/</url></wpt></gpx>`;
    expect(await read(text)).toMatchObject({ title: "Old", places: [{ url: "http://a.test/" }] });
  });

  test.each([
    ["UTF-16 with its mark", () => new Uint8Array(Buffer.from(`\ufeff${gpx(wpt("Zürich"))}`, "utf16le"))],
    [
      "Latin-1 that says so",
      () =>
        new Uint8Array(
          Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${gpx(wpt("Zürich"))}`, "latin1"),
        ),
    ],
    [
      "UTF-8 with its mark",
      () => bytesOf(`\ufeff<?xml version="1.0" encoding="UTF-8"?>${gpx(wpt("Zürich"))}`),
    ],
  ])("in %s is read", async (_, make) => {
    expect((await read(make())).places.map(({ name }) => name)).toEqual(["Zürich"]);
  });
});

describe("a list of saved places", () => {
  const header = "Title,Note,URL,Tags,Comment";
  test("has names, what was noted, and coordinates where the link has them", async () => {
    const { format, places, notices } = await read(
      [
        "My list,,,,",
        "",
        header,
        `Nishiki Market,"Go, hungry",https://www.google.com/maps/place/Nishiki/data=!4m2!3m1!1s0x6001:0x5,,`,
        `"Dropped ""pin""",,"https://www.google.com/maps/search/35.0116,135.7681",food,Late`,
        ",,https://maps.google.com/?cid=1,,",
        "",
      ].join("\r\n"),
    );
    expect(format).toBe("takeout");
    expect(places.map(({ name, point, notes }) => [name, point, notes])).toEqual([
      ["Nishiki Market", null, "Go, hungry"],
      ['Dropped "pin"', { lat: 35.0116, lng: 135.7681 }, "food\n\nLate"],
    ]);
    expect(notices).toEqual([
      { code: "unplaced", name: "Nishiki Market", line: 1 },
      { code: "nameless", name: null, line: 3 },
    ]);
    expect(places[0]?.url).toContain("https://www.google.com/maps/place/");
  });

  test("in Chinese is the same", async () => {
    expect((await read("标题,备注,网址,标签,评论\n清水寺,早去,,,")).places).toMatchObject([
      { name: "清水寺", notes: "早去" },
    ]);
  });
});

test("the outermost element is found behind whatever may stand before it", async () => {
  const root = gpx(`<wpt lat="1" lon="2"><name>A</name></wpt>`);
  for (const prolog of ["\ufeff \n", `<?xml version="1.0"?>\n<!-- <kml> -->`, "<?a <kml?><!--\n-->"])
    expect((await read(`${prolog}${root}`)).places).toHaveLength(1);
  for (const type of ["<!DOCTYPE gpx>", `<!DOCTYPE gpx [<!ENTITY a "<b>">] >`])
    await expect(read(`${type}${root}`)).rejects.toThrow("can't be imported");
});

test("names are cleaned into what a stop may be called", async () => {
  const names = ["a\u0007b\n c", "x".repeat(300), "👩‍👩‍👧‍👦".repeat(60), "\ud83d"];
  const text = `Title,URL\n${names.map((name) => `"${name}",`).join("\n")}`;
  const found = (await read(text)).places.map(({ name }) => name);
  expect(found[0]).toBe("a b c");
  for (const name of found) expect(Array.from(name).length).toBeLessThanOrEqual(200);
});

test("a table is read as it was written, but for what a spreadsheet would run", () => {
  const cell = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom("'", "=", "+", "@", " ", '"', "\t", "\n", ";", "(", "!", "a", "＝") }),
    fc.constantFrom("=1+1", "+1", "-1", "@a", 'a"b', "a\r\nb", "\ta"),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const found = parseCsv(csvDocument(rows));
      expect(found.map((row) => row.map(unguardFormula))).toEqual(rows);
      for (const value of found.flat()) expect(value).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r]/);
    }),
    { numRuns: 500 },
  );
  const formulas = ["=A1", " =A1", "+4", "-4", "@x", "\t=A1", "＝A1", " ＋4", "－4", "＠x"];
  for (const formula of formulas) expect(csvDocument([[formula]])).toMatch(/^\ufeff"?'/);
  const cells = [-33.8, "2026-11-14", null, { decimal: "-3.50" }, "a;b", "", 'a"b'];
  expect(csvDocument([cells])).toBe('\ufeff-33.8,2026-11-14,,-3.50,"a;b",,"a""b"\r\n');
});

test("any text comes back from the XML that it was written into", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const name = text.replaceAll("\r", "");
      const file = xmlText(
        bytesOf(
          xmlDocument(element("gpx", { creator: name.replaceAll(/\s/g, " ") }, element("wpt", {}, name))),
        ),
      );
      const seen = elementsOf(file, "wpt").map((node) => node.text);
      const sayable = name.replaceAll(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
      expect(seen).toEqual([sayable]);
    }),
  );
});

test("a trip's file that holds names of which nothing can be seen is read all the same", () => {
  const file = smallTripFile({
    stops: [{ id: uuidv7(), dayId: null, name: "\u3164", formerDate: null, votes: [] }],
    days: [],
  });
  file.trip.title = "\u200b";
  const { trip, stops } = readTripFile(bytesOf(JSON.stringify(file)));
  expect([trip.title, stops.map(({ name }) => name)]).toEqual(["Unnamed", ["Unnamed"]]);
  file.trip.title = "";
  expect(() => readTripFile(bytesOf(JSON.stringify(file)))).toThrow(AppError);
});

const POINT = { type: "Point", coordinates: [8.5, 47.1] };
const LINE = {
  type: "LineString",
  coordinates: [
    [1, 2],
    [3, 4],
  ],
};
const collection = (...geometries: object[]) => ({ type: "GeometryCollection", geometries });
const SPOT = { lat: 47.1, lng: 8.5 };

test.each([
  ["a point and a line", collection(POINT, LINE), SPOT, ["geometry-left"]],
  ["a line before the point", collection(LINE, POINT), SPOT, ["geometry-left"]],
  ["one point", collection(POINT), SPOT, []],
  ["a collection in a collection", collection(collection(LINE), collection(POINT)), SPOT, ["geometry-left"]],
  ["several points at once", collection({ type: "MultiPoint", coordinates: [[8.5, 47.1]] }), SPOT, []],
  ["a point that is none, and one", collection({ type: "Point" }, POINT), SPOT, ["geometry-left"]],
  ["a point that is none", collection({ type: "Point" }), null, ["coordinates-unreadable"]],
  ["lines alone", collection(LINE, LINE), undefined, ["shape"]],
  ["nothing", collection(), undefined, ["shape"]],
  ["no geometry", undefined, null, ["unplaced"]],
])("a feature of GeoJSON with %s", async (_, geometry, point, codes) => {
  const feature = { type: "Feature", geometry, properties: { name: "A" } };
  const file = await read(JSON.stringify({ type: "FeatureCollection", features: [feature] }));
  expect(file.places.map((place) => place.point)).toEqual(point === undefined ? [] : [point]);
  expect(codesOf(file)).toEqual(codes.map((code) => [code, "A"]));
});

test.each([
  ["its label", { id: 7, label: "Pier" }, { name: "Pier", notes: "id: 7" }, []],
  ["what somebody wrote", { id: 7, desc: "Old pier" }, { name: "Old pier", notes: "id: 7" }, ["description"]],
  [
    "where it is, rather than an id",
    { id: 7 },
    { name: "47.10000, 8.50000", notes: "id: 7" },
    ["coordinates"],
  ],
])("a feature of GeoJSON is named by %s", async (_, properties, place, from) => {
  const file = await read(JSON.stringify({ type: "Feature", geometry: POINT, properties }));
  expect(file.places).toMatchObject([place]);
  expect(file.notices).toEqual(from.map((each) => expect.objectContaining({ from: each })));
});

test("a feature without a spot is named by whatever it says", async () => {
  const file = await read(JSON.stringify({ type: "Feature", geometry: null, properties: { city: "Bern" } }));
  expect(file.places).toMatchObject([{ name: "city: Bern", problem: "unplaced" }]);
});

test("when somebody was at a place of GeoJSON is its time", async () => {
  const properties = { title: "Pier", when: "2026-08-11 18:30:54 +0000" };
  const file = await read(JSON.stringify({ type: "Feature", geometry: POINT, properties }));
  expect(file.places).toMatchObject([{ date: "2026-08-11", startTime: "20:30", notes: null }]);
});

test("what somebody reviewed in Takeout is a note", async () => {
  const reviews = [
    { date: "2026-02-10T16:34:12Z", five_star_rating_published: 5, review_text_published: "Good soup" },
    { Published: "2026-02-10T16:34:12Z", "Star Rating": 4, "Review Comment": "Good tea" },
  ];
  const features = reviews.map((review, at) => ({
    type: "Feature",
    geometry: POINT,
    properties: {
      ...review,
      [at === 0 ? "google_maps_url" : "Google Maps URL"]: "https://www.google.com/maps/place//data=!4m2",
      location: { name: "Inn" },
    },
  }));
  const { places } = await read(JSON.stringify({ type: "FeatureCollection", features }));
  expect(places.map(({ name, date, notes }) => [name, date, notes])).toEqual([
    ["Inn", null, "five_star_rating_published: 5\n\nGood soup"],
    ["Inn", null, "star rating: 4\n\nGood tea"],
  ]);
});

test("what Takeout remarks of a place without an address is no name and no note", async () => {
  const feature = {
    type: "Feature",
    geometry: { type: "Point", coordinates: [0, 0] },
    properties: {
      google_maps_url: "http://maps.google.com/?q=22.194509,113.540148",
      Comment: "No location information is available for this saved place",
    },
  };
  const text = JSON.stringify({ type: "FeatureCollection", features: [feature] });
  const { places } = await read(text);
  expect(places).toMatchObject([{ name: "22.19451, 113.54015", notes: null, point: { lat: 22.194509 } }]);
});
