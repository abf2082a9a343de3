import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { StopCategory } from "#lib/shared/stops.ts";
import { categoryIcons } from "./category-icon.ts";

type StopMarkerProps = {
  number: number | null;
  category: StopCategory;
  size?: "row" | "small";
  className?: string;
};

const sizes = { row: "size-5.5 phone:size-6", small: "size-5" };

/** The number on the day's colour, as on the map; beds and rides have an icon. */
export function StopMarker({ number, category, size = "row", className }: StopMarkerProps) {
  if (number === null) {
    return (
      <span className={cx("grid place-items-center rounded-full text-text-2", sizes[size], className)}>
        <Icon of={categoryIcons[category]} size={20} />
      </span>
    );
  }
  return (
    <span
      className={cx(
        "grid place-items-center rounded-full bg-(--day) text-xs font-semibold text-on-day",
        sizes[size],
        number > 99 && "tracking-tighter",
        className,
      )}
    >
      {number}
    </span>
  );
}
