import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { StopCategory } from "#lib/shared/stops.ts";
import { categoryIcons } from "./category-icon.ts";

type StopMarkerProps = { number: number | null; category: StopCategory; className?: string };

/** The number on the day's colour, as on the map; beds and rides have an icon. */
export function StopMarker({ number, category, className }: StopMarkerProps) {
  if (number === null) {
    return (
      <span className={cx("grid size-5.5 place-items-center text-text-2 phone:size-6", className)}>
        <Icon of={categoryIcons[category]} size={20} />
      </span>
    );
  }
  return (
    <span
      className={cx(
        "grid size-5.5 place-items-center rounded-full bg-(--day) text-xs font-semibold text-on-day phone:size-6",
        number > 99 && "tracking-tighter",
        className,
      )}
    >
      {number}
    </span>
  );
}
