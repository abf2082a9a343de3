import { describe, expect, test } from "vitest";
import { openingSentence, type SourcedHours, spansText } from "#lib/server/agent/tools/opening-texts.ts";
import { firstSentences } from "#lib/server/agent/tools/short-text.ts";

/* These tests check the sentences in which the agent's model receives opening hours and articles. */

const DATE = "2026-11-14";
const usual = { opens: "10:00", closes: "18:00" };
const night = { opens: "20:00", closes: "02:00" };

function hours(
  by: SourcedHours["by"],
  spans: SourcedHours["days"][number]["spans"],
  before = spans,
): SourcedHours {
  return {
    by,
    days: [
      { date: "2026-11-13", spans: before },
      { date: DATE, spans },
    ],
  };
}

describe("whether a place is open", () => {
  const MAP = "by the map's hours";
  const GROUP = "by the hours that the group has typed";
  test.each([
    [hours("map", [usual]), "12:00", `It is open on ${DATE} at 12:00 ${MAP} (that day: 10:00-18:00).`],
    [hours("map", [usual]), "18:00", `It is CLOSED on ${DATE} at 18:00 ${MAP} (that day: 10:00-18:00).`],
    [hours("group", [usual]), "09:59", `It is CLOSED on ${DATE} at 09:59 ${GROUP} (that day: 10:00-18:00).`],
    [hours("map", [usual]), null, `On ${DATE} it is open some of the day ${MAP} (that day: 10:00-18:00).`],
    [hours("group", []), null, `It is CLOSED on ${DATE} ${GROUP} (that day: closed).`],
    [hours("map", []), "12:00", `It is CLOSED on ${DATE} at 12:00 ${MAP} (that day: closed).`],
    // The opening hours of the previous night last into this day.
    [hours("map", [], [night]), "01:00", `It is open on ${DATE} at 01:00 ${MAP} (that day: closed).`],
  ] as const)("%j at %s", (known, time, sentence) => {
    expect(openingSentence(known, DATE, time)).toBe(sentence);
  });

  test("is not said of a day of which nothing is known", () => {
    expect(openingSentence(hours("map", [usual]), "2026-11-15", "12:00")).toBeNull();
  });
});

test.each([
  [[], "closed"],
  [[usual, night], "10:00-18:00, 20:00-02:00"],
  [[{ ...usual, isUnsure: true as const }], "10:00-18:00 (not sure)"],
  [[{ ...usual, isUnsure: true as const, note: "by appointment" }], "10:00-18:00 (not sure, by appointment)"],
  [[{ ...usual, note: "x".repeat(200) }], `10:00-18:00 (${"x".repeat(79)}…)`],
])("%j is told as %s", (spans, text) => {
  expect(spansText(spans)).toBe(text);
});

test.each([
  ["One is here. Two is there! Three is left out.", "en", "One is here. Two is there!"],
  ["清水寺在京都。它很古老！很多人去。", "zh", "清水寺在京都。它很古老！"],
  ["In no language. At all. Ever.", "xx-unknown", "In no language. At all."],
  ["long ".repeat(30), "en", `${"long ".repeat(30).slice(0, 99)}…`],
])("of %j in %s two sentences are told", (text, language, told) => {
  expect(firstSentences(text, language, { sentences: 2, most: 100 })).toBe(told);
});
