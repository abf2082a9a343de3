import type { OpenDay, OpenSpan } from "#lib/shared/place-about.ts";

/** Whether a place is open when somebody is there. */
export interface OpenState {
  /** null: nobody has said when one is there. */
  isOpen: boolean | null;
  /** Of that day. */
  spans: readonly OpenSpan[];
}

/** On a day, at a time if there is one; null where nothing is known of that day. */
export function openState(days: readonly OpenDay[], date: string, time: string | null): OpenState | null {
  const day = days.find((each) => each.date === date);
  if (!day) return null;
  const { spans } = day;
  if (spans.length === 0) return { isOpen: false, spans };
  return { isOpen: time === null ? null : spans.some((span) => isWithin(span, time)), spans };
}

function isWithin({ opens, closes }: OpenSpan, time: string): boolean {
  // What does not close after it opens, closes on the next day.
  return time >= opens && (closes <= opens || time < closes);
}
