import { readPlaces } from "#lib/server/imports/read-places.ts";
import { expectedDays } from "#lib/server/imports/expected-days.ts";
import { sortPlaces } from "#lib/server/imports/sort-places.ts";
import { bytesOf } from "#tests/helpers/place-files.ts";

/* The dates of a trip of five days; the functions below sort the rows of a table onto them. */

export const DATES = ["2027-05-01", "2027-05-02", "2027-05-03", "2027-05-04", "2027-05-05"];
export const DAYS = newDaysWithDates(DATES);
export const EXPECTED_DAYS = expectedDays(DATES);

/** Returns a trip's days in the state that they have before anybody writes about them. */
export function newDaysWithDates(dates: readonly string[]) {
  return dates.map((date, index) => ({
    id: `0199b6a0-7c00-7000-8000-0000000000d${index}`,
    date,
    title: null,
    notes: null,
    timezone: null,
    version: 1,
    updatedAt: "2026-11-01T00:00:00.000Z",
  }));
}

export async function sortPlaceRows(text: string) {
  const file = await readPlaces(bytesOf(text), "Asia/Tokyo", EXPECTED_DAYS);
  const { added, notices } = sortPlaces(file, { days: DAYS, stops: [] }, "days");
  return { added, notices: [...file.notices, ...notices] };
}

export const SECOND_DATE = "2027-05-02";
export const toFullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

/** Sorts rows of a file with this table head onto the days; returns the date, the times and the notes of each row. */
export async function sortedTimes(head: string, ...rows: string[]) {
  const { added, notices } = await sortPlaceRows(
    [`name;lat;lon;${head}`, ...rows.map((row) => `A;35.01;135.77;${row}`)].join("\n"),
  );
  return {
    times: added.map(({ place }) => [
      place.date,
      place.startTime ?? null,
      place.endTime ?? null,
      place.notes,
    ]),
    codes: notices.map(({ code }) => code),
  };
}
