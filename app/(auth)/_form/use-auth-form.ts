"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type * as z from "zod";
import { type AuthErrorKey, type Problem, problemOf } from "#app/(auth)/_form/problems.ts";
import { refusalOf } from "#app/(auth)/_form/refusal.ts";
import { keepTyped, withTyped } from "#app/(auth)/_form/typed.ts";
import { useProblemWords } from "#app/(auth)/_form/use-problem-words.ts";

/**
 * One form of the sign-in pages: checks by its schema, says what went wrong beside the field it concerns, and stays
 * busy until the next page stands.
 */
export function useAuthForm<T extends FieldValues>(
  schema: z.ZodType<T, T>,
  defaultValues: DefaultValues<T>,
  send: (values: T) => Promise<void>,
  /** Focused when the form appears, where nothing above it has to be read first. */
  focus?: Path<T>,
) {
  const t = useTranslations("auth.error");
  const say = useProblemWords();
  const form = useForm<T>({
    resolver: zodResolver(schema),
    defaultValues: withTyped(defaultValues),
    // A code is wrong until its last digit: a form that holds one clears its errors instead of checking each key.
    reValidateMode: "otp" in defaultValues ? "onSubmit" : "onChange",
  });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting } = form.formState;
  const { setFocus, subscribe } = form;

  useEffect(() => {
    if (focus) setFocus(focus);
  }, [focus, setFocus]);

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) }),
    [subscribe],
  );

  function show(found: Problem) {
    if (found.kind === "field" && found.field in form.getValues()) {
      // The check above makes it one of this form's fields.
      form.setError(found.field as unknown as Path<T>, { message: found.key }, { shouldFocus: true });
    } else setProblem(say(found));
  }

  async function attempt(work: () => Promise<void>) {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      show(problemOf(refusalOf(error)));
    }
  }

  return {
    form,
    problem,
    busy: isSubmitting,
    /** Runs something else of this form, such as sending a new code, and shows its refusal the same way. */
    attempt,
    submit: form.handleSubmit((values) => attempt(() => send(values))),
    /** The error text of a field, in the reader's language. */
    errorOf: (field: Path<T>): string | undefined => {
      const key = errors[field]?.message;
      // Schemas and `show` put only keys of `auth.error` there.
      return typeof key === "string" && key !== "" ? t(key as AuthErrorKey) : undefined;
    },
  };
}
