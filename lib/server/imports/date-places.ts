import type { ImportNotice } from "#lib/shared/import-notices.ts";
import { addDays } from "#lib/shared/dates.ts";
import { drawnZone, findZone } from "../places/zone.ts";
import { shortened } from "./clean-text.ts";
import type { FoundPlace, ReadFile, When } from "./found-place.ts";
import { type LocalMoment, localMoment } from "./local-moment.ts";

/**
 * Gives places their dates and times of day, each by the clock of where it is; those without a spot by the trip's. A time
 * that is none, or an end that does not follow, is named.
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
      places.push({ ...place, ...moment, when: null, ...(isTimed && { clock: zone }) });
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

function dated({ begin, end, bare }: When, zone: string): Dated {
  const first = begin === null ? null : localMoment(begin, zone, bare);
  const last = end === null ? null : localMoment(end, zone, bare);
  const lost = [first === null ? begin : null, last === null || !isHeld(first, last) ? end : null];
  const endTime = last && isHeld(first, last) ? last.time : null;
  return {
    date: first?.date ?? last?.date ?? null,
    startTime: first?.time ?? null,
    endTime,
    lost: lost.filter((text) => text !== null),
  };
}

/** A stop ends on its day, or before its hour of the next day. */
function isHeld(first: LocalMoment | null, last: LocalMoment): boolean {
  if (!first || first.date === last.date) return first?.time === null ? last.time === null : true;
  const isNextDay = last.date === addDays(first.date, 1);
  return isNextDay && first.time !== null && last.time !== null && last.time < first.time;
}
