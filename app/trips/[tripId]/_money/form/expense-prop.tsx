"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useExpenses } from "#lib/client/money/expenses.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { PropRow } from "../../_base/fields/prop-row.tsx";
import { useMay } from "../../_base/may.tsx";
import { useView } from "../../_base/view.tsx";
import { useMoneyFormat } from "../../_base/money/use-money-format.ts";

type ExpensePropProps = { of: { stopId: string } | { reservationId: string } };

/** Lists the expenses of a stop or reservation, with a button that adds one. */
export function ExpenseProp({ of }: ExpensePropProps) {
  const t = useTranslations("trip-expense");
  const view = useView();
  const { edit } = useMay();
  const format = useMoneyFormat();
  const paid = useRowExpenses(of);
  if (!edit && paid.length === 0) return null;
  return (
    <PropRow label={t("fromPlanLabel")} isList>
      <ul className="min-w-0 flex-1">
        {paid.map(({ id, title, money }) => (
          <li key={id} className="flex min-h-8 items-center justify-between gap-2 touch:min-h-11">
            <TextButton className="min-w-0 truncate" onClick={() => view.openExpense(id)}>
              {title}
            </TextButton>
            <span className="text-sm whitespace-nowrap tabular-nums">{format.money(money)}</span>
          </li>
        ))}
        {edit ? (
          <li>
            <Button
              tone="plain"
              size="sm"
              icon={Plus}
              className="-ml-2.5 text-text-2"
              onClick={() => view.set({ dialog: { kind: "addExpense", ...of } })}
            >
              {t("fromPlan")}
            </Button>
          </li>
        ) : null}
      </ul>
    </PropRow>
  );
}

export function useRowExpenses(of: ExpensePropProps["of"]): ExpenseDto[] {
  const { expenses } = useExpenses({ all: true });
  return expenses.filter((expense) => isOf(expense, of));
}

function isOf({ stopId, reservationId }: ExpenseDto, of: ExpensePropProps["of"]): boolean {
  return "stopId" in of ? stopId === of.stopId : reservationId === of.reservationId;
}
