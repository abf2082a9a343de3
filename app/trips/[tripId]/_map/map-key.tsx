import { useEffect, useEffectEvent, useRef } from "react";
import { cx } from "#app/_ui/cx.ts";
import { dayTone, isInView, type MapDay, type MapLabels } from "../_base/places/map-model.ts";

interface MapKeyProps {
  /** The days that have a stop on the visible part of the map, and the day in view. */
  days: readonly MapDay[];
  activeDayId: string | null;
  labels: MapLabels;
  onDaySelect: ((dayId: string) => void) | undefined;
}

/** Explains which colour stands for which day. */
export function MapLegend({ days, activeDayId, labels, onDaySelect }: MapKeyProps) {
  const list = useRef<HTMLUListElement>(null);
  const center = useEffectEvent((dayId: string | null) => {
    const active = list.current?.querySelector<HTMLElement>(`[data-day="${CSS.escape(dayId ?? "")}"]`);
    // Scrolls horizontally only; scrollIntoView would scroll the page, too.
    if (list.current && active) list.current.scrollLeft = active.offsetLeft - list.current.clientWidth / 3;
  });
  // The legend scrolls only when another day is selected, not when another day becomes visible on the map.
  useEffect(() => center(activeDayId), [activeDayId]);
  if (days.length === 0) return null;
  return (
    <ul
      ref={list}
      data-panel
      aria-label={labels.days}
      className="pointer-events-auto flex min-w-0 items-stretch overflow-x-auto rounded-md bg-raised px-1.5 shadow-1 [scrollbar-width:none]"
    >
      {days.map((day) => (
        <li key={day.id} className="flex shrink-0" data-day={day.id}>
          <DayEntry
            day={day}
            filled={isInView(day, activeDayId)}
            active={day.id === activeDayId}
            onSelect={onDaySelect}
          />
        </li>
      ))}
    </ul>
  );
}

interface DayEntryProps {
  day: MapDay;
  filled: boolean;
  active: boolean;
  onSelect: ((dayId: string) => void) | undefined;
}

function DayEntry({ day, filled, active, onSelect }: DayEntryProps) {
  const color = `var(--color-day-${dayTone(day)})`;
  const look = cx(
    "flex h-8 items-center gap-1.5 whitespace-nowrap px-1.5 text-xs touch:h-11",
    active ? "font-medium text-text" : "text-text-3",
  );
  const content = (
    <>
      <span
        aria-hidden
        className="size-2.5 rounded-full border-2"
        style={{ borderColor: color, backgroundColor: filled ? color : undefined }}
      />
      {active ? day.label : (day.shortLabel ?? day.label)}
    </>
  );
  if (!onSelect) return <span className={look}>{content}</span>;
  return (
    <button
      type="button"
      aria-pressed={active}
      aria-label={day.label}
      className={cx(look, "rounded-sm hover:text-text")}
      onClick={() => onSelect(day.id)}
    >
      {content}
    </button>
  );
}
