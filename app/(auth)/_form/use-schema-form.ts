"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type * as z from "zod";

/**
 * The parts of a form. `send` may throw; `focus` is the field that gets the focus when nothing above it has to be read
 * first.
 */
export type FormParts<T extends FieldValues> = [
  schema: z.ZodType<T, T>,
  defaultValues: DefaultValues<T>,
  send: (values: T) => Promise<void>,
  focus?: Path<T>,
];

interface FormSpeech<Text extends string, Problem> {
  /** Returns the message for a failure: `beside` when the form has its field, else `problem` for the whole form. */
  failureOf: (error: unknown) => { beside: { field: string; text: Text } | null; problem: Problem };
  /** Returns the translation of a text beside a field. */
  words: (text: Text) => string;
}

/** Returns a form that is checked by its schema and shows messages beside the fields that they concern. */
export function useSchemaForm<T extends FieldValues, Text extends string, Problem>(
  [schema, defaultValues, send, focus]: FormParts<T>,
  { failureOf, words }: FormSpeech<Text, Problem>,
) {
  const form = useForm<T>({
    resolver: zodResolver(schema),
    defaultValues,
    // A code is invalid until its last digit, so a form with a code clears its errors instead of checking after each
    // key.
    reValidateMode: "otp" in defaultValues ? "onSubmit" : "onChange",
  });
  const [problem, setProblem] = useState<Problem | null>(null);
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
      const { beside, problem: found } = failureOf(error);
      if (beside && beside.field in form.getValues()) {
        // The cast is safe, because the condition has checked that `beside.field` is a field of the form.
        form.setError(beside.field as unknown as Path<T>, { message: beside.text }, { shouldFocus: true });
      } else setProblem(found);
    }
  }

  return {
    form,
    /** The problem of the whole form. */
    problem,
    busy: isSubmitting,
    /** Runs another request of this form, such as sending a new code, and shows its refusal in the same way. */
    attempt,
    submit: form.handleSubmit((values) => attempt(() => send(values))),
    /** Returns the message of a field in the reader's language. */
    errorOf: (field: Path<T>): string | undefined => {
      const text = errors[field]?.message;
      // The cast is safe because only schemas and `failureOf` set these messages.
      return typeof text === "string" && text !== "" ? words(text as Text) : undefined;
    },
  };
}
