import { describe, expect, test } from "vitest";
import { partsOf, sectionsOf, itemMoveTarget } from "#app/trips/[tripId]/_lists/list-groups.ts";
import { textInLanguage, templatesOf } from "#app/trips/[tripId]/_lists/templates.ts";
import { mentionedIn, nameToMention } from "#app/trips/[tripId]/_discussion/mentioned.ts";
import { firstNewCommentId } from "#app/trips/[tripId]/_discussion/use-thread-state.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import { comment } from "#tests/realtime/sample-trip.ts";

const AT = "2026-11-14T09:00:00.000Z";

function item(id: string, overrides: Partial<ItemDto> = {}): ItemDto {
  return {
    id,
    list: "packing",
    position: id,
    text: id,
    section: null,
    assigneeId: null,
    dueDate: null,
    doneAt: null,
    ownerId: null,
    deletedAt: null,
    version: 1,
    createdAt: AT,
    updatedAt: AT,
    ...overrides,
  };
}

const EVERYTHING = { mineOf: null, hidesDone: false };

describe("a list on the page", () => {
  const items = [
    item("a", { section: "Clothes" }),
    item("b"),
    item("c", { section: "Papers", doneAt: AT }),
    item("d", { section: "Clothes", assigneeId: "me" }),
    item("e", { ownerId: "my user" }),
    item("f", { list: "todo" }),
  ];
  const shape = (filter: typeof EVERYTHING | { mineOf: string | null; hidesDone: boolean }) =>
    partsOf(items, "packing", filter).map(({ groups }) =>
      groups.map(({ section, items: rows }) => [section, rows.map(({ id }) => id).join("")]),
    );

  test("has what is under no heading first, and one's own apart", () => {
    expect(shape(EVERYTHING)).toEqual([
      [
        [null, "b"],
        ["Clothes", "ad"],
        ["Papers", "c"],
      ],
      [[null, "e"]],
    ]);
    expect(sectionsOf(items, "packing")).toEqual(["Clothes", "Papers"]);
  });

  test("shows only what is mine, or still to do", () => {
    expect(shape({ mineOf: "me", hidesDone: false })).toEqual([[["Clothes", "d"]], [[null, "e"]]]);
    expect(shape({ mineOf: null, hidesDone: true })[0]?.map(([section]) => section)).toEqual([
      null,
      "Clothes",
    ]);
  });
});

test("a step goes past the neighbour under the same heading, whatever stands between them", () => {
  const items = [item("a", { section: "x" }), item("b", { section: "y" }), item("c", { section: "x" })];
  const group = { section: "x", items: items.filter(({ section }) => section === "x") };
  expect(itemMoveTarget(items, group, "c", "up")).toEqual({ afterId: null });
  expect(itemMoveTarget(items, group, "a", "down")).toEqual({ afterId: "c" });
  expect(itemMoveTarget(items, group, "a", "up")).toBeNull();
  expect(itemMoveTarget(items, group, "c", "down")).toBeNull();
  const later = [item("0"), ...items];
  expect(itemMoveTarget(later, group, "c", "up")).toEqual({ afterId: "0" });
});

describe.each(["packing", "todo"] as const)("templates for %s", (list) => {
  test.each(["en", "zh"] as const)("have words for everything in %s, each once", (language) => {
    for (const { name, sections } of templatesOf(list)) {
      const texts = sections.flatMap(({ items }) => items.map((words) => textInLanguage(words, language)));
      expect(new Set(texts).size, textInLanguage(name, language)).toBe(texts.length);
      const titles = sections.map(({ title }) => textInLanguage(title, language));
      for (const text of [...texts, ...titles, textInLanguage(name, language)]) {
        expect(text).toBe(text.trim());
        expect(/\p{scx=Han}/u.test(text) || /^(?:eSIM)$/.test(text), text).toBe(language === "zh");
      }
      for (const title of titles) expect(title.length).toBeLessThanOrEqual(60);
      expect(texts.length).toBeGreaterThanOrEqual(5);
      expect(texts.length).toBeLessThanOrEqual(100);
    }
  });
});

describe("mentions", () => {
  const people = [
    { id: "1", name: "Jonas Lindqvist" },
    { id: "2", name: "Jonas Berg" },
    { id: "3", name: "陈思远" },
    { id: "4", name: "Ritva" },
  ];

  test("are the people whose names stand in the text", () => {
    expect(mentionedIn("@Ritva and @陈思远看看, @Ritva?", people)).toEqual(["4", "3"]);
    expect(mentionedIn("@Jonas Berg drives", people)).toEqual(["2"]);
    expect(mentionedIn("Ritva, write to jonas@Ritva.example", people)).toEqual(["4"]);
    expect(mentionedIn("nobody", people)).toEqual([]);
  });

  test("of a first name that two share mean both, so that none is missed", () => {
    expect(mentionedIn("@Jonas?", people)).toEqual(["1", "2"]);
  });

  test("are written short unless that could be somebody else", () => {
    expect(nameToMention({ id: "1", name: "Jonas Lindqvist" }, people)).toBe("Jonas Lindqvist");
    expect(nameToMention({ id: "5", name: "Priya Nair" }, people)).toBe("Priya");
  });
});

function said(id: string, memberId: string, minute: number) {
  return comment({ id, memberId, createdAt: `2026-11-14T09:0${minute}:00.000Z` });
}

test("reading stopped above the topmost of those that arrived last, by the service's clock", () => {
  const thread = [said("1", "ben", 1), said("2", "ben", 4), said("3", "ann", 2), said("4", "ben", 3)];
  expect(firstNewCommentId(thread, "ann", 0)).toBeNull();
  expect(firstNewCommentId(thread, "ann", 1)).toBe("2");
  expect(firstNewCommentId(thread, "ann", 2)).toBe("2");
  expect(firstNewCommentId(thread, "ann", 3)).toBe("1");
  expect(
    firstNewCommentId(
      [thread[0], thread[3]].flatMap((row) => row ?? []),
      "ann",
      1,
    ),
  ).toBe("4");
});
