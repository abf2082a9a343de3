"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type AccountProblem, problemOf } from "#app/account/_form/problems.ts";
import { useErrorText } from "#app/account/_form/use-error-text.ts";

/** Returns functions that describe a problem in the reader's language. */
export function useProblemWords() {
  const errorText = useErrorText();
  const tGeneral = useTranslations("errors");

  function say(problem: AccountProblem): string {
    if (problem.kind === "wait") return tGeneral("rateLimited", { seconds: problem.seconds });
    return problem.kind === "general" ? tGeneral(problem.key) : errorText(problem.text);
  }
  return { say, sayError: (error: unknown) => say(problemOf(error)) };
}
