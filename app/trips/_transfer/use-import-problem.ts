"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { ApiError, ConnectionError } from "#lib/client/api.ts";
import type { FileProblem } from "./use-file-import.ts";

/** What to say about a file that was not taken in. */
export function useImportProblem(kind: "places" | "trip"): (problem: FileProblem) => string {
  const t = useTranslations("trip-files");
  const tErrors = useTranslations("errors");
  return (problem) => {
    if (problem === "large" || problem === "empty") return t(`problem.${problem}`);
    const { error } = problem;
    if (error instanceof ConnectionError) return tErrors("offline");
    if (!(error instanceof ApiError)) return tErrors("unknown");
    const { code } = error.body;
    if (code === "UNSUPPORTED_MEDIA_TYPE") return t(kind === "trip" ? "problem.tripType" : "problem.type");
    if (code === "TOO_LARGE") return t("problem.large");
    if (code === "VALIDATION_FAILED") return t("problem.damaged");
    if (code === "LIMIT_REACHED") return t("problem.full");
    if (code === "RATE_LIMITED") return tErrors("rateLimitedSoon");
    if (code === "ARCHIVED" || code === "FORBIDDEN" || code === "NOT_FOUND") return t("problem.readOnly");
    return tErrors("unknown");
  };
}
