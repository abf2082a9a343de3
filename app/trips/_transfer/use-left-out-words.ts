"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ExpenseImportPreview } from "#lib/shared/expense-imports.ts";

export type LeftOutLine = ExpenseImportPreview["leftOut"][number];

/** Returns a function that says which line of an expense file is left out, and why. */
export function useLeftOutWords(): (line: LeftOutLine) => string {
  const t = useTranslations("trip-files");
  return ({ line, reason, text }) =>
    t("leftOutLine.line", { line, reason: t(`leftOutLine.${reason}`, { text: text ?? "" }) });
}
