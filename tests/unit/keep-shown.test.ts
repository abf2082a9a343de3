import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeShownRows, STABLE_ROW_MS, type ShownRows } from "#lib/client/places/keep-shown.ts";

const NOTHING: ShownRows<string> = { text: "", found: [], rows: [], since: null };
const itself = (row: string) => row;
const firstLetters = (row: string) => row.slice(0, 5);
const show = (shown: ShownRows<string>, text: string, found: readonly string[], at: number | null) =>
  mergeShownRows(shown, { text, found, at }, itself);

test("what comes before anybody can have read the first answer is shown in its own order", () => {
  const first = show(NOTHING, "belém", ["Belém, BR"], 1000);
  const both = ["Belém, PT", "Belém, BR"];
  expect(show(first, "belém", both, 1000 + STABLE_ROW_MS).rows).toEqual(both);
  expect(show(first, "belém", both, 1001 + STABLE_ROW_MS).rows).toEqual(["Belém, BR", "Belém, PT"]);
});

test("another text is another list, also where its answers are already there", () => {
  const first = show(NOTHING, "belém", ["Belém, BR"], 1000);
  expect(show(first, "bel", ["Belgrade", "Belém, BR"], 9000).rows).toEqual(["Belgrade", "Belém, BR"]);
});

test("rows of the text before may go when the first answer to this one comes", () => {
  const typing = show(NOTHING, "belém", ["Belém, BR"], null);
  expect(show(typing, "belém", ["Belém, PT"], 9000).rows).toEqual(["Belém, PT"]);
});

test("a row that is known better stands where it stood", () => {
  const first = mergeShownRows(NOTHING, { text: "b", found: ["Belém", "Braga"], at: 0 }, firstLetters);
  const next = mergeShownRows(first, { text: "b", found: ["Braga", "Belém, PT"], at: 900 }, firstLetters);
  expect(next.rows).toEqual(["Belém, PT", "Braga"]);
});

test("no row moves or goes once it could be seen, whatever is found later; nothing new is the same object", () => {
  const rows = fc.uniqueArray(fc.integer({ min: 0, max: 9 }).map(String), { maxLength: 6 });
  const answers = fc.array(fc.tuple(rows, fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(answers, (list) => {
      let [shown, at] = [NOTHING, 0];
      for (const [found, later] of list) {
        at += later;
        const next = show(shown, "b", found, at);
        const wasSeen = shown.since !== null && at - shown.since > STABLE_ROW_MS;
        if (wasSeen) expect(next.rows.slice(0, shown.rows.length)).toEqual(shown.rows);
        expect(new Set(next.rows)).toEqual(new Set([...(wasSeen ? shown.rows : []), ...found]));
        expect(show(next, "b", found, at)).toBe(next);
        shown = next;
      }
    }),
  );
});
