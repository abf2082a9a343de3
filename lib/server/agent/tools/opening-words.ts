import { type OpenState, openState } from "#lib/shared/open-on.ts";
import type { OpenDay, OpenSpan } from "#lib/shared/place-about.ts";
import { shortened } from "./short-text.ts";

/* Opening hours in the words in which a model reads them. */

/** When a place is open, and who says so. */
export interface SaidHours {
  /** What people of the trip have typed, or what the map's data say. */
  by: "group" | "map";
  days: readonly OpenDay[];
}

const LONGEST_NOTE = 80;
const BY = { group: "the hours that the group has typed", map: "the map's hours" } as const;

/** "10:00-12:00, 14:00-02:00", or "closed". */
export function spansText(spans: readonly OpenSpan[]): string {
  return spans.length === 0 ? "closed" : spans.map(spanText).join(", ");
}

function spanText({ opens, closes, isUnsure, note }: OpenSpan): string {
  const remarks = [isUnsure ? "not sure" : "", note ? shortened(note, LONGEST_NOTE) : ""].filter(Boolean);
  return `${opens}-${closes}${remarks.length > 0 ? ` (${remarks.join(", ")})` : ""}`;
}

/** The state at a time, or on the day where no time is known; null: nothing is known of that day. */
export function stateOf(hours: SaidHours | null, date: string, time: string | null): OpenState | null {
  return hours && openState(hours.days, date, time);
}

/** Whether a place is open then, as one sentence; null: nothing is known of that day. */
export function openingSentence(hours: SaidHours, date: string, time: string | null): string | null {
  const state = stateOf(hours, date, time);
  if (!state) return null;
  const day = `that day: ${spansText(state.spans)}`;
  if (state.isOpen === null) return `On ${date} it is open some of the day by ${BY[hours.by]} (${day}).`;
  const at = time === null ? date : `${date} at ${time}`;
  return `It is ${state.isOpen ? "open" : "CLOSED"} on ${at} by ${BY[hours.by]} (${day}).`;
}
