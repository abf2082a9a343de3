"use client";

import { useEffect, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Toggle } from "#app/_ui/toggle.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { EXPENSE_CATEGORIES, type ExpenseCategory } from "#lib/shared/expense-categories.ts";
import { expenseIcons } from "../expense-icon.ts";

/** How many categories a wide screen shows before the others are opened. */
const FIRST = 3;

/** A delay after the end of typing that is longer than a tap lasts, so that chips do not move under the pointer. */
const AFTER_PRESS_MS = 300;

type CategoryChipsProps = { value: ExpenseCategory | null; onChange: (category: ExpenseCategory) => void };

/**
 * Buttons for the category, the trip's most used ones first. A wide screen shows the first ones and a button for the
 * others.
 */
export function CategoryChips({ value, onChange }: CategoryChipsProps) {
  const t = useTranslations("trip-expense");
  const tMoney = useTranslations("trip-money");
  const expenses = useTrip((trip) => trip.expenses);
  // The order stays the same while the form is open.
  const [order] = useState(() => byUse(expenses));
  const [isOpen, setOpen] = useState(false);
  const track = useRef<HTMLDivElement>(null);
  useEffect(() => whenTyped(() => reveal(track.current, value)), [value]);
  const near = new Set(order.slice(0, FIRST));
  // A category that is guessed while the user types the title is shown on the button for the others, so that the
  // chips do not move.
  const beyond = value !== null && !isOpen && !near.has(value) ? value : null;
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
          className={cx("focus-visible:-outline-offset-2", !isOpen && !near.has(category) && "md:hidden")}
        >
          {tMoney(`category.${category}`)}
        </Toggle>
      ))}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={cx(
          "flex h-9 min-w-32 shrink-0 items-center gap-1.5 rounded-full px-3 text-sm phone:hidden",
          beyond === null ? "text-text-2 hover:bg-hover" : "bg-accent-tint text-accent-text",
        )}
      >
        {beyond === null ? null : <Icon of={expenseIcons[beyond]} size={14} />}
        {beyond === null ? t(isOpen ? "fewer" : "moreCategories") : tMoney(`category.${beyond}`)}
      </button>
    </div>
  );
}

/**
 * Runs `run` at once, or, if the focus is in a text field, after the field has lost it and the press that took it has
 * ended.
 */
function whenTyped(run: () => void): () => void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) {
    run();
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const left = () => {
    timer = setTimeout(run, AFTER_PRESS_MS);
  };
  field.addEventListener("blur", left, { once: true });
  return () => {
    field.removeEventListener("blur", left);
    clearTimeout(timer);
  };
}

/** Scrolls the selected chip into view if the chips are in a scrolling row. */
function reveal(box: HTMLElement | null, value: ExpenseCategory | null): void {
  const chip = box?.querySelector<HTMLElement>(`[data-category=${value}]`);
  if (!box || !chip) return;
  const [from, to] = [chip.offsetLeft, chip.offsetLeft + chip.offsetWidth];
  if (from < box.scrollLeft || to > box.scrollLeft + box.clientWidth) box.scrollTo({ left: from - 20 });
}

function byUse(expenses: readonly { category: ExpenseCategory }[]): ExpenseCategory[] {
  const uses = (category: ExpenseCategory) => expenses.filter((each) => each.category === category).length;
  const counts = new Map(EXPENSE_CATEGORIES.map((category) => [category, uses(category)] as const));
  return EXPENSE_CATEGORIES.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}
