"use client";

import { memo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { dateInZone } from "#lib/shared/dates.ts";

type DayMarkProps = {
  at: string;
  /** The time of the message before; null for the first message. */
  after: string | null;
};

/**
 * Shows the date where a conversation continues on another day than the message before. A first message of today
 * shows none.
 */
export const DayMark = memo(function DayMark({ at, after }: DayMarkProps) {
  const formats = useFormats();
  const date = dateInZone(new Date(at), formats.zone);
  const before = after === null ? formats.today() : dateInZone(new Date(after), formats.zone);
  if (date === before) return null;
  return (
    <li className="pt-3 pb-1 text-center text-xs text-text-3">
      <time dateTime={date}>{formats.day(date, { weekday: true })}</time>
    </li>
  );
});
