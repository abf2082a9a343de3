import { describe, expect, test } from "vitest";
import {
  type Inline,
  parseInlineMarkdown,
  isNameOfHost,
} from "#app/trips/[tripId]/_agent/inline-markdown.ts";
import { markdownToPlainText } from "#app/trips/[tripId]/_agent/plain-words.ts";
import { textBlocks } from "#app/trips/[tripId]/_agent/text-blocks.ts";
import { wholeSentences } from "#app/trips/[tripId]/_agent/whole-sentences.ts";

/** Returns a short notation for comparisons: **bold**, _em_, `code`, <link text>. */
function shown(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === "text") return piece.text;
      if (piece.kind === "code") return `\`${piece.text}\``;
      const inside = shown(piece.inside);
      if (piece.kind === "link") return `<${piece.href} ${inside}>`;
      return piece.kind === "strong"
        ? `**${inside}**`
        : piece.kind === "em"
          ? `_${inside}_`
          : `~~${inside}~~`;
    })
    .join("");
}

describe("a line of Markdown", () => {
  test.each([
    ["plain", "plain"],
    ["**bold** and *slanted* and `code`", "**bold** and _slanted_ and `code`"],
    ["a **bold *and slanted* one**", "a **bold _and slanted_ one**"],
    ["***both***", "**_both_**"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["snake_case_name and _this_", "snake_case_name and _this_"],
    [String.raw`\*not slanted\*`, "*not slanted*"],
    ["京都**清水寺**很美", "京都**清水寺**很美"],
    ["[the temple](https://example.org/a)", "<https://example.org/a the temple>"],
    ["[with (brackets)](https://example.org/a_(b))", "<https://example.org/a_(b) with (brackets)>"],
    ["see https://example.org/x.", "see <https://example.org/x example.org/x>."],
    ["见https://example.org/x。", "见<https://example.org/x example.org/x>。"],
    ["<https://example.org/>", "<https://example.org/ example.org>"],
    ["~~gone~~", "~~gone~~"],
  ])("%s", (text, expected) => {
    expect(shown(parseInlineMarkdown(text))).toBe(expected);
  });

  test.each([
    ["[click](javascript:alert(1))", "click"],
    ["[click](JaVaScRiPt:alert(1))", "click"],
    ["[click](data:text/html,x)", "click"],
    ["[click](//example.org)", "click"],
    ["[click](https://someone:secret@example.org)", "click"],
    ["![a picture](https://example.org/track.png)", "a picture"],
    ["[![a picture](https://example.org/t.png)](javascript:x)", "a picture"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ])("nothing is run, fetched or followed of %s", (text, expected) => {
    expect(shown(parseInlineMarkdown(text))).toBe(expected);
  });
});

describe("a line that is still being written", () => {
  test.each([
    ["a **bo", "a **bo**"],
    ["a **", "a "],
    ["a *", "a "],
    ["a `co", "a `co`"],
    ["see [the tem", "see the tem"],
    ["see [the temple](https://exa", "see the temple"],
    ["see ![pict", "see "],
    ["see <https://exa", "see "],
  ])("%s", (text, expected) => {
    expect(shown(parseInlineMarkdown(text, true))).toBe(expected);
  });

  test("no mark ever shows that is gone with the next letter", () => {
    const text =
      "The **best** way is *slow*: [Kyoto](https://kyoto.example/a) and `07:35`, see <https://a.example>";
    for (let end = 1; end <= text.length; end++) {
      const now = shown(parseInlineMarkdown(text.slice(0, end), true));
      // Any other mark would be shown first and disappear once the text goes on.
      expect(now.replaceAll(/\*\*|[_`]|<https:\S+ |>/g, "")).not.toMatch(/[*[\]`]/);
    }
  });
});

describe("blocks", () => {
  test("paragraphs, lists in lists, headings, quotes, tables and code", () => {
    const text = [
      "First line",
      "goes on",
      "",
      "## Plan",
      "1. Temple",
      "   - early",
      "   - quiet",
      "2. Lunch",
      "",
      "> said",
      "| Day | Stop |",
      "|---|---|",
      "| Sun | Omen |",
      "",
      "```js",
      "a * b",
      "```",
      "---",
    ].join("\n");
    expect(textBlocks(text)).toEqual([
      { kind: "paragraph", text: "First line\ngoes on" },
      { kind: "heading", text: "Plan" },
      {
        kind: "list",
        isOrdered: true,
        start: 1,
        items: [
          {
            text: "Temple",
            inside: [
              {
                kind: "list",
                isOrdered: false,
                start: 1,
                items: [
                  { text: "early", inside: [] },
                  { text: "quiet", inside: [] },
                ],
              },
            ],
          },
          { text: "Lunch", inside: [] },
        ],
      },
      { kind: "quote", text: "said" },
      { kind: "table", head: ["Day", "Stop"], rows: [["Sun", "Omen"]] },
      { kind: "code", text: "a * b" },
      { kind: "rule" },
    ]);
  });

  test("an empty line between two items keeps them in one list", () => {
    const [list, ...others] = textBlocks("- one\n\n- two\n\nafter");
    expect(list).toMatchObject({ kind: "list", items: [{ text: "one" }, { text: "two" }] });
    expect(others).toEqual([{ kind: "paragraph", text: "after" }]);
  });

  test.each([
    ["## Plan ##", "Plan"],
    ["# C#", "C#"],
    ["#   Two  words", "Two  words"],
  ])("%j is a heading of the words %j", (line, text) => {
    expect(textBlocks(line)).toEqual([{ kind: "heading", text }]);
  });

  test.each(["Text\n-", "Text\n1", "Text\n1.", "Text\n##", "Text\n``", "Text\n**"])(
    "of %j only the text is shown while more may come",
    (text) => {
      expect(textBlocks(text, true)).toEqual([{ kind: "paragraph", text: "Text" }]);
    },
  );

  test("lists in lists end somewhere", () => {
    const lines = Array.from({ length: 300 }, (_, depth) => `${"  ".repeat(depth)}- ${depth}`);
    let depth = 0;
    for (let [block] = textBlocks(lines.join("\n")); block?.kind === "list"; depth++) {
      block = block.items[0]?.inside[0];
    }
    expect(depth).toBe(8);
    expect(markdownToPlainText(lines.join("\n"))).toContain("299");
  });

  test("however long and odd a text is, reading it ends soon", () => {
    const odd = [
      "*".repeat(20_000),
      "[".repeat(20_000),
      "`a".repeat(10_000),
      "> ".repeat(10_000),
      "_a ".repeat(6000),
      `${" ".repeat(20_000)}x`,
      `[a](${" ".repeat(3900)}`,
      "`".repeat(4000),
    ];
    const begun = Date.now();
    for (const text of odd)
      for (const isOpen of [true, false])
        textBlocks(text, isOpen).map((block) => "text" in block && parseInlineMarkdown(block.text, isOpen));
    expect(Date.now() - begun).toBeLessThan(5000);
  });
});

test.each([
  ["One. Two", "One."],
  ["At 3.5 km", ""],
  ["好的。然后", "好的。"],
  ["line\nmore", "line\n"],
  ["", ""],
])("of %j a screen reader is told %j", (text, expected) => {
  expect(wholeSentences(text)).toBe(expected);
});

test.each([
  ["paypal.example", true],
  ["https://www.Paypal.example/help", true],
  ["paypal.example.org", false],
  ["paypal.examples", false],
  ["the bank", false],
])("whether %j says that it leads to paypal.example: %s", (words, expected) => {
  expect(isNameOfHost(words, "paypal.example")).toBe(expected);
});

describe("what one hears of a text", () => {
  test("is its words without marks and addresses", () => {
    const text = [
      "## Plan",
      "Take **bus 206** to [Gojo-zaka](https://city.example/bus), `early`.",
      "1. Temple",
      "   - *quiet*",
      "",
      "| Day | Stop |",
      "|---|---|",
      "| Sun | **Omen** |",
    ].join("\n");
    const heard = ["Plan", "Take bus 206 to Gojo-zaka, early.", "Temple", "quiet", "Day, Stop", "Sun, Omen"];
    expect(markdownToPlainText(text)).toBe(heard.join("\n"));
  });

  test("grows at its end while it is written", () => {
    const text =
      "Take **bus 206. Then** walk to [the *old* temple](https://kyoto.example/a).\n- One.\n- Two.";
    let heard = "";
    for (let end = 1; end <= text.length; end++) {
      const now = markdownToPlainText(text.slice(0, end), true);
      expect(now.startsWith(wholeSentences(heard))).toBe(true);
      heard = now;
    }
  });
});
