"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { ApiError, ConnectionError } from "#lib/client/api.ts";
import type { Issue } from "#lib/shared/errors.ts";
import type { FileProblem } from "./use-file-import.ts";

const TYPE = {
  places: "problem.type",
  trip: "problem.tripType",
  expenses: "problem.expensesType",
} as const;

/** More reasons than these are no longer read. */
const MOST = 5;

/** What to say about a file that was not taken in. */
export function useImportProblem(kind: "places" | "trip" | "expenses"): (problem: FileProblem) => string {
  const t = useTranslations("trip-files");
  const tErrors = useTranslations("errors");

  /** The service's own, which name the line that they are about. */
  function reasonsOf(issues: readonly Issue[] = [], message: string): string {
    const reasons = issues.slice(0, MOST).map((issue) => issue.message);
    const more = issues.length > MOST ? [t("more", { count: issues.length - MOST })] : [];
    return reasons.length === 0 ? message : [...reasons, ...more].join(" ");
  }
  return (problem) => {
    if (problem === "large" || problem === "empty") return t(`problem.${problem}`);
    const { error } = problem;
    if (error instanceof ConnectionError) return tErrors("offline");
    if (!(error instanceof ApiError)) return tErrors("unknown");
    const { code, issues, message, details } = error.body;
    if (code === "UNSUPPORTED_MEDIA_TYPE") return t(TYPE[kind]);
    if (code === "TOO_LARGE") return t("problem.large");
    if (code === "VALIDATION_FAILED") return t("problem.refused", { reasons: reasonsOf(issues, message) });
    if (code === "FIELD_CONFLICT") return t("problem.otherCurrency");
    if (code === "LIMIT_REACHED") return t(kind === "expenses" ? "problem.expensesFull" : "problem.full");
    if (code === "RATE_LIMITED") {
      const seconds = Number(details?.["retryAfter"]);
      return seconds > 0 ? tErrors("rateLimited", { seconds }) : tErrors("rateLimitedSoon");
    }
    if (code === "ARCHIVED" || code === "FORBIDDEN" || code === "NOT_FOUND") return t("problem.readOnly");
    return tErrors("unknown");
  };
}
