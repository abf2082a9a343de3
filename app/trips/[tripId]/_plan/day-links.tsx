"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { memo, type MouseEvent, useEffect, useRef } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { cx } from "#app/_ui/cx.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { useView, useViewState } from "../_base/view.tsx";
import { dayStyle } from "../_base/rows/day-color.ts";
import { usePlan } from "../_base/plan-data.tsx";

type DayLinksProps = { look: "rail" | "strip"; onPick: (dayId: string) => void };

const looks = {
  rail: "flex h-full flex-col gap-0.5 overflow-y-auto overscroll-contain pt-2 pb-4 pl-1 [scrollbar-width:none]",
  // `relative` makes the list contain its visually hidden texts, which would widen the page otherwise.
  strip:
    "relative flex shrink-0 gap-0.5 overflow-x-auto overscroll-contain border-b border-line bg-paper px-2 pb-1.5 [scrollbar-width:none]",
};

/**
 * Links to all days; the day in view is filled. On wide screens it is a rail beside the plan, on a phone a strip
 * above it.
 */
export function DayLinks({ look, onPick }: DayLinksProps) {
  const t = useTranslations("trip");
  const { days } = usePlan();
  const list = useRef<HTMLElement>(null);
  const activeId = useViewState(({ activeDayId }) => activeDayId);
  useEffect(() => keepInView(list.current, activeId), [activeId]);
  const manyMonths = new Set(days.map(({ date }) => date.slice(0, 7))).size > 1;
  return (
    <nav ref={list} aria-label={t("days")} className={looks[look]}>
      {days.map((day, index) => (
        <DayLink
          key={day.id}
          day={day}
          index={index}
          look={look}
          active={day.id === activeId}
          month={manyMonths && (index === 0 || day.date.endsWith("-01"))}
          onPick={onPick}
        />
      ))}
    </nav>
  );
}

/** Scrolls the list to the day's link, but never the page around it. */
function keepInView(list: HTMLElement | null, dayId: string | null) {
  const item = dayId && list?.querySelector<HTMLElement>(`[data-link="${dayId}"]`);
  if (!list || !item) return;
  const box = list.getBoundingClientRect();
  const at = item.getBoundingClientRect();
  if (at.top < box.top) list.scrollTop -= box.top - at.top + at.height;
  if (at.bottom > box.bottom) list.scrollTop += at.bottom - box.bottom + at.height;
  if (at.left < box.left) list.scrollLeft -= box.left - at.left + at.width;
  if (at.right > box.right) list.scrollLeft += at.right - box.right + at.width;
}

type DayLinkProps = {
  day: DayDto;
  index: number;
  look: "rail" | "strip";
  active: boolean;
  /** Whether the link shows the month above the day, because a month begins. */
  month: boolean;
  onPick: (dayId: string) => void;
};

const DayLink = memo(function DayLink({ day, index, look, active, month, onPick }: DayLinkProps) {
  const formats = useFormats();
  const view = useView();
  const label = formats.day(day.date, { weekday: true });
  function pick(event: MouseEvent) {
    event.preventDefault();
    view.set({ activeDayId: day.id });
    onPick(day.id);
  }
  return (
    <>
      {month ? <MonthName date={day.date} look={look} /> : null}
      <a
        href={`#day-${day.id}`}
        data-link={day.id}
        aria-current={active ? "true" : undefined}
        onClick={pick}
        style={dayStyle(index)}
        className={cx(
          "group grid shrink-0 place-content-center place-items-center rounded-sm text-text-2 transition-colors [--ground:var(--color-paper)] hover:bg-hover aria-[current]:bg-press aria-[current]:text-text",
          look === "rail" ? "h-11.5 w-10" : "h-13 w-11.5 rounded-md",
        )}
      >
        <span className="sr-only">{day.title ? `${label}, ${day.title}` : label}</span>
        <span aria-hidden className="text-xs leading-3.5 text-text-3 group-aria-[current]:text-text-2">
          {formats.weekday(day.date).replace(/^周/, "")}
        </span>
        <span
          aria-hidden
          className={cx(
            "font-medium group-aria-[current]:font-semibold",
            look === "rail" ? "text-md leading-4.5" : "text-lg leading-5",
          )}
        >
          {Number(day.date.slice(8))}
        </span>
        <i className="mt-0.75 h-0.75 w-3 rounded-full bg-(--day) transition-[width] group-aria-[current]:w-5" />
      </a>
    </>
  );
});

function MonthName({ date, look }: { date: string; look: "rail" | "strip" }) {
  const { locale } = useFormats();
  const month = new Intl.DateTimeFormat(intlLocales[locale], { month: "short", timeZone: "UTC" });
  return (
    <span
      aria-hidden
      className={cx(
        "shrink-0 text-center text-xs text-text-3",
        look === "rail" ? "w-10 pt-2 pb-0.5" : "self-center px-1.5",
      )}
    >
      {month.format(new Date(`${date}T00:00:00Z`))}
    </span>
  );
}
