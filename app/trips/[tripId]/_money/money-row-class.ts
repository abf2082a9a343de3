import { cx } from "#app/_ui/cx.ts";

/** The classes of a row with icon, title and amount; the whole row is a button. */
export const moneyRow =
  "relative -mx-2 grid min-h-13 grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-4 rounded-sm px-2 py-1 " +
  "has-[[data-open]:focus-visible]:z-1 has-[[data-open]:focus-visible]:shadow-(--ring) phone:min-h-15 phone:gap-x-3";

export const moneyTitle =
  "block max-w-full cursor-pointer truncate text-left leading-5 font-medium phone:text-lg phone:leading-5.5";

export const moneyAmount = "leading-5 font-medium whitespace-nowrap phone:text-lg phone:leading-5.5";

export const moneyFacts = "truncate text-xs leading-4 phone:text-sm phone:leading-4.5";

export function moneyRowClass(selected: boolean): string {
  return cx(moneyRow, selected ? "bg-accent-tint" : "hover:bg-hover");
}
