import { describe, expect, test } from "vitest";
import { readExpenses } from "#lib/server/imports/expenses/read-expenses.ts";
import { bytesOf, gpx, kml, placemarkXml, read, wpt } from "#tests/helpers/place-files.ts";

/** Returns the bytes of a text in an encoding that Node can decode but not encode. */
function encoded(text: string, label: string): Uint8Array {
  const table = tableOf(label);
  return Uint8Array.from(
    Array.from(text).flatMap((sign) => {
      const found = sign < "\u0080" ? [sign.charCodeAt(0)] : table.get(sign);
      if (!found) throw new Error(`${label} has no ${sign}.`);
      return found;
    }),
  );
}

const tables = new Map<string, Map<string, number[]>>();

function tableOf(label: string): Map<string, number[]> {
  const known = tables.get(label);
  if (known) return known;
  const decoder = new TextDecoder(label);
  const made = new Map<string, number[]>();
  const high = Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
  const low = Array.from({ length: 0xd0 }, (_, index) => 0x30 + index);
  const pairs = high.flatMap((first) => low.map((second) => [first, second]));
  for (const codes of [...high.map((each) => [each]), ...pairs]) {
    const sign = decoder.decode(Uint8Array.from(codes));
    if (Array.from(sign).length === 1 && sign !== "\ufffd" && !made.has(sign)) made.set(sign, codes);
  }
  tables.set(label, made);
  return made;
}

function wide(text: string, isBigEndian = false): Uint8Array {
  const bytes = Buffer.from(text, "utf16le");
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
}

const namesOf = async (bytes: Uint8Array) => (await read(bytes)).places.map(({ name }) => name);

describe("a table of places", () => {
  test.each([
    ["euc-kr", "이름,위도,경도\n경복궁,37.58,126.98\n", "경복궁"],
    ["euc-kr", "name,lat,lon\n경복궁,37.58,126.98\n", "경복궁"],
    ["gb18030", "名称,纬度,经度\n故宫,39.9,116.4\n", "故宫"],
    ["gb18030", "name,lat,lon\n故宫博物院,39.9,116.4\n", "故宫博物院"],
    ["big5", "名稱,緯度,經度\n臺北車站,25.0,121.5\n", "臺北車站"],
    ["shift_jis", "名前,緯度,経度\n清水寺,35.0,135.78\n", "清水寺"],
    ["shift_jis", "name,lat,lon\nきよみずでら,35.0,135.78\n", "きよみずでら"],
    ["euc-jp", "名前,緯度,経度\n清水寺,35.0,135.78\n", "清水寺"],
    ["windows-1251", "Название,Широта,Долгота\nКрасная площадь,55.75,37.62\n", "Красная площадь"],
    ["windows-1252", "Name,Lat,Lon\nMünchen – Café,47.3,8.5\n", "München – Café"],
    ["windows-1250", "Nazwa,Szerokość,Długość\nŁódź,51.76,19.46\n", "Łódź"],
  ])("in %s: %s", async (label, text, name) => {
    expect(await namesOf(encoded(text, label))).toEqual([name]);
  });

  test.each([
    ["low bytes first", false],
    ["high bytes first", true],
  ])("in UTF-16 without a mark, %s", async (_, isBigEndian) => {
    expect(await namesOf(wide("名称,纬度,经度\n天下第一关,39.9,116.4\n", isBigEndian))).toEqual([
      "天下第一关",
    ]);
    expect(await namesOf(wide(gpx(wpt("Zürich 一")), isBigEndian))).toEqual(["Zürich 一"]);
    const feature = { type: "Feature", properties: { name: "東" }, geometry: null };
    expect(await namesOf(wide(JSON.stringify(feature), isBigEndian))).toEqual(["東"]);
  });

  test.each([
    ["bars", "name|lat|lon\nA, b; c|47.3|8.5"],
    ["a first line that says what parts its cells", 'sep=;\r\nname;lat;lon\r\n"A, b; c";47.3;8.5'],
    ["the same in quotes", '"sep=|"\nname|lat|lon\nA, b; c|47.3|8.5'],
  ])("with %s", async (_, text) => {
    const file = await read(text);
    expect([file.title, file.records]).toEqual([null, 1]);
    expect(file.places[0]).toMatchObject({ point: { lat: 47.3, lng: 8.5 } });
  });
});

test.each(["gpx", "kml"])(
  "a %s without a word of its encoding is read in that of its bytes",
  async (format) => {
    const text =
      format === "gpx"
        ? gpx(wpt("Zürich – Café"))
        : kml(placemarkXml("Zürich – Café")).replace(/^<\?.*?\?>/, "");
    expect(await namesOf(encoded(text, "windows-1252"))).toEqual(["Zürich – Café"]);
    expect(await namesOf(bytesOf(text))).toEqual(["Zürich – Café"]);
  },
);

test("bytes that are no text in the encoding that a file says it has are refused with its name", async () => {
  const text = `<?xml version="1.0" encoding="utf-8"?>${gpx(wpt("Zürich"))}`;
  await expect(read(encoded(text, "windows-1252"))).rejects.toMatchObject({
    issues: [{ path: "file", message: "The file is not valid text in utf-8." }],
  });
});

test("a table of expenses with bars, and with a first line that says so, counts its lines", () => {
  const lines = [
    "sep=|",
    "Date|Description|Category|Cost|Currency|Mia|Ana",
    "2026-05-02|Tea|Tea|2.00|EUR|1.00|-1.00",
    "x|Tea|Tea|2.00|EUR|1.00|-1.00",
  ];
  const { rows, leftOut } = readExpenses(bytesOf(lines.join("\n")), "EUR");
  expect([rows.map(({ line }) => line), leftOut.map(({ line }) => line)]).toEqual([[3], [4]]);
});
