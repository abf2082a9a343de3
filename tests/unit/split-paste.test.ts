import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withLinks } from "#lib/server/places/paste/with-links.ts";
import { namesInSentence } from "#lib/server/places/paste/names-in-sentence.ts";
import { sentencesOf } from "#lib/server/places/paste/sentences.ts";
import { type PastePart, splitPaste } from "#lib/server/places/paste/split-paste.ts";

/** Returns a part as one text line. */
function short(part: PastePart): string {
  if (part.kind === "no_name") return "–";
  const at =
    "startTime" in part && part.startTime
      ? `${part.startTime}${part.endTime ? `-${part.endTime}` : ""} `
      : "";
  if (part.kind === "point") return `${at}${part.label} @${part.point.lat},${part.point.lng}`;
  if (part.kind === "pasted") return `${at}[${part.label || (part.named ?? "")}] ${part.text}`;
  return `${at}${part.kind === "prose" ? "~" : ""}${part.text}`;
}
const split = (text: string) => splitPaste(text).map(short);

describe("lines", () => {
  test.each<[paste: string, parts: string[]]>([
    ["Louvre\r\n\r\nMusée d'Orsay", ["Louvre", "Musée d'Orsay"]],
    [
      "- Louvre\n* Orsay\n• Rodin\n1. Cluny\n2) Guimet\n[x] Invalides\n📍 Panthéon",
      ["Louvre", "Orsay", "Rodin", "Cluny", "Guimet", "Invalides", "Panthéon"],
    ],
    [
      "9:30 Louvre\n10am-11am Orsay\n14:00 – Café de Flore",
      ["09:30 Louvre", "10:00-11:00 Orsay", "14:00 Café de Flore"],
    ],
    ["7 Samurai Museum\n221B Baker Street", ["7 Samurai Museum", "221B Baker Street"]],
    [
      "Day 1\nDay 2: Asakusa\nJour 3 – Montmartre\nMonday\nSunday Market",
      ["–", "Asakusa", "Montmartre", "–", "Sunday Market"],
    ],
    ["Restaurants:\n---\n***", ["–", "–", "–"]],
    [
      "第一天：浅草寺、上野公园；晴空塔\n1、清水寺\n二、金阁寺",
      ["浅草寺", "上野公园", "晴空塔", "清水寺", "金阁寺"],
    ],
    ["第一天: 9:30 浅草寺、11:00 上野公园", ["09:30 浅草寺", "11:00 上野公园"]],
    ["Louvre → Orsay → Rodin", ["Louvre", "Orsay", "Rodin"]],
    [
      "35.0116, 135.7681\nKinkaku-ji (35.0394, 135.7292)\n8FVC9G8F+6X",
      ["[] 35.0116, 135.7681", "Kinkaku-ji @35.0394,135.7292", "[] 8FVC9G8F+6X"],
    ],
    ["Louvre\n35.0394, 135.7292", ["Louvre", "[] 35.0394, 135.7292"]],
    ["9:30\tLouvre\tRue de Rivoli", ["09:30 Louvre, Rue de Rivoli"]],
    ["Le Train Bleu, Place Louis-Armand, Paris", ["Le Train Bleu, Place Louis-Armand, Paris"]],
    ["We went to the Louvre first. Then we had lunch.", ["~We went to the Louvre first. Then we had lunch."]],
    ["St. Mark's Square", ["St. Mark's Square"]],
  ])("%j", (paste, parts) => {
    expect(split(paste)).toEqual(parts);
  });
});

describe("links", () => {
  test.each<[paste: string, parts: string[]]>([
    ["https://a.test/1 https://a.test/2", ["[] https://a.test/1", "[] https://a.test/2"]],
    [
      "Louvre: https://a.test/1, Orsay https://a.test/2",
      ["[Louvre] https://a.test/1", "[Orsay] https://a.test/2"],
    ],
    [
      "Louvre\nhttps://a.test/1\nOrsay\nhttps://a.test/2",
      ["[Louvre] https://a.test/1", "[Orsay] https://a.test/2"],
    ],
    ["9:30 Louvre\nhttps://a.test/1", ["09:30 [Louvre] https://a.test/1"]],
    ["https://a.test/1 and then Orsay", ["[] https://a.test/1", "and then Orsay"]],
    ["Louvre\n\nhttps://a.test/1", ["Louvre", "[] https://a.test/1"]],
  ])("%j", (paste, parts) => {
    expect(split(paste)).toEqual(parts);
  });

  test("of a copied page stand behind the words that carry them", () => {
    const osm = "https://www.openstreetmap.org/node/1";
    const links = [
      { text: "About us", href: "https://blog.test/about" },
      { text: "Louvre", href: osm },
      { text: "Louvre", href: "https://maps.app.goo.gl/abc" },
      { text: "not there", href: osm },
    ];
    expect(withLinks("About us: the Louvre, and again the Louvre.", links)).toBe(
      `About us: the Louvre ${osm} , and again the Louvre https://maps.app.goo.gl/abc .`,
    );
  });
});

/** Returns the numbers of the text lines that the parts come from. */
function linesOf(parts: readonly PastePart[]): Set<number> {
  return new Set(parts.flatMap(({ line, source }) => source.split("\n").map((_, index) => line + index)));
}

test("each line of which something can be seen is in a part, whatever was pasted", () => {
  const word = fc.oneof(
    fc.constantFrom(
      "Louvre",
      "Day 1",
      "-",
      "9:30",
      "https://a.test/x",
      "35.1, 135.2",
      "浅草寺",
      "、",
      ":",
      "\t",
      "📍",
      "#",
      "1.",
      "a.",
      "\u202e",
    ),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  const line = fc
    .array(word, { maxLength: 6 })
    .map((words) => words.join(" ").replaceAll(/[\n\r\v\f\u0085\u2028\u2029]/g, ""));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const seen = linesOf(splitPaste(lines.join("\n")));
      for (const [index, text] of lines.entries()) {
        if (/[\p{L}\p{N}]/u.test(text)) expect(seen, text).toContain(index + 1);
      }
    }),
    { numRuns: 500 },
  );
});

test("sentences leave nothing out", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "Word", " ", ". ", "。", "，", "St."), maxLength: 900 }),
      (text) => {
        expect(sentencesOf(text).join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
      },
    ),
  );
});

test.each<[sentence: string, names: string[][]]>([
  ["Then we saw the Eiffel Tower at night.", [["Eiffel Tower", "Tower"]]],
  [
    "Visit Notre-Dame and Sainte-Chapelle",
    [["Notre-Dame and Sainte-Chapelle", "Notre-Dame", "Sainte-Chapelle", "and Sainte-Chapelle"]],
  ],
  ["Nous avons visité le musée du Louvre puis la place des Vosges.", [["Louvre"], ["Vosges"]]],
  [
    "上午去浅草寺，下午去上野公园。",
    [
      ["上午去浅草寺", "浅草寺"],
      ["下午去上野公园", "上野公园"],
    ],
  ],
  ["我们住在「樱花酒店」", [["樱花酒店"], ["我们住在"], ["樱花酒店"]]],
  [
    "浅草寺に行って、スカイツリーを見た",
    [
      ["浅草寺に行って", "浅草寺"],
      ["スカイツリーを見た", "スカイツリー"],
    ],
  ],
  ["nothing with a capital", []],
])("names in %j", (sentence, names) => {
  expect(namesInSentence(sentence)).toEqual(names);
});
