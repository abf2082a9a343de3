"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type * as z from "zod";
import { type ErrorText, problemOf } from "#app/account/_form/problems.ts";
import { useProblemWords } from "#app/account/_form/use-problem-words.ts";

/** One form of the account page: checks by its schema, and says what went wrong beside the field it concerns. */
export function useAccountForm<T extends FieldValues>(
  schema: z.ZodType<T, T>,
  defaultValues: DefaultValues<T>,
  send: (values: T) => Promise<void>,
  /** Focused when the form appears. */
  focus?: Path<T>,
) {
  const t = useTranslations();
  const { say } = useProblemWords();
  const form = useForm<T>({
    resolver: zodResolver(schema),
    defaultValues,
    // A code is wrong until its last digit: a form that holds one clears its errors instead of checking each key.
    reValidateMode: "otp" in defaultValues ? "onSubmit" : "onChange",
  });
  const [problem, setProblem] = useState<{ text: string; error: unknown } | null>(null);
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;

  useEffect(() => {
    if (focus) setFocus(focus);
  }, [focus, setFocus]);

  async function attempt(work: () => Promise<void>) {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      const found = problemOf(error);
      if (found.kind === "said" && found.field && found.field in form.getValues()) {
        // The check above makes it one of this form's fields.
        form.setError(found.field as unknown as Path<T>, { message: found.text }, { shouldFocus: true });
      } else setProblem({ text: say(found), error });
    }
  }

  return {
    form,
    /** What concerns no field, in words, and the error behind it. */
    problem,
    busy: isSubmitting,
    /** Runs something else of this form, such as sending a new code, and shows its refusal the same way. */
    attempt,
    submit: form.handleSubmit((values) => attempt(() => send(values))),
    /** The error text of a field, in the reader's language. */
    errorOf: (field: Path<T>): string | undefined => {
      const name = errors[field]?.message;
      // Schemas and `attempt` put only names of our texts there.
      return typeof name === "string" && name !== "" ? t(name as ErrorText) : undefined;
    },
  };
}
