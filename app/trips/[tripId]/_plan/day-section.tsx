"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Fragment, memo, type ReactNode, useMemo, useState } from "react";
import { TextButton } from "#app/_ui/text-link.tsx";
import { cx } from "#app/_ui/cx.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { Leg } from "#lib/shared/legs.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { useDismissedChecks } from "../_base/use-dismissed-checks.ts";
import { DropSlot, useMovingId, useSlotIndex } from "../_base/rows/drop-slot.tsx";
import { useMay } from "../_base/may.tsx";
import type { Watchers } from "../_base/people.tsx";
import type { OthersOnDay } from "../_model/plan/member-plan.ts";
import { OthersOnDayRow } from "../_base/lanes/others-line.tsx";
import { RowConflicts } from "../_base/fields/row-conflicts.tsx";
import { useView } from "../_base/view.tsx";
import { LegRow } from "./legs/leg-row.tsx";
import { usePlanFacts } from "../_base/legs/plan-facts.ts";
import { dayStyle } from "../_base/rows/day-color.ts";
import { BookingRow } from "./booking-row.tsx";
import { type DayBooking, type DayRow, weaveBookings } from "../_model/plan/day-bookings.ts";
import { DayHead } from "./day-head.tsx";
import { createRowCache, estimatedHeight, planRows, type PlanRow } from "../_model/plan/plan-model.ts";
import { QuickAdd, useIsAdding } from "../_base/rows/quick-add.tsx";
import { StopRow } from "./stop-row.tsx";

type DaySectionProps = {
  day: DayDto;
  index: number;
  stops: readonly StopDto[];
  bookings: readonly DayBooking[];
  /** The stops and reservations that the selected member's plan leaves out; null if the whole plan is shown. */
  others: OthersOnDay | null;
  tripZone: string;
  watchers: Watchers;
};

export const DaySection = memo(
  function DaySection({ day, index, stops, bookings, others, tripZone, watchers }: DaySectionProps) {
    const zone = day.timezone ?? tripZone;
    const { setAside } = useDismissedChecks();
    const facts = usePlanFacts();
    const [keep] = useState(createRowCache);
    const rows = useMemo(
      () => keep(planRows(stops, day.date, zone, setAside, facts)),
      [keep, stops, day.date, zone, setAside, facts],
    );
    const woven = useMemo(
      () => weaveBookings(rows, bookings, day.date, zone),
      [rows, bookings, day.date, zone],
    );
    const adding = useIsAdding(day.id);
    const height = `auto ${estimatedHeight(stops.length, bookings.length)}px`;
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
        {woven.length > 0 || others === null ? (
          <DayRows day={day} rows={woven} zone={zone} watchers={watchers} />
        ) : null}
        {others ? <OthersOnDayRow {...others} /> : null}
        {adding ? <QuickAdd dayId={day.id} number={nextNumber(rows)} /> : null}
      </section>
    );
  },
  (before, now) =>
    before.day === now.day &&
    before.index === now.index &&
    before.stops === now.stops &&
    before.bookings === now.bookings &&
    before.others === now.others &&
    before.tripZone === now.tripZone &&
    now.stops.every(({ id }) => before.watchers.get(id) === now.watchers.get(id)) &&
    now.bookings.every(({ reservation: { id } }) => before.watchers.get(id) === now.watchers.get(id)),
);

function nextNumber(rows: readonly PlanRow[]): number {
  return rows.filter(({ number }) => number !== null).length + 1;
}

type DayRowsProps = {
  day: DayDto;
  rows: readonly DayRow[];
  zone: string;
  watchers: Watchers;
};

/**
 * The stops of a day with the legs between them, and reservations at their times. During a drag a gap opens where the
 * stop would be dropped.
 */
function DayRows({ day, rows, zone, watchers }: DayRowsProps) {
  const slot = useSlotIndex(day.id);
  const movingId = useMovingId();
  const others =
    slot < 0 ? [] : rows.flatMap(({ stop }) => (stop && stop.stop.id !== movingId ? [stop] : []));
  const before = others[slot]?.stop.id;
  const preview = slot < 0 ? null : previewNumbers(others, slot);
  const open = <DropSlot number={preview?.slot ?? null} />;
  if (rows.length === 0) return <EmptyDay dayId={day.id} slot={slot >= 0 ? <ol>{open}</ol> : null} />;
  // The gap at the end comes after the last stop but before the nights.
  const end = slot >= others.length && slot >= 0 ? rows.findLastIndex(({ stop }) => stop) : -2;
  return (
    <ol>
      {end === -1 ? open : null}
      {rows.map((row, index) =>
        row.booking ? (
          <BookingRow
            key={`${row.booking.reservation.id} ${row.booking.kind}`}
            booking={row.booking}
            date={day.date}
            dayZone={zone}
            watchers={watchers.get(row.booking.reservation.id)}
          />
        ) : (
          <Fragment key={row.stop.stop.id}>
            {slot >= 0 && row.stop.stop.id === before ? open : null}
            {row.stop.stop.id === before ? null : (
              <LegAbove leg={row.stop.leg} from={rows[index - 1]?.stop} to={row.stop} />
            )}
            <StopRow
              stop={row.stop.stop}
              number={preview?.rows.get(row.stop.stop.id) ?? row.stop.number}
              warning={row.stop.warning}
              watchers={watchers.get(row.stop.stop.id)}
              dayZone={zone}
            />
            {index === end ? open : null}
          </Fragment>
        ),
      )}
    </ol>
  );
}

/**
 * The leg above a stop. `from` is undefined after a reservation: then no leg is shown, because the reservation
 * describes the movement better.
 */
function LegAbove({ leg, from, to }: { leg: Leg | null; from: PlanRow | undefined; to: PlanRow }) {
  return leg && from ? <LegRow leg={leg} from={from.stop} to={to.stop} /> : null;
}

/** Returns the numbers of the stops as they would be with one more stop before `others[slot]`. */
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

/** An empty day, which offers to add a stop. */
function EmptyDay({ dayId, slot }: { dayId: string; slot: ReactNode }) {
  const t = useTranslations("trip");
  const view = useView();
  const { change } = useMay();
  const adding = useIsAdding(dayId);
  if (slot) return slot;
  if (adding) return null;
  return (
    <p className="flex h-11 items-center gap-2 pl-3 text-sm text-text-3 phone:text-md">
      {t("emptyDay")}
      {change ? <TextButton onClick={() => view.set({ addTo: dayId })}>{t("addStop")}</TextButton> : null}
    </p>
  );
}

/** The first two lines of the day's notes; a press shows the rest. */
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
