"use client";

import { useTranslations } from "next-intl";
import { Fragment, memo, useMemo } from "react";
import { TextButton } from "#app/_ui/text-link.tsx";
import { cx } from "#app/_ui/cx.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { DropSlot, useMovingId, useSlotIndex } from "../_drag/drop-slot.tsx";
import { useMay } from "../_shell/may.tsx";
import type { Watchers } from "../_shell/people.tsx";
import { useView, useViewState } from "../_shell/view.tsx";
import { dayStyle } from "./day-color.ts";
import { DayHead } from "./day-head.tsx";
import { LegRow } from "./leg-row.tsx";
import { estimatedHeight, planRows, type PlanRow } from "./plan-model.ts";
import { QuickAdd } from "./quick-add.tsx";
import { rowColumns } from "./row-class.ts";
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
    const adding = useViewState(({ addTo }) => addTo === day.id);
    const height = `auto ${estimatedHeight(stops.length)}px`;
    return (
      <section
        id={`day-${day.id}`}
        data-day={day.id}
        data-list={day.id}
        aria-labelledby={`day-${day.id}-head`}
        style={{ ...dayStyle(index), containIntrinsicBlockSize: height }}
        className="group/day pb-3 [content-visibility:auto]"
      >
        <DayHead day={day} stops={stops} zone={zone} />
        <DayNotes day={day} />
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
  const slotNumber = others.slice(0, Math.max(0, slot)).filter(({ number }) => number !== null).length + 1;
  const open = <DropSlot number={slotNumber} />;
  if (rows.length === 0) return <EmptyDay dayId={day.id} slot={slot >= 0 ? <ol>{open}</ol> : null} />;
  return (
    <ol>
      {rows.map(({ stop, number, leg, warning }) => (
        <Fragment key={stop.id}>
          {slot >= 0 && stop.id === before ? open : leg ? <LegRow {...leg} /> : null}
          <StopRow
            stop={stop}
            number={number}
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

/** An empty day says what comes next. */
function EmptyDay({ dayId, slot }: { dayId: string; slot: React.ReactNode }) {
  const t = useTranslations("trip");
  const view = useView();
  const { edit } = useMay();
  const adding = useViewState(({ addTo }) => addTo === dayId);
  if (slot) return slot;
  if (adding) return null;
  return (
    <p className={cx(rowColumns, "h-11 items-center text-sm text-text-3")}>
      <span className="col-span-3 col-start-2 flex gap-2">
        {t("emptyDay")}
        {edit ? <TextButton onClick={() => view.set({ addTo: dayId })}>{t("addStop")}</TextButton> : null}
      </span>
    </p>
  );
}

function DayNotes({ day }: { day: DayDto }) {
  const t = useTranslations("trip");
  const view = useView();
  const { edit } = useMay();
  if (!day.notes) return null;
  const text = <span className="line-clamp-3 whitespace-pre-line">{day.notes}</span>;
  const look = "mr-2 mb-1 block rounded-sm py-1 pr-2 pl-3 text-left text-sm text-text-2 phone:text-md";
  if (!edit) return <p className={look}>{text}</p>;
  return (
    <button
      type="button"
      aria-label={t("editNotes")}
      onClick={() => view.set({ dialog: { dayId: day.id } })}
      className={cx(look, "w-[calc(100%-8px)] hover:bg-hover")}
    >
      {text}
    </button>
  );
}
