import { describe, expect, test } from "vitest";
import { createDismissedCheckStore, NO_KEYS } from "#app/trips/[tripId]/_base/dismissed-check-store.ts";
import { addSpan, copyToAll, formOf, hoursOf, MAX_SPANS } from "#app/trips/[tripId]/_hours/hours-form.ts";
import { hoursRuns, weekdayName } from "#app/trips/[tripId]/_base/fields/weekdays.ts";

import type { OpeningHours } from "#lib/shared/opening-hours.ts";

const day = [{ opens: "09:00", closes: "17:00" }];
const short = [{ opens: "10:00", closes: "14:00" }];

function said(hours: OpeningHours) {
  return hoursRuns(hours).map(({ first, last, spans }) => [first, last, spans.length]);
}

describe("hours as one says them", () => {
  test("days in a row with the same hours are one", () => {
    expect(said({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: short })).toEqual([
      ["mon", "fri", 1],
      ["sat", "sat", 1],
    ]);
  });

  test("a closed day in between parts them", () => {
    expect(said({ mon: day, wed: day, thu: [...short, ...day] })).toEqual([
      ["mon", "mon", 1],
      ["wed", "wed", 1],
      ["thu", "thu", 2],
    ]);
    expect(said({})).toEqual([]);
    expect(said({ mon: [] })).toEqual([]);
  });

  test("weekdays have the reader's names", () => {
    expect([weekdayName("mon", "en-GB"), weekdayName("sun", "en-GB", "long")]).toEqual(["Mon", "Sunday"]);
    expect(weekdayName("sat", "zh-CN")).toBe("周六");
  });
});

describe("the editor", () => {
  test("gives back what it was given", () => {
    const hours = {
      mon: [...day],
      fri: [
        { opens: "12:00", closes: "14:00" },
        { opens: "18:00", closes: "01:00" },
      ],
    };
    expect(hoursOf(formOf(hours))).toEqual(hours);
    expect(hoursOf(formOf(null))).toEqual({});
  });

  test("reads times as people type them, earliest first", () => {
    const form = formOf({
      mon: [
        { opens: "6pm", closes: "22" },
        { opens: "930", closes: "12:30" },
      ],
    });
    expect(hoursOf(form)).toEqual({
      mon: [
        { opens: "09:30", closes: "12:30" },
        { opens: "18:00", closes: "22:00" },
      ],
    });
  });

  test("what is no time is not saved", () => {
    expect(hoursOf(formOf({ mon: [{ opens: "9", closes: "late" }] }))).toBeNull();
    expect(hoursOf({ ...formOf(null), tue: addSpan(addSpan([])) })).toBeNull();
  });

  test("a day is copied to all, with fields of their own", () => {
    const form = copyToAll(formOf({ wed: short, sun: day }), "wed");
    expect(hoursRuns(hoursOf(form) ?? {})).toEqual([{ first: "mon", last: "sun", spans: short }]);
    expect(new Set(Object.values(form).map(([span]) => span?.id)).size).toBe(7);
  });

  test("a day has at most four spans", () => {
    let spans = addSpan([]);
    for (let more = 0; more < 6; more += 1) spans = addSpan(spans);
    expect(spans).toHaveLength(MAX_SPANS);
  });
});

describe("checks that were set aside", () => {
  test("are kept by name, told to whoever listens, and survive a browser that keeps nothing", () => {
    const kept = new Map<string, string>();
    const storage = () => ({
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    });
    const first = createDismissedCheckStore(storage);
    expect(first.read("ann")).toBe(NO_KEYS);
    let told = 0;
    const stop = first.subscribe(() => (told += 1));
    first.write("ann", ["closed:a"]);
    expect([...first.read("ann")]).toEqual(["closed:a"]);
    expect(first.read("ann")).toBe(first.read("ann"));
    stop();
    first.write("ann", []);
    expect(told).toBe(1);
    first.write("ann", ["night:b"]);
    expect([...createDismissedCheckStore(storage).read("ann")]).toEqual(["night:b"]);
    const nowhere = createDismissedCheckStore(() => {
      throw new Error("No storage here.");
    });
    nowhere.write("ann", ["closed:a"]);
    expect([...nowhere.read("ann")]).toEqual(["closed:a"]);
  });
});
