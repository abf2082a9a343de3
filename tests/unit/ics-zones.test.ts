import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { contentLine, escapeText } from "#lib/server/exports/ics/content-line.ts";
import { timeZoneText } from "#lib/server/exports/ics/zone.ts";
import { wallInstant } from "#lib/shared/wall-clock.ts";

function zoneOf(name: string, years: number[]): ICAL.Timezone {
  return new ICAL.Timezone(new ICAL.Component(ICAL.parse(timeZoneText(name, years))));
}

/** Returns the epoch milliseconds of a local time, by the rules in the calendar file only. */
function instantIn(zone: ICAL.Timezone, date: string, time: string): number {
  const wall = ICAL.Time.fromDateTimeString(`${date}T${time}:00`);
  wall.zone = zone;
  return wall.toUnixTime() * 1000;
}

const ZONES = [
  "Asia/Tokyo",
  "America/Los_Angeles",
  "Pacific/Apia",
  "Europe/Dublin",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "America/St_Johns",
  "Pacific/Kiritimati",
  "America/Sao_Paulo",
];

test.each(ZONES)("%s gives a parser the same instants in all hours of the years that it tells", (name) => {
  for (const years of [
    [2025, 2026, 2027],
    [2011, 2012],
    [1985, 1986, 2040],
  ]) {
    const zone = zoneOf(name, years);
    for (const year of years) {
      for (let at = Date.UTC(year, 0, 1, 12); at < Date.UTC(year + 1); at += 67 * 3_600_000) {
        const wall = new Date(at).toISOString();
        const [date, time] = [wall.slice(0, 10), wall.slice(11, 16)];
        // On these dates a local time exists twice or not at all, or a whole day is missing, so several results are
        // right.
        if (isOdd(name, date)) continue;
        expect(instantIn(zone, date, time), `${date} ${time}`).toBe(wallInstant({ date, time }, name));
      }
    }
  }
});

/** Whether the date is within a day of a change of the clock. */
function isOdd(zone: string, date: string): boolean {
  const noon = (offset: number) => {
    const day = new Date(Date.parse(`${date}T12:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
    return wallInstant({ date: day, time: "12:00" }, zone);
  };
  return noon(1) - noon(0) !== 86_400_000 || noon(0) - noon(-1) !== 86_400_000;
}

test("the hour before and the hour after a change of the clock are what they are there", () => {
  const zone = zoneOf("America/Los_Angeles", [2026]);
  expect(instantIn(zone, "2026-03-08", "01:30")).toBe(Date.parse("2026-03-08T09:30:00Z"));
  expect(instantIn(zone, "2026-03-08", "03:30")).toBe(Date.parse("2026-03-08T10:30:00Z"));
  expect(instantIn(zone, "2026-11-01", "00:30")).toBe(Date.parse("2026-11-01T07:30:00Z"));
  expect(instantIn(zone, "2026-11-01", "02:30")).toBe(Date.parse("2026-11-01T10:30:00Z"));
});

test("a zone says its summer time as such, and its offsets with seconds where they had them", () => {
  expect(timeZoneText("America/Los_Angeles", [2026])).toContain(
    "BEGIN:DAYLIGHT\r\nDTSTART:20260308T020000\r\nTZOFFSETFROM:-0800\r\nTZOFFSETTO:-0700\r\nTZNAME:PDT\r\nEND:DAYLIGHT\r\n" +
      "BEGIN:STANDARD\r\nDTSTART:20261101T020000\r\nTZOFFSETFROM:-0700\r\nTZOFFSETTO:-0800\r\nTZNAME:PST\r\nEND:STANDARD\r\n",
  );
  expect(timeZoneText("Europe/Dublin", [1905])).toContain("TZOFFSETTO:-002521\r\n");
});

const texts = fc
  .string({ unit: "grapheme", maxLength: 400 })
  .map((text) => text.replaceAll(/\p{Cc}/gu, "\n"));

test("any text comes back from a parser as it was", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const line = contentLine("SUMMARY", escapeText(text));
      const event = new ICAL.Component(ICAL.parse(`BEGIN:VEVENT\r\n${line}END:VEVENT\r\n`));
      expect(event.getFirstPropertyValue("summary") ?? "").toBe(text);
    }),
  );
});

test("no line has more than 75 octets, and none of them is torn within a character", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const folded = contentLine("DESCRIPTION", escapeText(`日本語👩‍👩‍👧‍👦${text}`));
      expect(folded.endsWith("\r\n")).toBe(true);
      for (const line of folded.slice(0, -2).split("\r\n")) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
      }
    }),
  );
});
