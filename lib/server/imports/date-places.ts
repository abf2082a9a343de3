import type { ImportNotice } from "#lib/shared/import-notices.ts";
import { addDays } from "#lib/shared/dates.ts";
import { zoneOnMap, findZone } from "../places/zone.ts";
import { cleanParagraphs, shortenForNotice } from "./clean-text.ts";
import type { FoundPlace, ParsedFile, RecordTimes } from "./found-place.ts";
import { joinedNotes, NOTES_LENGTH } from "./merge-duplicates.ts";
import { type LocalMoment, localMoment } from "./local-moment.ts";
import { readDays } from "./written-dates.ts";
import { readClock } from "./written-times.ts";

/**
 * Gives places their dates and times of day in the time zone of their coordinates; places without coordinates use the
 * trip's time zone. A text that is no time, or an end that does not follow the start, gets a notice and is kept in the
 * notes.
 */
export async function datePlaces(file: ParsedFile, tripZone: string): Promise<ParsedFile> {
  const notices: ImportNotice[] = [...file.notices];
  const places: FoundPlace[] = [];
  for (const place of file.places) {
    const { when } = place;
    if (when === null) places.push(place);
    else {
      const zone = await zoneOf(place, tripZone);
      const { lost, ...moment } = dated(when, zone);
      for (const text of lost) {
        notices.push({ code: "time-lost", name: place.name, line: place.line, text: shortenForNotice(text) });
      }
      const isTimed = moment.startTime !== null || moment.endTime !== null;
      const notes = withTexts(place.notes ?? null, lost);
      places.push({ ...place, ...moment, notes, when: null, ...(isTimed && { clock: zone }) });
    }
  }
  return { ...file, places, notices };
}

/** Returns a place's time zone; the slow search by towns runs only if the coarse map differs from the trip's zone. */
async function zoneOf({ point }: FoundPlace, tripZone: string): Promise<string> {
  if (!point) return tripZone;
  return zoneOnMap(point) === tripZone ? tripZone : findZone(point);
}

interface Dated extends Pick<FoundPlace, "date"> {
  startTime: string | null;
  endTime: string | null;
  /** Texts of the file that a stop can't store as a time. */
  lost: string[];
}

/** Adds texts to the notes, unless the notes would become too long; then the notes stay as they are. */
function withTexts(notes: string | null, texts: readonly string[]): string | null {
  const lost = cleanParagraphs(texts.map((text) => text.trim()).join("\n\n"), NOTES_LENGTH).text;
  const all = joinedNotes(notes, lost || null);
  return Array.from(all ?? "").length > NOTES_LENGTH ? notes : all;
}

function dated({ begin, end, bare, said }: RecordTimes, zone: string): Dated {
  const { moment: first, isWhole } = momentOf(begin, zone, bare);
  const { moment: last, isWhole: isLastWhole } = momentOf(end, zone, bare);
  const words = { begin, end, ...said };
  const isEndHeld = last !== null && isLastWhole && isHeld(first, last);
  const lost = [isWhole ? null : words.begin, isEndHeld ? null : words.end];
  const endTime = last && isHeld(first, last) ? last.time : null;
  return {
    date: first?.date ?? last?.date ?? null,
    startTime: first?.time ?? null,
    endTime,
    lost: lost.filter((text) => text !== null),
  };
}

/**
 * Reads a date and time. `isWhole` says whether the whole text was understood (an absent text counts as understood).
 * The day is kept even when its local time can't be determined.
 */
function momentOf(text: string | null, zone: string, bare: RecordTimes["bare"]) {
  const moment = text === null ? null : localMoment(text, zone, bare);
  if (text === null || moment || bare === "utc") return { moment, isWhole: text === null || moment !== null };
  const [day] = readDays([text]);
  const time = day ? readClock(day.rest) : null;
  return { moment: day ? { date: day.date, time } : null, isWhole: day?.rest === "" || time !== null };
}

/**
 * Whether a stop can store this end: it ends on the day of its start, or on the next day at an earlier hour than it
 * starts.
 */
function isHeld(first: LocalMoment | null, last: LocalMoment): boolean {
  if (!first || first.date === last.date) return true;
  const isNextDay = last.date === addDays(first.date, 1);
  return isNextDay && first.time !== null && last.time !== null && last.time < first.time;
}
