"use client";

import { useTranslations } from "next-intl";
import { Fragment, memo, type ReactNode, useMemo, useState } from "react";
import { TextButton } from "#app/_ui/text-link.tsx";
import { cx } from "#app/_ui/cx.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { DropSlot, useMovingId, useSlotIndex } from "../_drag/drop-slot.tsx";
import { useMay } from "../_shell/may.tsx";
import type { Watchers } from "../_shell/people.tsx";
import { RowConflicts } from "../_shell/row-conflicts.tsx";
import { useView } from "../_shell/view.tsx";
import { dayStyle } from "./day-color.ts";
import { DayHead } from "./day-head.tsx";
import { LegRow } from "./leg-row.tsx";
import { estimatedHeight, planRows, type PlanRow } from "./plan-model.ts";
import { QuickAdd, useIsAdding } from "./quick-add.tsx";
import { StopRow } from "./stop-row.tsx";

type DaySectionProps = {
  day: DayDto;
  index: number;
  stops: readonly StopDto[];
  tripZone: string;
  watchers: Watchers;
};

export const DaySection = memo(
  function DaySection({ day, index, stops, tripZone, watchers }: DaySectionProps) {
    const zone = day.timezone ?? tripZone;
    const rows = useMemo(() => planRows(stops, day.date, zone), [stops, day.date, zone]);
    const adding = useIsAdding(day.id);
    const height = `auto ${estimatedHeight(stops.length)}px`;
    return (
      <section
        id={`day-${day.id}`}
        data-day={day.id}
        data-list={day.id}
        aria-labelledby={`day-${day.id}-head`}
        style={{ ...dayStyle(index), containIntrinsicBlockSize: height }}
        className="group/day -mx-1 px-1 pb-3 [content-visibility:auto]"
      >
        <DayHead day={day} stops={stops} tripZone={tripZone} />
        <RowConflicts entityId={day.id} className="mb-1 px-3" />
        {day.notes ? <DayNotes notes={day.notes} /> : null}
        <DayRows day={day} rows={rows} zone={zone} watchers={watchers} />
        {adding ? <QuickAdd dayId={day.id} number={nextNumber(rows)} /> : null}
      </section>
    );
  },
  (before, now) =>
    before.day === now.day &&
    before.index === now.index &&
    before.stops === now.stops &&
    before.tripZone === now.tripZone &&
    now.stops.every(({ id }) => before.watchers.get(id) === now.watchers.get(id)),
);

function nextNumber(rows: readonly PlanRow[]): number {
  return rows.filter(({ number }) => number !== null).length + 1;
}

type DayRowsProps = {
  day: DayDto;
  rows: readonly PlanRow[];
  zone: string;
  watchers: Watchers;
};

/** Stops with the ways between them; a drag opens a slot among them. */
function DayRows({ day, rows, zone, watchers }: DayRowsProps) {
  const slot = useSlotIndex(day.id);
  const movingId = useMovingId();
  const others = slot < 0 ? [] : rows.filter(({ stop }) => stop.id !== movingId);
  const before = others[slot]?.stop.id;
  const preview = slot < 0 ? null : previewNumbers(others, slot);
  const open = <DropSlot number={preview?.slot ?? null} />;
  if (rows.length === 0) return <EmptyDay dayId={day.id} slot={slot >= 0 ? <ol>{open}</ol> : null} />;
  return (
    <ol>
      {rows.map(({ stop, number, leg, warning }) => (
        <Fragment key={stop.id}>
          {slot >= 0 && stop.id === before ? open : leg ? <LegRow {...leg} /> : null}
          <StopRow
            stop={stop}
            number={preview?.rows.get(stop.id) ?? number}
            warning={warning}
            watchers={watchers.get(stop.id)}
            dayZone={zone}
          />
        </Fragment>
      ))}
      {slot >= others.length && slot >= 0 ? open : null}
    </ol>
  );
}

/** The numbers as they would be with one more stop before `others[slot]`. */
function previewNumbers(others: readonly PlanRow[], slot: number) {
  const rows = new Map<string, number>();
  const slotNumber = others.slice(0, slot).filter(({ number }) => number !== null).length + 1;
  let next = 0;
  for (const [index, { stop, number }] of others.entries()) {
    if (index === slot) next += 1;
    if (number !== null) rows.set(stop.id, ++next);
  }
  return { slot: slotNumber, rows };
}

/** An empty day says what comes next. */
function EmptyDay({ dayId, slot }: { dayId: string; slot: ReactNode }) {
  const t = useTranslations("trip");
  const view = useView();
  const { edit } = useMay();
  const adding = useIsAdding(dayId);
  if (slot) return slot;
  if (adding) return null;
  return (
    <p className="flex h-11 items-center gap-2 pl-3 text-sm text-text-3 phone:text-md">
      {t("emptyDay")}
      {edit ? <TextButton onClick={() => view.set({ addTo: dayId })}>{t("addStop")}</TextButton> : null}
    </p>
  );
}

/** Two lines of the day's notes; pressing them shows the rest. */
function DayNotes({ notes }: { notes: string }) {
  const [open, setOpen] = useState(false);
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
      className="mb-1 ml-0.5 block w-[calc(100%-8px)] cursor-pointer rounded-sm py-1 pr-2 pl-2.5 text-left text-sm text-text-2 hover:bg-hover phone:w-full phone:text-md"
    >
      <span className={cx("whitespace-pre-line", !open && "line-clamp-2")}>{notes}</span>
    </button>
  );
}
