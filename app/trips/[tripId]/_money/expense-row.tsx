"use client";

import { Lock, MessageSquare, Paperclip } from "lucide-react";
import { memo, type MouseEvent } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { ownPart, type ExpenseSums } from "#lib/client/money/money.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { Count } from "../_base/rows/count.tsx";
import { rowTargetClass } from "../_base/rows/row-class.ts";
import { usePeople } from "../_base/people.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { expenseIcons } from "./expense-icon.ts";
import { moneyAmount, moneyFacts, moneyRowClass, moneyTitle } from "./money-row-class.ts";
import { useExpenseWords } from "../_base/money/use-expense-words.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";

type ExpenseRowProps = {
  expense: ExpenseDto;
  /** The sums in the trip's currency; null if no rate is known yet. */
  sums: ExpenseSums | null;
  currency: string;
  fileCount: number;
  /** Whether the row shows its date, because it stands among rows of other days. */
  hasDate: boolean;
};

/** A row of the list: title, payers and participants, amount, and the user's own share. */
export const ExpenseRow = memo(function ExpenseRow({
  expense,
  hasDate,
  fileCount,
  ...inTrip
}: ExpenseRowProps) {
  const t = useTranslations("trip-money");
  const tBookings = useTranslations("trip-bookings");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const view = useView();
  const words = useExpenseWords();
  const format = useMoneyFormat();
  const selected = useViewState((state) => state.expenseId === expense.id);
  const { id, title, category, money, commentCount } = expense;
  const about = [
    expense.private ? words.seenBy(expense) : words.payers(money),
    expense.private ? null : words.bearers(money),
    hasDate ? formats.day(expense.spentOn) : null,
  ].filter((part) => part !== null);
  function open(event: MouseEvent) {
    const again = view.get().expenseId === id;
    view.openExpense(id);
    if (event.detail === 0 || again) view.focusDetails();
  }
  return (
    <li data-expense={id} className={moneyRowClass(selected)}>
      <span title={t(`category.${category}`)} className="text-text-2">
        <Icon of={expenseIcons[category]} size={20} />
        <span className="sr-only">{t(`category.${category}`)}</span>
      </span>
      <div className="col-span-2 min-w-0">
        <div className="flex items-baseline gap-3">
          <button
            type="button"
            data-open
            onClick={open}
            className={cx(rowTargetClass, moneyTitle, "min-w-0 flex-1")}
          >
            {title}
          </button>
          <p className={cx(moneyAmount, money.amount < 0 && "text-success")}>{format.money(money)}</p>
        </div>
        <div className="flex gap-3">
          <p className="flex min-w-0 flex-1 items-center gap-1.5 text-xs text-text-3">
            {expense.private ? <Icon of={Lock} size={14} /> : null}
            <span className={cx(moneyFacts, expense.private && "phone:whitespace-normal")}>
              {about.join(" · ")}
            </span>
            {fileCount > 0 ? (
              <Count
                icon={Paperclip}
                count={fileCount}
                label={tBookings("fileCount", { count: fileCount })}
              />
            ) : null}
            {commentCount > 0 ? (
              <Count
                icon={MessageSquare}
                count={commentCount}
                label={tTrip("comments", { count: commentCount })}
              />
            ) : null}
          </p>
          <OwnPart money={money} {...inTrip} />
        </div>
      </div>
    </li>
  );
});

/** Shows the user's own share in the trip's currency, after the whole amount if that was paid in another currency. */
function OwnPart({
  money,
  sums,
  currency,
}: Pick<ExpenseRowProps, "sums" | "currency"> & Pick<ExpenseDto, "money">) {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const { me } = usePeople();
  const isForeign = money.currency !== currency;
  const part = sums && me ? ownPart(sums, me.id) : null;
  const own =
    part && part.kind !== "none"
      ? { kind: part.kind, text: format.money({ amount: part.amount, currency }) }
      : null;
  return (
    <p className={cx(moneyFacts, "shrink-0", own?.kind === "lent" ? "text-success" : "text-text-3")}>
      {isForeign ? (
        <span className="text-text-3">
          {sums ? format.money({ amount: sums.amount, currency }) : t("rateComes")}
          {own ? " · " : null}
        </span>
      ) : null}
      {own ? t(`own.${own.kind}`, { amount: own.text }) : null}
      {!own && !isForeign ? t("own.none") : null}
    </p>
  );
}
