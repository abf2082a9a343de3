"use client";

import { Check, ReceiptText } from "lucide-react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { NewExpense } from "#lib/shared/expenses.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";
import { useMay } from "../_base/may.tsx";
import { usePeople } from "../_base/people.tsx";
import { useView } from "../_base/view.tsx";
import { Card } from "./card.tsx";

/** An expense as the agent understood it. A button opens it in the usual form, where the user checks and saves it. */
export function ExpenseCard({ expense }: { expense: NewExpense }) {
  const t = useTranslations("trip-agent");
  const money = useTranslations("trip-money");
  const formats = useFormats();
  const format = useMoneyFormat();
  const view = useView();
  const { edit } = useMay();
  const { byMember } = usePeople();
  const isThere = useTrip(({ expenses }) => expenses.some(({ id }) => id === expense.id));
  const { amount, currency, payers, split } = expense.money;
  const people = split.parts.length;
  const names = payers.map(({ memberId }) => byMember.get(memberId)?.name ?? t("someone"));
  const facts = [
    expense.spentOn ? formats.day(expense.spentOn, { weekday: true }) : null,
    names.length > 0 ? t("expense.paid", { name: formats.list(names) }) : null,
    people > 0 ? t("expense.split", { count: people }) : null,
    expense.category ? money(`category.${expense.category}`) : null,
  ];
  return (
    <Card title={t(isThere ? "expense.recorded" : "expense.title")}>
      <div className="flex items-baseline justify-between gap-3 pt-1">
        <p className="min-w-0 font-medium wrap-anywhere">{expense.title}</p>
        <p className="shrink-0 font-semibold tabular-nums">{format.money({ amount, currency })}</p>
      </div>
      <p className="text-sm text-text-3">{facts.filter((fact) => fact !== null).join(" · ")}</p>
      {isThere ? (
        <p className="flex items-center gap-1.5 pt-1.5 text-sm text-success">
          <Icon of={Check} size={14} />
          {t("expense.done")}
        </p>
      ) : edit ? (
        <Button
          size="sm"
          icon={ReceiptText}
          className="mt-2"
          onClick={() => view.set({ dialog: { kind: "addExpense", draft: expense } })}
        >
          {t("expense.open")}
        </Button>
      ) : null}
    </Card>
  );
}
