"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ExpenseImportPreview } from "#lib/shared/expense-imports.ts";

export type LeftOutLine = ExpenseImportPreview["leftOut"][number];

/** Says which line of a file of expenses is left out, and why. */
export function useLeftOutWords(): (line: LeftOutLine) => string {
  const t = useTranslations("trip-files");
  return ({ line, reason, text }) =>
    t("leftOutLine.line", { line, reason: t(`leftOutLine.${reason}`, { text: text ?? "" }) });
}
