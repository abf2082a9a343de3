"use client";

import type { FieldValues } from "react-hook-form";
import { type FormParts, useSchemaForm } from "#app/(auth)/_form/use-schema-form.ts";
import { problemOf } from "#app/account/_form/problems.ts";
import { useErrorText } from "#app/account/_form/use-error-text.ts";
import { useProblemWords } from "#app/account/_form/use-problem-words.ts";

/** Returns one form of the account page; its problem contains the error that caused it. */
export function useAccountForm<T extends FieldValues>(...form: FormParts<T>) {
  const words = useErrorText();
  const { say } = useProblemWords();
  return useSchemaForm(form, {
    failureOf: (error) => {
      const found = problemOf(error);
      const beside = found.kind === "said" && found.field ? { field: found.field, text: found.text } : null;
      return { beside, problem: { text: say(found), error } };
    },
    words,
  });
}
