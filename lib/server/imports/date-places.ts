import type { ImportNotice } from "#lib/shared/import-notices.ts";
import { addDays } from "#lib/shared/dates.ts";
import { drawnZone, findZone } from "../places/zone.ts";
import { paragraphs, shortened } from "./clean-text.ts";
import type { FoundPlace, ReadFile, When } from "./found-place.ts";
import { joinedNotes, NOTES_LENGTH } from "./join-twins.ts";
import { type LocalMoment, localMoment } from "./local-moment.ts";
import { readDays } from "./written-dates.ts";
import { readClock } from "./written-times.ts";

/**
 * Gives places their dates and times of day, each by the clock of where it is; those without a spot by the trip's. A time
 * that is none, or an end that does not follow, is named and kept in the notes.
 */
export async function datePlaces(file: ReadFile, tripZone: string): Promise<ReadFile> {
  const notices: ImportNotice[] = [...file.notices];
  const places: FoundPlace[] = [];
  for (const place of file.places) {
    const { when } = place;
    if (when === null) places.push(place);
    else {
      const zone = await zoneOf(place, tripZone);
      const { lost, ...moment } = dated(when, zone);
      for (const text of lost) {
        notices.push({ code: "time-lost", name: place.name, line: place.line, text: shortened(text) });
      }
      const isTimed = moment.startTime !== null || moment.endTime !== null;
      const notes = withTexts(place.notes ?? null, lost);
      places.push({ ...place, ...moment, notes, when: null, ...(isTimed && { clock: zone }) });
    }
  }
  return { ...file, places, notices };
}

/** Towns are looked at only where the drawn map may differ from the trip's zone. */
async function zoneOf({ point }: FoundPlace, tripZone: string): Promise<string> {
  if (!point) return tripZone;
  return drawnZone(point) === tripZone ? tripZone : findZone(point);
}

interface Dated extends Pick<FoundPlace, "date"> {
  startTime: string | null;
  endTime: string | null;
  /** Texts of the file that no stop can hold. */
  lost: string[];
}

/** Notes that are full stay as they are. */
function withTexts(notes: string | null, texts: readonly string[]): string | null {
  const lost = paragraphs(texts.map((text) => text.trim()).join("\n\n"), NOTES_LENGTH).text;
  const all = joinedNotes(notes, lost || null);
  return Array.from(all ?? "").length > NOTES_LENGTH ? notes : all;
}

function dated({ begin, end, bare, said }: When, zone: string): Dated {
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

/** `isWhole`: all of the text is read, where there is one. A day stays though its time on the wall can't be told. */
function momentOf(text: string | null, zone: string, bare: When["bare"]) {
  const moment = text === null ? null : localMoment(text, zone, bare);
  if (text === null || moment || bare === "utc") return { moment, isWhole: text === null || moment !== null };
  const [day] = readDays([text]);
  const time = day ? readClock(day.rest) : null;
  return { moment: day ? { date: day.date, time } : null, isWhole: day?.rest === "" || time !== null };
}

/** A stop ends on its day, or before its hour of the next day. */
function isHeld(first: LocalMoment | null, last: LocalMoment): boolean {
  if (!first || first.date === last.date) return true;
  const isNextDay = last.date === addDays(first.date, 1);
  return isNextDay && first.time !== null && last.time !== null && last.time < first.time;
}
