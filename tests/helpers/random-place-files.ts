import { csvDocument } from "#lib/server/exports/csv.ts";
import { EXPORT_LABELS, CSV_COLUMNS } from "#lib/server/exports/labels.ts";
import { zipOf } from "./archives.ts";
import { smallTripFile } from "./trip-files.ts";

/** Random numbers that are the same for the same seed (mulberry32). */
export interface SeededRandom {
  /** Returns an integer from 0 to `limit` - 1. */
  below: (limit: number) => number;
  pick: <T>(all: readonly [T, ...T[]]) => T;
}

export function newSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (all) => all[below(all.length)] ?? all[0] };
}

interface MadeFile {
  text: string;
  /** The number of records that the file was made with. */
  records: number;
  /** Makes the bytes that are sent from the text; by default the text is sent as it is. */
  wrap?: (text: string) => Uint8Array;
}

const NAMES = [
  "Harbour",
  "Old town",
  "",
  "寺",
  "Café Ω",
  "a;b, c",
  "x".repeat(250),
  "  ",
  "A\u202eB \u2067c",
  "\u200b",
  "\u3164 ",
] as const;
const NUMBERS = [
  "47.1",
  "-33.85",
  "181",
  "50,4711",
  "NaN",
  "",
  "48° 51.5' N",
  "\u221212.5",
  "0",
  "1e-5",
  "abc",
] as const;
const TIMES = [
  "2027-05-01",
  "2027-05-01T22:30:00Z",
  "2027-05-02T12:00:00+09:00",
  "2027-05",
  "soon",
  "2027-02-30",
  "2.5.2027",
  "02/05/2027",
  "5/2/2027 9:30 PM",
  "2027年5月2日 上午9:30",
  "2027-05-02 soon",
  "46509.5",
] as const;
const TEXTS = [
  "Go early.",
  "",
  "<b>Bold</b> &amp; <a href='https://a.test/'>link</a>",
  "Ω".repeat(30),
] as const;
const LINKS = [
  "https://www.google.com/maps/place/A/data=!4m2!3m1!1s0x6018:0xcf01",
  "https://maps.google.com/?q=42.3,-71.12",
  "https://www.google.com/maps/search/52.5163,13.3777",
  "https://example.org/x",
  "nonsense",
] as const;

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function some(chance: SeededRandom, make: () => string): string[] {
  return Array.from({ length: chance.below(7) }, make);
}

function gpxFile(chance: SeededRandom): MadeFile {
  let records = 0;
  const name = () => xml(chance.pick(NAMES));
  const point = () => `lat="${xml(chance.pick(NUMBERS))}" lon="${xml(chance.pick(NUMBERS))}"`;
  const rest = () =>
    `<time>${chance.pick(TIMES)}</time><cmt>${xml(chance.pick(TEXTS))}</cmt><desc>${xml(chance.pick(TEXTS))}</desc>`;
  const wpt = () => `<wpt ${point()}><name>${name()}</name>${rest()}</wpt>`;
  function part(): string {
    const kind = chance.below(5);
    if (kind === 0) {
      records += 1;
      return `<trk><name>${name()}</name><trkseg><trkpt ${point()}/></trkseg></trk>`;
    }
    if (kind === 1) {
      const points = Array.from({ length: chance.below(4) }, () => name());
      const unnamed = points.filter((each) => each.trim() === "").length;
      records += points.length - unnamed + (unnamed > 0 || points.length === 0 ? 1 : 0);
      return `<rte>${points.map((each) => `<rtept ${point()}><name>${each}</name></rtept>`).join("")}</rte>`;
    }
    records += 1;
    return wpt();
  }
  const text = `<gpx version="1.1" creator="x">${some(chance, part).join("\n")}</gpx>`;
  return { text, records };
}

function kmlFile(chance: SeededRandom): MadeFile {
  let records = 0;
  const name = () => xml(chance.pick(NAMES));
  const point = () =>
    `<Point><coordinates>${xml(chance.pick(NUMBERS))},${xml(chance.pick(NUMBERS))}</coordinates></Point>`;
  const shapes = () =>
    chance.pick([
      point(),
      point(),
      "",
      "<LineString><coordinates>1,2 3,4</coordinates></LineString>",
      `<MultiGeometry>${point()}<Polygon/></MultiGeometry>`,
      "<Track><when/><coord>1 2 3</coord></Track>",
    ]);
  function part(): string {
    records += 1;
    const kind = chance.below(8);
    if (kind === 0)
      return `<NetworkLink><name>${name()}</name><Link><href>https://a.test/</href></Link></NetworkLink>`;
    if (kind === 1) return `<GroundOverlay><name>${name()}</name></GroundOverlay>`;
    const data = `<ExtendedData><Data name="${name()}"><value>${xml(chance.pick(TEXTS))}</value></Data></ExtendedData>`;
    const when = `<TimeStamp><when>${chance.pick(TIMES)}</when></TimeStamp>`;
    const mark = `<Placemark><name>${name()}</name><description>${xml(chance.pick(TEXTS))}</description>${when}${data}${shapes()}</Placemark>`;
    return kind === 2 ? `<Folder><name>${name()}</name>${mark}</Folder>` : mark;
  }
  return {
    text: `<kml><Document><name>Map</name>${some(chance, part).join("\n")}</Document></kml>`,
    records,
  };
}

