"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type * as z from "zod";

/** `send` may throw; `focus` is where the form begins when nothing above it has to be read first. */
export type FormParts<T extends FieldValues> = [
  schema: z.ZodType<T, T>,
  defaultValues: DefaultValues<T>,
  send: (values: T) => Promise<void>,
  focus?: Path<T>,
];

interface FormSpeech<Text extends string, Problem> {
  /** What to say of a failure: `text` beside its field where the form has it, else `problem` of the whole form. */
  failureOf: (error: unknown) => { beside: { field: string; text: Text } | null; problem: Problem };
  /** The reader's words for what schemas and `failureOf` put beside a field. */
  words: (text: Text) => string;
}

/** A form that checks by its schema, and says what went wrong beside the field it concerns. */
export function useSchemaForm<T extends FieldValues, Text extends string, Problem>(
  [schema, defaultValues, send, focus]: FormParts<T>,
  { failureOf, words }: FormSpeech<Text, Problem>,
) {
  const form = useForm<T>({
    resolver: zodResolver(schema),
    defaultValues,
    // A code is wrong until its last digit: a form that holds one clears its errors instead of checking each key.
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
        // The check above makes it one of this form's fields.
        form.setError(beside.field as unknown as Path<T>, { message: beside.text }, { shouldFocus: true });
      } else setProblem(found);
    }
  }

  return {
    form,
    /** What concerns no field. */
    problem,
    busy: isSubmitting,
    /** Runs something else of this form, such as sending a new code, and shows its refusal the same way. */
    attempt,
    submit: form.handleSubmit((values) => attempt(() => send(values))),
    /** The error text of a field, in the reader's language. */
    errorOf: (field: Path<T>): string | undefined => {
      const text = errors[field]?.message;
      // Schemas and `failureOf` put only such texts there.
      return typeof text === "string" && text !== "" ? words(text as Text) : undefined;
    },
  };
}
