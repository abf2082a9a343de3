"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { Problem } from "#app/(auth)/_form/problems.ts";

/** Says in the reader's language what went wrong. */
export function useProblemWords() {
  const t = useTranslations("auth.error");
  const tGeneral = useTranslations("errors");
  return (problem: Problem): string => {
    if (problem.kind === "wait") return tGeneral("rateLimited", { seconds: problem.seconds });
    return problem.kind === "general" ? tGeneral(problem.key) : t(problem.key);
  };
}
