import { beforeAll, describe, expect, test } from "vitest";
import { ensureGazetteer } from "#lib/local/gazetteer.ts";
import { foldText } from "#lib/shared/fold.ts";
import { type Gazetteer, openGazetteer } from "#lib/server/places/gazetteer.ts";
import { type Hit, searchGazetteer } from "#lib/server/places/gazetteer-search.ts";
import { isTimeZone } from "#lib/shared/dates.ts";
import type { Point } from "#lib/shared/legs.ts";

let gazetteer: Gazetteer;

beforeAll(async () => {
  await ensureGazetteer();
  gazetteer = await openGazetteer();
});

function found(text: string, near?: Point): string[] {
  return searchGazetteer(gazetteer, text, { near, limit: 8 }).map(shown);
}

/** Returns a text such as `München (Munich), DE`; an airport's text also has its code. */
function shown({ matched, name, code, countryCode, region }: Hit): string {
  const other = matched === name ? "" : ` (${name})`;
  const where = countryCode === "US" ? `US ${region?.[0].slice(-2) ?? ""}`.trim() : countryCode;
  return `${code ? `${code} ` : ""}${matched}${other}, ${where}`;
}

describe("the first hit", () => {
  const cases: [text: string, hit: string][] = [
    ["kyoto", "Kyoto, JP"],
    ["KYOTO", "Kyoto, JP"],
    ["ｋｙｏｔｏ", "Kyoto, JP"],
    ["京都", "京都 (Kyoto), JP"],
    ["京都市", "京都市 (Kyoto), JP"],
    // For a single character, cities that are written with it come before those whose reading begins with it.
    ["京", "京都 (Kyoto), JP"],
    ["名", "名古屋 (Nagoya), JP"],
    ["きょうと", "キョウト (Kyoto), JP"],
    ["东京", "东京 (Tokyo), JP"],
    ["東京", "東京 (Tokyo), JP"],
    ["北京", "北京 (Beijing), CN"],
    ["上海", "上海 (Shanghai), CN"],
    ["서울", "서울 (Seoul), KR"],
    // The text ends in a syllable of which one letter is still missing.
    ["서우", "서울 (Seoul), KR"],
    ["München", "München (Munich), DE"],
    ["munchen", "München (Munich), DE"],
    ["Muenchen", "Muenchen (Munich), DE"],
    ["kobenhavn", "København (Copenhagen), DK"],
    ["lodz", "Łódź, PL"],
    ["İstanbul", "Istanbul, TR"],
    ["zurich", "Zürich, CH"],
    ["xian", "Xi’an, CN"],
    ["xi'an", "Xi’an, CN"],
    ["roma", "Roma (Rome), IT"],
    ["san j", "San Juan, PR"],
    ["new y", "New York City, US NY"],
    ["nyc", "New York City, US NY"],
    ["york", "York, GB"],
    ["Saint-Denis", "Saint-Denis, RE"],
    ["saint denis", "Saint-Denis, RE"],
    ["القاهرة", "القاهرة (Cairo), EG"],
    ["Москва", "Москва (Moscow), RU"],
    ["москва", "Москва (Moscow), RU"],
    ["Αθήνα", "Αθήνα (Athens), GR"],
    ["ΑΘΗΝΑ", "Αθήνα (Athens), GR"],
    ["กรุงเทพ", "กรุงเทพ (Bangkok), TH"],
    ["दिल्ली", "दिल्ली (Delhi), IN"],
    ["jing du", "Kyoto, JP"],
    ["KIX", "KIX Kansai International Airport, JP"],
    ["kix", "KIX Kansai International Airport, JP"],
    ["HND", "HND Tokyo Haneda International Airport, JP"],
    ["Narita", "Narita, JP"],
    ["Paris", "Paris, FR"],
    ["Paris, Texas", "Paris, US TX"],
    ["paris tx", "Paris, US TX"],
    ["springfield illinois", "Springfield, US IL"],
    ["kyoto japan", "Kyoto, JP"],
    ["日本", "日本 (Japan), JP"],
    ["japan", "Japan, JP"],
    ["uk", "UK (United Kingdom), GB"],
    ["barcelna", "Barcelona, ES"],
    ["kyotoo", "Kyoto, JP"],
    ["tokoy", "Tokyo, JP"],
  ];
  test.each(cases)("%s is %s", (text, hit) => {
    expect(found(text)[0]).toBe(hit);
  });
});

