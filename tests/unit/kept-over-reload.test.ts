// @alone: looks at what modules keep for the page as a whole
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStoredForms } from "#app/trips/[tripId]/_base/forms/stored-forms.ts";
import {
  reportLostDraftTexts,
  storeDraftText,
  readDraftText,
  serializeDraftTexts,
  type DraftTextTarget,
  deserializeDraftTexts,
} from "#app/trips/[tripId]/_base/text/draft-text.ts";

vi.mock("#lib/client/base/page-guard.ts", () => ({ confirmPageClose: () => () => {} }));

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  const sessionStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  };
  vi.stubGlobal("window", { sessionStorage });
});
afterEach(() => vi.unstubAllGlobals());

const place: DraftTextTarget = { key: "comment a", tripId: "trip", of: "a", need: "join" };

test("texts of a trip come back where nothing else was typed, and a lost one is not told again", () => {
  const other = { ...place, key: "comment b", of: "b" };
  storeDraftText(place, "See you th");
  storeDraftText(other, "Gone");
  storeDraftText({ ...place, key: "comment c", tripId: "another" }, "Elsewhere");
  reportLostDraftTexts(
    "trip",
    (of) => (of === "b" ? "gone" : null),
    () => {},
  );
  const packed = serializeDraftTexts("trip");
  storeDraftText(place, "Typed since");
  storeDraftText(other, "");
  deserializeDraftTexts("trip", packed);
  expect([readDraftText(place.key), readDraftText(other.key)]).toEqual(["Typed since", "Gone"]);
  const tell = vi.fn();
  reportLostDraftTexts("trip", () => "gone", tell);
  expect(tell.mock.calls).toEqual([["gone", "Typed since"]]);
  for (const key of ["comment a", "comment b", "comment c"]) storeDraftText({ ...place, key }, "");
  expect(serializeDraftTexts("trip")).toBe("");
});

test.each([
  ["nothing", null],
  ["what is no list", "{"],
  ["what another version has left", JSON.stringify([{ text: "x" }, { place, text: 1, isLost: false }, null])],
  ["another trip's", JSON.stringify([{ place: { ...place, tripId: "b" }, text: "x", isLost: false }])],
])("%s brings back nothing", (_what, packed) => {
  deserializeDraftTexts("trip", packed);
  expect(readDraftText(place.key)).toBe("");
});

interface Form {
  id: string;
  start: { amount: string; people: string[] };
  form: { amount: string; people: string[] };
  files: readonly string[];
}

/** Returns a page that has just been opened. */
function page() {
  return createStoredForms<Form>("form", { idOf: ({ id }) => id, bare: (all) => ({ ...all, files: [] }) });
}

function begun(id: string): Form {
  const start = { amount: "", people: ["a", "b"] };
  return { id, start, form: { ...start, amount: "20" }, files: ["receipt"] };
}

test("forms come back to the next page without their files, and know what was not touched", () => {
  const first = page();
  first.keep("new", begun("1"));
  first.bringBack("new", begun("2"));
  const second = page();
  const back = second.at("new");
  expect(back).toEqual({ ...begun("1"), files: [] });
  expect(back?.form.people).toBe(back?.start.people);
  second.forget("new", "1");
  expect(page().at("new")?.id).toBe("2");
  second.forget("new", "2");
  expect([page().at("new"), stored.size]).toEqual([undefined, 0]);
});

test("a form that is begun beside those of an earlier page takes nothing from them", () => {
  page().keep("new", begun("1"));
  page().keep("new", begun("2"));
  expect(page().at("new")?.id).toBe("1");
  page().forget("new", "1");
  expect(page().at("new")?.id).toBe("2");
});

test("what another build has written is not taken up", () => {
  page().keep("new", begun("1"));
  for (const [name, text] of stored) stored.set(name, text.replace('"build":""', '"build":"older"'));
  expect(page().at("new")).toBeUndefined();
});
