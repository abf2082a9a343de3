"use client";

import { useTranslations } from "next-intl";
import { type AccountProblem, problemOf } from "#app/account/_form/problems.ts";

/** Says in the reader's language what went wrong. */
export function useProblemWords() {
  const t = useTranslations();
  const tGeneral = useTranslations("errors");

  function say(problem: AccountProblem): string {
    if (problem.kind === "wait") return tGeneral("rateLimited", { seconds: problem.seconds });
    return problem.kind === "general" ? tGeneral(problem.key) : t(problem.text);
  }
  return { say, sayError: (error: unknown) => say(problemOf(error)) };
}
