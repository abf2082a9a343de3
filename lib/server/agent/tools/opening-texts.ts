import { type OpenState, openState } from "#lib/shared/open-state.ts";
import type { OpenDay, OpenSpan } from "#lib/shared/place-about.ts";
import { shortenText } from "./short-text.ts";

/* Describes opening hours in texts for the model. */

/** The opening hours of a place and their source. */
export interface SourcedHours {
  /** Whether members of the trip have entered them, or they are from the map's data. */
  by: "group" | "map";
  days: readonly OpenDay[];
}

const LONGEST_NOTE = 80;
const BY = { group: "the hours that the group has typed", map: "the map's hours" } as const;

/** Returns a text such as “10:00-12:00, 14:00-02:00”, or “closed”. */
export function spansText(spans: readonly OpenSpan[]): string {
  return spans.length === 0 ? "closed" : spans.map(spanText).join(", ");
}

function spanText({ opens, closes, isUnsure, note }: OpenSpan): string {
  const remarks = [isUnsure ? "not sure" : "", note ? shortenText(note, LONGEST_NOTE) : ""].filter(Boolean);
  return `${opens}-${closes}${remarks.length > 0 ? ` (${remarks.join(", ")})` : ""}`;
}

/**
 * Returns whether a place is open at a time, or on the day when no time is given; null: nothing is known about that
 * day.
 */
export function openStateOf(hours: SourcedHours | null, date: string, time: string | null): OpenState | null {
  return hours && openState(hours.days, date, time);
}

/** Returns a sentence about whether a place is open at a time; null: nothing is known about that day. */
export function openingSentence(hours: SourcedHours, date: string, time: string | null): string | null {
  const state = openStateOf(hours, date, time);
  if (!state) return null;
  const day = `that day: ${spansText(state.spans)}`;
  if (state.isOpen === null) return `On ${date} it is open some of the day by ${BY[hours.by]} (${day}).`;
  const at = time === null ? date : `${date} at ${time}`;
  return `It is ${state.isOpen ? "open" : "CLOSED"} on ${at} by ${BY[hours.by]} (${day}).`;
}
