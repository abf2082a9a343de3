import { MapPin } from "lucide-react";
import { describe, expect, test } from "vitest";
import { matchScore } from "#app/_palette/match.ts";
import { findItems, firstItems, type PaletteItem } from "#app/_palette/palette-item.ts";
import { storeRecentHit, readRecentHits } from "#app/_palette/recent.ts";
import { pathOf } from "#app/_palette/hit-path.ts";
import type { SearchHit } from "#lib/shared/search.ts";

describe("fit", () => {
  test.each([
    ["kiyo", "Kiyomizu-dera"],
    ["dera", "Kiyomizu-dera"],
    ["market nish", "Nishiki Market"],
    ["sao", "São Jorge Castle"],
    ["锦", "京都锦市场"],
    ["清水寺", "清水寺"],
  ])("%s finds %s", (query, title) => {
    expect(matchScore(query, title)).toBeGreaterThan(0);
  });

  test.each([
    ["a wrong letter", "kiyomizi", "Kiyomizu-dera"],
    ["a missing letter", "kiymizu", "Kiyomizu-dera"],
    ["one too many", "kiyyomizu", "Kiyomizu-dera"],
    ["two in wrong order", "ciclyng", "Cicylng"],
    ["two in wrong order", "nihsiki", "Nishiki Market"],
    ["a slip in what is still being typed", "nishokm", "Nishikmarket"],
  ])("forgives %s", (_slip, query, title) => {
    expect(matchScore(query, title)).toBeGreaterThan(0);
  });

  test.each([
    ["nothing", "", "Kiyomizu-dera"],
    ["two slips", "kiyamizi", "Kiyomizu-dera"],
    ["a slip in a short word", "teo", "Tea"],
    ["another first letter", "liyomizu", "Kiyomizu-dera"],
    ["one word that fits and one that does not", "nishiki castle", "Nishiki Market"],
  ])("%s finds nothing", (_why, query, title) => {
    expect(matchScore(query, title)).toBe(0);
  });

  test("a whole word comes before the beginning of one, before the middle, before a slip", () => {
    const scores = ["Tea house", "Teatime", "Steak", "Tram"].map((title) => matchScore("tea", title));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(matchScore("dark", "Dark theme")).toBeGreaterThan(matchScore("dark", "Theme", "dark"));
  });
});

function item(
  id: string,
  group: PaletteItem["group"],
  title: string,
  more: Partial<PaletteItem> = {},
): PaletteItem {
  return { id, group, title, icon: MapPin, run: () => {}, ...more };
}

describe("sections", () => {
  const items = [
    item("1", "commands", "New trip"),
    item("2", "here", "Newspaper museum", { isHidden: true }),
    item("3", "recent", "New York"),
    item("4", "here", "Renewal", { isHidden: true }),
  ];

  test("before anything is typed: what was opened last, then what can be done", () => {
    expect(firstItems(items).map(({ group, items: found }) => [group, found.length])).toEqual([
      ["recent", 1],
      ["commands", 1],
    ]);
  });

  test("the one with the best fit stands on top, best first", () => {
    const found = findItems(items, "new").map(({ group, items: rows }) => [group, rows.map(({ id }) => id)]);
    expect(found).toEqual([
      ["commands", ["1"]],
      ["here", ["2", "4"]],
    ]);
  });
});

function hit(id: string): SearchHit {
  return { kind: "stop", id, tripId: "t", tripTitle: "Kyoto", title: id, detail: null };
}

function memory() {
  const kept = new Map<string, string>();
  return () => ({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
}

function closed(): never {
  throw new Error("No storage here.");
}

describe("what was opened last", () => {
  test("newest first, each once, six of them, and for each person alone", () => {
    const storage = memory();
    for (const id of ["a", "b", "c", "d", "e", "f", "g", "c"]) storeRecentHit("ann", hit(id), storage);
    expect(readRecentHits("ann", storage).map(({ id }) => id)).toEqual(["c", "g", "f", "e", "d", "b"]);
    expect(readRecentHits("ben", storage)).toEqual([]);
  });

  test("what is no list of such things counts as nothing", () => {
    for (const kept of ["{", "3", '[{"kind":"moon"}]', '[{"kind":"stop","id":1}]']) {
      expect(readRecentHits("ann", () => ({ getItem: () => kept, setItem: () => {} }))).toEqual([]);
    }
    expect(readRecentHits("ann", closed)).toEqual([]);
    expect(() => storeRecentHit("ann", hit("a"), closed)).not.toThrow();
  });
});

test.each([
  ["trip", "/trips/t"],
  ["stop", "/trips/t?stop=x"],
  ["reservation", "/trips/t?view=bookings&booking=x"],
  ["expense", "/trips/t?view=money&expense=x"],
  ["person", "/trips/t?who=x"],
] as const)("a %s is shown at its address", (kind, path) => {
  expect(pathOf({ kind, id: "x", tripId: "t" })).toBe(path);
});
