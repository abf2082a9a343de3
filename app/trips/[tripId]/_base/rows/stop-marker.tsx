import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { StopCategory } from "#lib/shared/stops.ts";
import { categoryIcons } from "../icons/category-icon.ts";

type StopMarkerProps = {
  number: number | null;
  category: StopCategory;
  /** Whether the stop has a place, so that the map shows it, too. */
  isPlaced: boolean;
  size?: "row" | "small";
  className?: string;
};

const sizes = { row: "size-5.5 phone:size-6", small: "size-5" };

/**
 * The marker of a stop: its number in the day's colour, as on the map, or in a dashed ring if the stop has no place.
 * Lodging and transport have an icon.
 */
export function StopMarker({ number, category, isPlaced, size = "row", className }: StopMarkerProps) {
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
        "grid place-items-center rounded-full text-xs font-semibold",
        isPlaced ? "bg-(--day) text-on-day" : "border border-dashed border-text-3 text-text-2",
        sizes[size],
        number > 99 && "tracking-tighter",
        className,
      )}
    >
      {number}
    </span>
  );
}
