// @alone: what a page has not saved is state of its module
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dayForm, dayPatches } from "#app/trips/[tripId]/_day/day-patch.ts";
import { waitUntilSent } from "#app/trips/[tripId]/_share/when-sent.ts";
import {
  restoreDraftText,
  reportLostDraftTexts,
  storeDraftText,
  readDraftText,
  reportLostDraftText,
  type DraftTextTarget,
} from "#app/trips/[tripId]/_base/text/draft-text.ts";
import {
  hasSingleKeyShortcuts,
  setSingleKeyShortcuts,
} from "#app/trips/[tripId]/_frame/single-key-shortcuts.ts";
import { shortenText, cleanText, draftFate } from "#app/trips/[tripId]/_base/text/typed-text.ts";
import { Subscribers } from "#lib/client/base/subscribers.ts";
import { lineField, paragraphField } from "#lib/shared/fields.ts";
import type { DayDto } from "#lib/shared/days.ts";

/** Whether the browser would ask the user before it leaves the page. */
function closing(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

function gone(of: string): string | null {
  return of === "a" ? "gone" : null;
}

function blocked(): never {
  throw new Error("SecurityError");
}

describe("cleanText", () => {
  test.each([
    ["  Tofuku-ji  ", "Tofuku-ji"],
    ["Tofuku-ji\u2028gardens\vcafé", "Tofuku-ji gardens café"],
    ["a\tb\r\nc", "a b c"],
    ["bell\u0007 and \u009fmore", "bell and more"],
    ["half \ud83c emoji 🍁", "half  emoji 🍁"],
  ])("makes %j one line that the service takes", (typed, clean) => {
    expect(cleanText(typed, { oneLine: true })).toBe(clean);
    expect(lineField(200).parse(clean)).toBe(clean);
  });

  test("keeps the lines and tabs of a paragraph", () => {
    const clean = cleanText("one\r\ntwo\u2029three\ffour\n\tfive\u0000", { oneLine: false });
    expect(clean).toBe("one\ntwo\nthree\nfour\n\tfive");
    expect(paragraphField(200).parse(clean)).toBe(clean);
  });
});

test("beginning cuts between signs, never inside of one", () => {
  expect(shortenText("Bring\n cash")).toBe("Bring cash");
  const long = shortenText("🍁".repeat(60));
  expect(long).toBe(`${"🍁".repeat(39)}…`);
  expect(long.isWellFormed()).toBe(true);
});

describe("draftFate", () => {
  const draft = { text: "Bring cash", from: "", now: "", writable: true };
  test.each([
    ["typed", draft, "save"],
    [
      "typed back to what it was, while somebody else changed it",
      { ...draft, text: "a ", from: "a", now: "b" },
      "nothing",
    ],
    ["the same as somebody else wrote meanwhile", { ...draft, now: "Bring cash" }, "nothing"],
    ["typed over a stop that is gone", { ...draft, writable: false }, "lost"],
    ["nothing typed over a stop that is gone", { ...draft, text: "", writable: false }, "nothing"],
  ] as const)("%s: %o", (_, given, fate) => {
    expect(draftFate(given)).toBe(fate);
  });
});

describe("texts that outlive their field", () => {
  const place: DraftTextTarget = { key: "comment a", tripId: "trip", of: "a", need: "join" };
  const told: string[] = [];
  const tell = (reason: string, text: string) => told.push(`${reason}: ${text}`);
  beforeEach(() => vi.stubGlobal("window", new EventTarget()));
  afterEach(() => {
    storeDraftText(place, "");
    told.length = 0;
    vi.unstubAllGlobals();
  });

  test("wait for their field, and the browser asks before the page goes", () => {
    expect(closing()).toBe(false);
    storeDraftText(place, "See you th");
    expect(readDraftText("comment a")).toBe("See you th");
    expect(closing()).toBe(true);
    storeDraftText(place, "");
    expect(closing()).toBe(false);
  });

  test("are told once when their place is gone, and still come back with it", () => {
    storeDraftText(place, "See you there");
    reportLostDraftTexts("another trip", gone, tell);
    reportLostDraftTexts("trip", () => null, tell);
    expect(told).toEqual([]);
    reportLostDraftTexts("trip", gone, tell);
    reportLostDraftTexts("trip", gone, tell);
    reportLostDraftText("comment a", "gone", tell);
    expect(told).toEqual(["gone: See you there"]);
    expect(closing()).toBe(false);
    expect(readDraftText("comment a")).toBe("See you there");
  });

  test("that were refused do not overwrite what was typed since", () => {
    restoreDraftText(place, "refused");
    expect(readDraftText("comment a")).toBe("refused");
    storeDraftText(place, "newer");
    restoreDraftText(place, "refused");
    expect(readDraftText("comment a")).toBe("newer");
  });
});

describe("the day's dialog", () => {
  const day = { title: "Gion", notes: null, timezone: null } as DayDto;
  const opened = dayForm(day);

  test("sends what was changed in it, not what others changed since", () => {
    expect(dayPatches(opened, { ...opened, notes: "Bring cash " })).toEqual([{ notes: "Bring cash" }]);
    expect(dayPatches(opened, opened)).toEqual([]);
  });

  test("saves each field by itself, so that one conflict keeps no other back", () => {
    expect(dayPatches(opened, { title: " ", notes: "x", timezone: "Asia/Tokyo" })).toEqual([
      { title: null },
      { notes: "x" },
      { timezone: "Asia/Tokyo" },
    ]);
  });
});

describe("whenSent", () => {
  type State = "saved" | "saving" | "waiting";
  function sending(state: State) {
    const changes = new Subscribers<[]>();
    const queue: { state: State } = { state };
    const become = (next: State) => {
      queue.state = next;
      changes.tell();
    };
    return { store: { changes, queue }, become };
  }

  test("waits for the answers", async () => {
    const { store, become } = sending("saving");
    const sent = waitUntilSent(store);
    become("saving");
    become("saved");
    expect(await sent).toBe(true);
    expect(await waitUntilSent(sending("saved").store)).toBe(true);
  });

  test("does not wait for a connection", async () => {
    const { store, become } = sending("saving");
    const sent = waitUntilSent(store);
    become("waiting");
    expect(await sent).toBe(false);
  });
});

describe("letter keys", () => {
  test("are on until they are turned off", () => {
    const kept = new Map<string, string>();
    const storage = () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    expect(hasSingleKeyShortcuts(storage)).toBe(true);
    setSingleKeyShortcuts(false, storage);
    expect(hasSingleKeyShortcuts(storage)).toBe(false);
    setSingleKeyShortcuts(true, storage);
    expect(hasSingleKeyShortcuts(storage)).toBe(true);
  });

  test("follow the choice for this page where the browser keeps nothing", () => {
    setSingleKeyShortcuts(false, blocked);
    expect(hasSingleKeyShortcuts(blocked)).toBe(false);
    setSingleKeyShortcuts(true, blocked);
    expect(hasSingleKeyShortcuts(blocked)).toBe(true);
  });
});
