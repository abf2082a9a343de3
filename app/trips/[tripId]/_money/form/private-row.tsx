"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { expenseViewersOf } from "#lib/shared/expense-people.ts";
import { SwitchRow } from "./form-row.tsx";
import { nameIn } from "./person-chips.tsx";
import type { FormState } from "./use-expense-form.ts";

/**
 * The switch that makes an expense private, with the names of those who would see it. An expense that others have
 * seen cannot become private.
 */
export function PrivateRow({ state }: { state: FormState }) {
  const t = useTranslations("trip-expense");
  const formats = useFormats();
  const { form, start, expense, reading, people, meId, change } = state;
  if (expense && !start.isPrivate) return null;
  const createdBy = expense ? expense.createdBy : meId;
  const seeing = expenseViewersOf({ money: reading.money, createdBy });
  const others = people.filter(({ id }) => seeing.includes(id) && id !== meId);
  const name = nameIn(people, meId, t("you"));
  const isAll = people.every(({ id }) => seeing.includes(id));
  const names = formats.list(others.map(name));
  const isOut = meId !== null && !seeing.includes(meId);
  const who = isOut
    ? t(others.length === 0 ? "private.notYou" : "private.others", { names })
    : others.length === 0
      ? t("private.onlyYou")
      : t(isAll ? "private.all" : "private.some", { names });
  const off = expense ? t("private.published") : t("private.hint");
  return (
    <SwitchRow
      on={form.isPrivate}
      onChange={(isPrivate) => change({ isPrivate })}
      label={t("private.label")}
      hint={form.isPrivate ? who : off}
    />
  );
}
