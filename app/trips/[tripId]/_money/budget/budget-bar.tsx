import { barOf } from "./budget-rows.ts";

type BudgetBarProps = { spent: number; limit: number | null; longest: number };

/** A bar without a text alternative: screen readers skip it, because its amounts stand beside it as text. */
export function BudgetBar({ spent, limit, longest }: BudgetBarProps) {
  const { within, beyond, mark } = barOf({ spent, limit }, longest);
  return (
    <span aria-hidden className="relative flex h-2.5 min-w-0 items-stretch">
      {within > 0 ? (
        <i className="min-w-0.5 rounded-[2px] bg-text-3" style={{ width: `${within}%` }} />
      ) : null}
      {beyond > 0 ? (
        <i className="ml-px min-w-0.5 rounded-[2px] bg-warning" style={{ width: `${beyond}%` }} />
      ) : null}
      {mark === null ? null : (
        <i
          className="absolute -inset-y-1 w-0.5 rounded-full bg-text-2 shadow-[0_0_0_1px_var(--ground,var(--color-surface))]"
          style={{ left: `calc(${mark}% - 1px)` }}
        />
      )}
    </span>
  );
}
