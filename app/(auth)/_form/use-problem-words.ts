"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { Problem } from "#app/(auth)/_form/problems.ts";

/** Returns a function that describes a problem in the reader's language. */
export function useProblemWords() {
  const t = useTranslations("auth.error");
  const tGeneral = useTranslations("errors");
  return (problem: Problem): string => {
    if (problem.kind === "wait") return tGeneral("rateLimited", { seconds: problem.seconds });
    return problem.kind === "general" ? tGeneral(problem.key) : t(problem.key);
  };
}
