"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { ApiError, ConnectionError } from "#lib/client/base/api.ts";
import type { FileProblem } from "#lib/client/trips/import-file.ts";
import type { ErrorBody, Issue } from "#lib/shared/errors.ts";
import { FILE_FAULTS, type FileFault } from "#lib/shared/file-faults.ts";
import type { UnreadableExpenses } from "#lib/shared/expense-imports.ts";
import { type LeftOutLine, useLeftOutWords } from "./use-left-out-words.ts";

const KINDS: readonly UnreadableExpenses[] = ["archive", "json", "bank", "wayfare", "tricount", "unknown"];

/** Maximum number of reasons in a message. */
const MOST = 5;

/** Returns a function that says why a file was not imported. */
export function useImportProblem(kind: "places" | "trip" | "expenses"): (problem: FileProblem) => string {
  const t = useTranslations("trip-files");
  const tErrors = useTranslations("errors");
  const sayLine = useLeftOutWords();

  function wrongType(details: Readonly<Record<string, unknown>> = {}): string {
    if (kind !== "expenses") return t(kind === "places" ? "problem.type" : "problem.tripType");
    return t(`problem.expenses.${KINDS.find((each) => each === details["kind"]) ?? "unknown"}`);
  }

  /** Returns the reasons of the service, which name the lines that they are about. */
  function reasonsOf(issues: readonly Issue[] = [], message: string): string {
    const reasons = issues.slice(0, MOST).map((issue) => issue.message);
    const more = issues.length > MOST ? [t("more", { count: issues.length - MOST })] : [];
    return reasons.length === 0 ? message : [...reasons, ...more].join(" ");
  }
  function refusal({ issues = [], message, details }: ErrorBody): string {
    const reasons = leftOutIn(details).map((line) => ({ path: "", message: sayLine(line) }));
    const fault = faultIn(details);
    if (reasons.length > 0 || !fault) return reasonsOf(reasons.length > 0 ? reasons : issues, message);
    const fields = [...new Set(issues.map(({ path }) => path))].slice(0, MOST).join(", ");
    return t(`fault.${fault}`, { fields });
  }
  return (problem) => {
    if (typeof problem === "string") return t(`problem.${problem}`);
    const { error } = problem;
    if (error instanceof ConnectionError) return tErrors("offline");
    if (!(error instanceof ApiError)) return tErrors("unknown");
    const { code, details } = error.body;
    if (code === "UNSUPPORTED_MEDIA_TYPE") return wrongType(details);
    if (code === "TOO_LARGE") return t("problem.large");
    if (code === "VALIDATION_FAILED") return t("problem.refused", { reasons: refusal(error.body) });
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

/** Returns why nothing of the file can be read; null: this version does not know the reason. */
function faultIn(details: Readonly<Record<string, unknown>> = {}): FileFault | null {
  return FILE_FAULTS.find((each) => each === details["fault"]) ?? null;
}

/** Returns the lines of an expense file that the service has left out, when no line could be read. */
function leftOutIn(details: Readonly<Record<string, unknown>> = {}): LeftOutLine[] {
  const list = details["leftOut"];
  return Array.isArray(list) ? list : [];
}
