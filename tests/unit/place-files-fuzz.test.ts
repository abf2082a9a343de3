import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { AppError } from "#lib/shared/errors.ts";
import { labelField } from "#lib/shared/fields.ts";
import { keepsDirection } from "#lib/shared/text-direction.ts";
import { isLeftOut } from "#lib/shared/left-out.ts";
import type { ParsedFile } from "#lib/server/imports/found-place.ts";
import { cleanLine } from "#lib/server/imports/clean-text.ts";
import { parseCsv } from "#lib/server/imports/csv.ts";
import { readPlaces } from "#lib/server/imports/read-places.ts";
import { sortPlaces } from "#lib/server/imports/sort-places.ts";
import { zipOf } from "#tests/helpers/archives.ts";
import { type SeededRandom, newSeededRandom, PLACE_FILES } from "#tests/helpers/random-place-files.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";
const FILES = IS_LONG ? 10_000 : 250;
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);

/** Checks that each record is read as a place or listed as left out, and that each place is added or skipped. */
function expectNothingDropped(file: ParsedFile, records: number | null, text: string): void {
  const named = file.notices.filter(isLeftOut).length;
  expect(file.places.length + named, text).toBe(file.records);
  if (records !== null) expect(file.records, text).toBe(records);
  for (const { name, point, line } of file.places) {
    expect(labelField(200).safeParse(name).data, text).toBe(name);
    const isTold = file.notices.some((notice) => notice.line === line && TOLD_WITHOUT_SPOT.has(notice.code));
    expect(point !== null || isTold, `${name} has no spot and no notice: ${text}`).toBe(true);
  }
  for (const notice of file.notices) {
    expect(keepsDirection(notice.name ?? ""), text).toBe(true);
    if (notice.code !== "time-lost" && notice.code !== "date-lost") continue;
    const place = file.places.find(({ line }) => line === notice.line);
    if (!place) continue;
    // Text that has become the name is not repeated in the notes.
    expect([place.name, cleanLine(place.notes ?? "", 10_000).text].join("\n"), text).toContain(notice.text);
  }
  const { added, skipped } = sortPlaces(file, { days: [], stops: [] }, "days");
  expect(added.length + skipped.length, text).toBe(file.places.length);
}

const TOLD_WITHOUT_SPOT = new Set(["unplaced", "out-of-range", "coordinates-unreadable"]);

/** Counts the records of an XML file with another parser; null means that the file is not well-formed. */
function countElements(
  text: string,
  isRecord: (path: readonly string[], own: Counted) => boolean,
): number | null {
  let count = 0;
  const path: string[] = [];
  const open: Counted[] = [];
  let isBroken = false;
  const parser = new SaxesParser({ xmlns: false });
  parser.on("error", () => {
    isBroken = true;
  });
  parser.on("opentag", ({ name }) => {
    path.push(name);
    open.push({ children: [], name: "" });
  });
  parser.on("text", (more) => {
    if (path.at(-1) === "name") for (const each of open.slice(-2, -1)) each.name += more;
  });
  parser.on("closetag", ({ name }) => {
    const own = open.pop();
    if (own && isRecord(path, own)) count += 1;
    path.pop();
    open.at(-1)?.children.push(name);
  });
  try {
    parser.write(text).close();
  } catch {
    return null;
  }
  return isBroken ? null : count;
}

interface Counted {
  children: string[];
  name: string;
}

function gpxRecords(text: string): number | null {
  const withUnnamed = new Set<string>();
  return countElements(text, (path, own) => {
    const last = path.at(-1);
    const around = path.slice(0, -1);
    if (around.some((name) => name === "wpt" || name === "rtept")) return false;
    if (last === "wpt" || last === "trk") return true;
    if (last === "rtept" && own.name.trim() === "") withUnnamed.add(around.join("/"));
    if (last === "rtept") return own.name.trim() !== "";
    return last === "rte" && (withUnnamed.delete(path.join("/")) || !own.children.includes("rtept"));
  });
}

function kmlRecords(text: string): number | null {
  const kinds = new Set(["Placemark", "NetworkLink", "GroundOverlay"]);
  return countElements(
    text,
    (path) => kinds.has(path.at(-1) ?? "") && !path.slice(0, -1).some((name) => kinds.has(name)),
  );
}

function rowsOf(text: string, delimiter: "," | ";"): number {
  return parseCsv(text, delimiter).filter((row) => row.some((cell) => cell.trim() !== "")).length;
}

/** Returns the text after changing, cutting and doubling pieces. A damaged file may be refused but lose no record. */
function mutated(text: string, chance: SeededRandom): string {
  const times = chance.below(4);
  let result = text;
  for (let round = 0; round < times; round++) {
    const at = chance.below(result.length + 1);
    const length = chance.below(12);
    const piece = result.slice(at, at + length);
    const inserted = chance.pick([
      "",
      piece + piece,
      "<",
      '"',
      ",",
      ";",
      "\n",
      "NaN",
      "999",
      "é",
      "\u2212",
      "]]>",
      "&",
      "0",
    ]);
    result = result.slice(0, at) + inserted + result.slice(at + length);
  }
  return result;
}

/** Reads a file; returns null if it is refused with an error that the API can answer. */
async function readOrRefused(bytes: Uint8Array, text: string): Promise<ParsedFile | null> {
  try {
    return await readPlaces(bytes, "Europe/Berlin");
  } catch (error) {
    if (error instanceof AppError) return null;
    throw new Error(`The reader broke on: ${text}`, { cause: error });
  }
}

const COUNTERS: Readonly<Record<string, (text: string) => number | null>> = {
  gpx: gpxRecords,
  kml: kmlRecords,
};

describe(`no record is dropped without a word (SEED=${SEED}, ${FILES} files of each format)`, () => {
  test.each(Object.keys(PLACE_FILES))(
    "%s",
    async (format) => {
      const make = PLACE_FILES[format];
      if (!make) throw new Error(`No files of ${format}.`);
      const chance = newSeededRandom(SEED);
      let read = 0;
      for (let count = 0; count < FILES; count++) {
        const made = make(chance);
        // One file in three stays unchanged, so that the counts of whole files are checked too.
        const text = chance.below(3) === 0 ? made.text : mutated(made.text, chance);
        const isWhole = text === made.text;
        const bytes = made.wrap ? made.wrap(text) : new TextEncoder().encode(text);
        const file = await readOrRefused(bytes, text);
        if (!file) {
          expect(isWhole, `refused: ${text}`).toBe(false);
          continue;
        }
        read += 1;
        expectNothingDropped(file, isWhole ? made.records : (COUNTERS[format]?.(text) ?? null), text);
      }
      expect(read).toBeGreaterThan(FILES / 4);
    },
    IS_LONG ? 900_000 : 30_000,
  );
});

test("a table's rows are its header and its records", async () => {
  const chance = newSeededRandom(SEED);
  for (let count = 0; count < FILES; count++) {
    const { text, records } = PLACE_FILES["saved list"]?.(chance) ?? { text: "", records: 0 };
    expect(rowsOf(text, ",")).toBe(records + 1);
  }
  const archive = zipOf([
    { name: "Takeout/Saved/A.csv", content: "Title,Note,URL\nX,,https://maps.google.com/?cid=1" },
  ]);
  expect((await readPlaces(archive, "Europe/Berlin")).records).toBe(1);
});