function table(rows: ReadonlyArray<readonly string[]>): string {
  // The table has no byte order mark and no last line end, because not every program writes them.
  return csvDocument(rows).slice(1, -2);
}

function savedList(chance: SeededRandom): MadeFile {
  const rows = Array.from({ length: 1 + chance.below(6) }, () => [
    chance.pick(NAMES),
    chance.pick(TEXTS),
    chance.pick(LINKS),
    "",
  ]);
  const header = chance.pick([
    ["Title", "Note", "URL", "Comment"],
    ["Titel", "Notiz", "URL", "Kommentar"],
    ["タイトル", "メモ", "URL", "コメント"],
  ]);
  return { text: table([header, ...rows]), records: rows.length };
}

function placeTable(chance: SeededRandom): MadeFile {
  const rows = Array.from({ length: 1 + chance.below(6) }, () => [
    chance.pick(NAMES),
    chance.pick(NUMBERS),
    chance.pick(NUMBERS),
    chance.pick(TEXTS),
    chance.pick(TIMES),
  ]);
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== "")).length;
  return { text: table([["Name", "Lat", "Lon", "Remarks", "Date"], ...rows]), records: filled };
}

function ownTable(chance: SeededRandom): MadeFile {
  const words = chance.pick([EXPORT_LABELS.en, EXPORT_LABELS.zh]);
  const rows = Array.from({ length: 1 + chance.below(6) }, () =>
    CSV_COLUMNS.map((column) => {
      if (column === "what") return chance.pick([words.rows.stop, words.rows.booking, words.ideas]);
      if (column === "name") return chance.pick(NAMES);
      if (column === "lat" || column === "lng") return chance.pick(NUMBERS);
      return column === "date" ? chance.pick(TIMES) : "";
    }),
  );
  return { text: table([CSV_COLUMNS.map((column) => words.columns[column]), ...rows]), records: rows.length };
}

function geoJson(chance: SeededRandom): MadeFile {
  const geometries = [
    { type: "Point", coordinates: [8.5, 47.1] },
    { type: "Point", coordinates: [0, 0] },
    { type: "Point", coordinates: [200, 95] },
    { type: "Point", coordinates: ["8", null] },
    { type: "LineString", coordinates: [[1, 2]] },
    {
      type: "MultiPoint",
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    null,
    7,
    undefined,
    { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [8.5, 47.1] }] },
    { type: "GeometryCollection", geometries: [{ type: "Polygon", coordinates: [[]] }] },
  ] as const;
  const features = Array.from({ length: chance.below(7) }, () => {
    const isFeature = chance.below(8) > 0;
    const url = chance.below(2) === 0 ? { google_maps_url: chance.pick(LINKS) } : {};
    const properties = {
      name: chance.pick(NAMES),
      ...url,
      Comment: chance.pick(TEXTS),
      time: chance.pick(TIMES),
    };
    return isFeature
      ? { type: "Feature", geometry: chance.pick<unknown>(geometries), properties }
      : chance.pick(["x", "y"]);
  });
  return { text: JSON.stringify({ type: "FeatureCollection", features }), records: features.length };
}

function tripJson(chance: SeededRandom): MadeFile {
  const stops = Array.from({ length: chance.below(6) }, (_, index) => ({
    id: `01900000-0000-7000-8000-00000000000${index}`,
    dayId: null,
    name: chance.pick(["A", "B", "C"]),
    place: chance.pick([null, { lat: 1, lng: 2 }]),
    formerDate: chance.pick([null, "2027-05-01"]),
    votes: [],
  }));
  return { text: JSON.stringify(smallTripFile({ stops })), records: stops.length };
}

function kmz(chance: SeededRandom): MadeFile {
  const made = kmlFile(chance);
  return {
    ...made,
    wrap: (text) =>
      zipOf([
        { name: "doc.kml", content: text },
        { name: "files/a.png", content: "x" },
      ]),
  };
}

function takeoutZip(chance: SeededRandom): MadeFile {
  const [list, places] = [savedList(chance), geoJson(chance)];
  return {
    text: list.text,
    records: list.records + places.records,
    wrap: (text) =>
      zipOf([
        { name: "Takeout/archive_browser.html", content: "<html></html>" },
        { name: "Takeout/Saved/Food.csv", content: text },
        { name: "Takeout/Maps (your places)/Saved Places.json", content: places.text },
      ]),
  };
}

/** Makers of a random file of each format, each with the number of records in the file. */
export const PLACE_FILES: Readonly<Record<string, (chance: SeededRandom) => MadeFile>> = {
  gpx: gpxFile,
  kml: kmlFile,
  kmz,
  "saved list": savedList,
  "table of places": placeTable,
  "own table": ownTable,
  geojson: geoJson,
  "trip's file": tripJson,
  "Takeout's archive": takeoutZip,
};
