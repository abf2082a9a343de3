"use client";

import { memo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { dateInZone } from "#lib/shared/dates.ts";

type DayMarkProps = {
  at: string;
  /** When what stands before it was said; null: nothing does. */
  after: string | null;
};

/** The day on which a talk goes on, where it is not the day of what stands before; of today only after another day. */
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
