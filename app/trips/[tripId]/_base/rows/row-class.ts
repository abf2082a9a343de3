import { cx } from "#app/_ui/cx.ts";

/** The four columns of the plan: time, marker, name, counts. */
export const rowColumns =
  "grid grid-cols-[46px_24px_minmax(0,1fr)_auto] gap-x-3 pl-3 pr-2 phone:grid-cols-[48px_24px_minmax(0,1fr)_auto] phone:gap-x-2.5 phone:px-3";

/** Makes a whole row pressable: the `::after` of its button covers the row, and the focus ring surrounds it. */
export const rowTargetClass =
  "after:absolute after:inset-0 after:rounded-sm outline-none focus-visible:shadow-none";

export function rowClass(selected: boolean, className?: string): string {
  return cx(
    "relative rounded-sm select-none [-webkit-touch-callout:none] has-[[data-row]:focus-visible]:z-1 has-[[data-row]:focus-visible]:shadow-(--ring)",
    selected ? "bg-accent-tint" : "hover:bg-hover data-hovered:bg-hover",
    className,
  );
}
