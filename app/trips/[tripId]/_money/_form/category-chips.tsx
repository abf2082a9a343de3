"use client";

import { useEffect, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Toggle } from "#app/_ui/toggle.tsx";
import { useTrip } from "#lib/client/trip-context.tsx";
import { EXPENSE_CATEGORIES, type ExpenseCategory } from "#lib/shared/expense-categories.ts";
import { expenseIcons } from "../expense-icon.ts";

/** So many stand in a line on a wide screen. */
const FIRST = 3;

type CategoryChipsProps = { value: ExpenseCategory | null; onChange: (category: ExpenseCategory) => void };

/** What it was for: what this trip has most of comes first. Where there is no room for all, the rest is one press away. */
export function CategoryChips({ value, onChange }: CategoryChipsProps) {
  const t = useTranslations("trip-expense");
  const tMoney = useTranslations("trip-money");
  const expenses = useTrip((trip) => trip.expenses);
  // The order stays while the form is open.
  const [order] = useState(() => byUse(expenses));
  const [isOpen, setOpen] = useState(false);
  const track = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [box, chip] = [
      track.current,
      track.current?.querySelector<HTMLElement>(`[data-category=${value}]`),
    ];
    if (!box || !chip) return;
    const [from, to] = [chip.offsetLeft, chip.offsetLeft + chip.offsetWidth];
    if (from < box.scrollLeft || to > box.scrollLeft + box.clientWidth) box.scrollTo({ left: from - 20 });
  }, [value]);
  const near = order.slice(0, FIRST);
  const shown = value === null || near.includes(value) ? near : [...near.slice(0, FIRST - 1), value];
  return (
    <div
      ref={track}
      role="group"
      aria-label={t("category")}
      className="relative flex flex-wrap gap-1.5 phone:-mx-5 phone:flex-nowrap phone:overflow-x-auto phone:px-5 phone:[scrollbar-width:none]"
    >
      {order.map((category) => (
        <Toggle
          key={category}
          data-category={category}
          pressed={category === value}
          onToggle={() => onChange(category)}
          icon={expenseIcons[category]}
          className={cx(
            "focus-visible:-outline-offset-2",
            !isOpen && !shown.includes(category) && "md:hidden",
          )}
        >
          {tMoney(`category.${category}`)}
        </Toggle>
      ))}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="h-9 shrink-0 rounded-full px-2.5 text-sm text-text-2 hover:bg-hover phone:hidden"
      >
        {t(isOpen ? "fewer" : "moreCategories")}
      </button>
    </div>
  );
}

function byUse(expenses: readonly { category: ExpenseCategory }[]): ExpenseCategory[] {
  const uses = (category: ExpenseCategory) => expenses.filter((each) => each.category === category).length;
  const counts = new Map(EXPENSE_CATEGORIES.map((category) => [category, uses(category)] as const));
  return EXPENSE_CATEGORIES.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}
