"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { ApiError, ConnectionError } from "#lib/client/api.ts";
import type { FileProblem } from "./use-file-import.ts";

const TYPE = {
  places: "problem.type",
  trip: "problem.tripType",
  expenses: "problem.expensesType",
} as const;

/** Of a table, the lines that don't add up. */
function linesOf(issues: readonly { path: string }[] | undefined): string[] {
  return (issues ?? []).flatMap(({ path }) => /^file\.(\d+)$/.exec(path)?.[1] ?? []);
}

/** What to say about a file that was not taken in. */
export function useImportProblem(kind: "places" | "trip" | "expenses"): (problem: FileProblem) => string {
  const t = useTranslations("trip-files");
  const tErrors = useTranslations("errors");
  return (problem) => {
    if (problem === "large" || problem === "empty") return t(`problem.${problem}`);
    const { error } = problem;
    if (error instanceof ConnectionError) return tErrors("offline");
    if (!(error instanceof ApiError)) return tErrors("unknown");
    const { code, issues } = error.body;
    if (code === "UNSUPPORTED_MEDIA_TYPE") return t(TYPE[kind]);
    if (code === "TOO_LARGE") return t("problem.large");
    if (code === "VALIDATION_FAILED") {
      const lines = linesOf(issues);
      return lines.length > 0
        ? t("problem.lines", { count: lines.length, lines: lines.join(", ") })
        : t("problem.damaged");
    }
    if (code === "FIELD_CONFLICT") return t("problem.otherCurrency");
    if (code === "LIMIT_REACHED") return t(kind === "expenses" ? "problem.expensesFull" : "problem.full");
    if (code === "RATE_LIMITED") return tErrors("rateLimitedSoon");
    if (code === "ARCHIVED" || code === "FORBIDDEN" || code === "NOT_FOUND") return t("problem.readOnly");
    return tErrors("unknown");
  };
}