test("what is near comes first, and what is far must be much larger to stay before it", () => {
  expect(found("Springfield", { lat: 39.8, lng: -89.6 })[0]).toBe("Springfield, US IL");
  expect(found("Springfield", { lat: 42.4, lng: -72.5 })[0]).toBe("Springfield, US MA");
  const dallas = found("Paris", { lat: 32.8, lng: -96.8 });
  expect(dallas.slice(0, 2)).toEqual(["Paris, FR", "Paris, US TX"]);
  expect(found("Paris", { lat: 33.66, lng: -95.55 })[0]).toBe("Paris, US TX");
});

test("a village next door is found by its first letters, among all that begin with them", () => {
  const giverny = { lat: 49.0771, lng: 1.525 };
  expect(found("g", giverny).join()).not.toBe(found("g").join());
  expect(found("giv", giverny)[0]).toBe("Giverny, FR");
});

test("one sign still finds the large cities that are only spelled with it", () => {
  expect(found("巴").slice(0, 5)).toContain("巴黎 (Paris), FR");
  expect(found("奈").slice(0, 3)).toContain("奈良 (Nara-shi), JP");
});

test("an airport goes by its name, and is found by its town's", () => {
  expect(found("narita")).toContain("NRT Narita International Airport, JP");
  expect(found("osaka")).toContain("KIX Kansai International Airport, JP");
});

test("nothing is there twice", () => {
  for (const text of ["s", "paris", "singapore", "京", "san", "mexico", "أ"]) {
    const hits = searchGazetteer(gazetteer, text, { limit: 10 });
    expect(new Set(hits.map(({ index }) => index)).size).toBe(hits.length);
  }
  expect(found("singapore").filter((hit) => hit === "Singapore, SG")).toHaveLength(1);
});

test("whatever is typed is answered", () => {
  for (const text of [
    "",
    " ",
    "!!!",
    "%",
    "\u0301",
    "🏯",
    "\ud800",
    "a".repeat(200),
    "， ，",
    "١٢٣",
    ", tx",
  ]) {
    expect(searchGazetteer(gazetteer, text, { limit: 8 }).length).toBeLessThanOrEqual(8);
  }
  expect(found("🏯")).toEqual([]);
  expect(found("qqqqqqqq")).toEqual([]);
});

test("folding the end of a name gives the end of its fold, by which later words are found", () => {
  for (const name of [
    "New York City",
    "Saint-Denis",
    "L’Aquila",
    "Frankfurt am Main",
    "Sankt Pölten",
    "Kyōto-shi",
  ]) {
    for (const { index } of name.matchAll(/(?<=[ -])\p{L}/gu)) {
      expect(foldText(name).endsWith(foldText(name.slice(index)))).toBe(true);
    }
  }
});

test("the town that a point is in or nearest to, also across the date line; none at sea", () => {
  const nearest = (lat: number, lng: number) => gazetteer.nearestTown({ lat, lng })?.name;
  expect(nearest(35.0116, 135.7681)).toBe("Kyoto");
  expect(gazetteer.nearestTown({ lat: 48.8584, lng: 2.2945 })?.countryCode).toBe("FR");
  expect(nearest(66.3, 179.95)).toBe("Egvekinot");
  expect(nearest(0, -150)).toBeUndefined();
  expect(nearest(90, 0)).toBeUndefined();
});

test("the nearest town is the one that looking at all of them finds", () => {
  const { id } = gazetteer.columns;
  for (const at of [
    { lat: 46.95, lng: 7.44 },
    { lat: 64.1, lng: -21.9 },
    { lat: -36.85, lng: 174.76 },
  ]) {
    const towns = Array.from(id.keys()).filter((index) => gazetteer.isKind(index, "city"));
    const distances = towns.map((index) => gazetteer.distanceTo(index, at));
    const town = gazetteer.nearestTown(at);
    expect(town && gazetteer.distanceTo(town.index, at)).toBe(distances.toSorted((a, b) => a - b)[0]);
  }
});

test("every place has a name, a country, a zone that this machine knows, and stands in its cell", () => {
  const { id, nameAt } = gazetteer.columns;
  expect(id.length).toBeGreaterThan(200_000);
  expect(nameAt).toHaveLength(id.length + 1);
  expect(gazetteer.meta.zones.slice(1).filter((zone) => !isTimeZone(zone))).toEqual([]);
  for (let index = 0; index < id.length; index += 97) {
    const { name, countryCode, zone, lat, lng } = gazetteer.place(index);
    expect({ name, countryCode, zone }).toEqual({
      name: expect.stringMatching(/./),
      countryCode: expect.stringMatching(/^[A-Z]{2}$/),
      zone: expect.stringMatching(/^[A-Z]/),
    });
    expect([...gazetteer.around({ lat, lng }, 1)]).toContain(index);
  }
});
