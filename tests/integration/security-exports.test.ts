import { SaxesParser } from "saxes";
import { beforeAll, describe, expect, test } from "vitest";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { EXPORT_FORMATS, type ExportFormat } from "#lib/shared/export-formats.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { readCalendar } from "#tests/helpers/calendars.ts";
import { send } from "#tests/helpers/handlers.ts";
import { plantEverywhere } from "#tests/helpers/planted-trip.ts";

/**
 * Texts that could break out of an export format, each with several lines, with one line, in a short form, and as an
 * address.
 */
const HOSTILE = [
  [
    `=HYPERLINK("https://evil.example";"x")`,
    "END:VEVENT\nBEGIN:VEVENT\nSUMMARY:forged\nATTENDEE:mailto:x@evil.example\nEND:VCALENDAR",
    `]]></desc></wpt><wpt lat="0" lon="0"><name>forged</name></wpt><!-- &xxe; <script>alert(1)</script>`,
    `=cmd|' /C calc'!A0\t=SUM(1)`,
    `one;=cmd|' /C calc'!A0,"=SUM(1)",;"=SUM(1)"`,
    "\u2028END:VEVENT\u2029BEGIN:VALARM\\nEND:VALARM",
  ].join("\n"),
  `=SUM(1);=cmd|' /C calc'!A0,"=SUM(1)"</name><script>alert(1)</script>]]>&xxe;END:VEVENT`,
  "@SUM(1);+cmd|'x'!A0",
  `https://evil.example/;=SUM(1)?"><script>alert(1)</script>`,
];
const PLAIN = ["several\nlines", "one line", "short", "https://fine.example/"];

const scenes: Record<"hostile" | "plain", TripFixture | null> = { hostile: null, plain: null };
beforeAll(async () => {
  for (const [kind, texts] of [
    ["hostile", HOSTILE],
    ["plain", PLAIN],
  ] as const) {
    const scene = await newTripFixture();
    const planted = await plantEverywhere(scene, texts);
    expect(planted.length).toBeGreaterThan(50);
    scenes[kind] = scene;
  }
});

async function exported(kind: keyof typeof scenes, format: ExportFormat) {
  const scene = scenes[kind];
  const token = scene?.owner.token ?? "";
  const sent = await send(exportsApi.read, {
    params: { tripId: scene?.tripId ?? "" },
    query: { format },
    token,
  });
  expect(sent.status).toBe(200);
  return sent;
}

/** Returns every element with the names of its attributes, sorted. */
function elementsOf(xml: string): string[] {
  const found: string[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => found.push(`${name} ${Object.keys(attributes).join(" ")}`));
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found.toSorted();
}

/** Returns every property of every component, sorted. */
function propertiesOf(ics: string): string[] {
  const { calendar } = readCalendar(ics);
  const components = [calendar, ...calendar.getAllSubcomponents()];
  const names = components.flatMap((component) =>
    component.getAllProperties().map(({ name }) => `${component.name} ${name}`),
  );
  return names.toSorted();
}

/**
 * Returns the cells that a spreadsheet reads from a file with this separator; quotes count only at the beginning of a
 * cell.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)")?([^${separator}\r\n]*)`, "y");
  for (let at = 0; at <= text.length; at++) {
    cell.lastIndex = at;
    const [whole = "", quoted = "", rest = ""] = cell.exec(text) ?? [];
    cells.push(quoted.replaceAll('""', '"') + rest);
    at += whole.length;
  }
  return cells;
}

const RUNS = /^[\s"]*[=+\-@＝＋－＠][^\r\n]*[(|!]/;

describe.each(["csv", "expenses"] as const)("%s", (format) => {
  test.each([",", ";", "\t", ",;\t"])(
    "runs nothing in a spreadsheet that splits it by %j",
    async (separator) => {
      const { text } = await exported("hostile", format);
      const cells = cellsOf(text.replace(/^\ufeff/, ""), separator);
      expect(cells.length).toBeGreaterThan(20);
      expect(cells.filter((each) => RUNS.test(each))).toEqual([]);
    },
  );
});

test("a calendar has the components and properties that it has without hostile texts", async () => {
  const [hostile, plain] = [await exported("hostile", "ics"), await exported("plain", "ics")];
  expect(propertiesOf(hostile.text)).toEqual(propertiesOf(plain.text));
  expect(hostile.text.split("\r\n").filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
});

test.each(["gpx", "kml"] as const)(
  "%s has the elements that it has without hostile texts",
  async (format) => {
    const [hostile, plain] = [await exported("hostile", format), await exported("plain", format)];
    expect(elementsOf(hostile.text)).toEqual(elementsOf(plain.text));
    expect(hostile.text).not.toContain("<!");
  },
);

test.each(EXPORT_FORMATS)(
  "%s is saved under a name without a path, whatever the trip's title is",
  async (format) => {
    const { headers } = await exported("hostile", format);
    const disposition = headers.get("content-disposition") ?? "";
    const [, plain = "", exact = ""] =
      /^attachment; filename="([^"\\]+)"; filename\*=UTF-8''([\w%.~-]+)$/.exec(disposition) ?? [];
    for (const name of [plain, decodeURIComponent(exact)]) {
      expect(name).toMatch(/\.(json|ics|gpx|kml|csv)$/);
      expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}]/u);
    }
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  },
);
