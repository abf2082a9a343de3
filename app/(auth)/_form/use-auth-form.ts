"use client";

import { useEffect } from "react";
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { type AuthErrorKey, problemOf } from "#app/(auth)/_form/problems.ts";
import { refusalOf } from "#app/(auth)/_form/refusal.ts";
import { storeTypedValues, withTypedValues } from "#app/(auth)/_form/typed.ts";
import { useProblemWords } from "#app/(auth)/_form/use-problem-words.ts";
import { type FormParts, useSchemaForm } from "#app/(auth)/_form/use-schema-form.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";

/** Returns one form of the sign-in pages, which stays busy until the next page is loaded. */
export function useAuthForm<T extends FieldValues>(...[schema, defaultValues, ...rest]: FormParts<T>) {
  const t = useTranslations("auth.error");
  const say = useProblemWords();
  const shared = useSchemaForm([schema, withTypedValues(defaultValues), ...rest], {
    failureOf: (error) => {
      const found = problemOf(refusalOf(error));
      const beside = found.kind === "field" ? { field: found.field, text: found.key } : null;
      return { beside, problem: say(found) };
    },
    words: (key: AuthErrorKey) => t(key),
  });
  useTakeUp(shared.form, defaultValues);
  const { subscribe } = shared.form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => storeTypedValues(values) }),
    [subscribe],
  );
  return shared;
}

/**
 * Adopts values that were entered before the page's code was loaded, by the user on a slow device or by a password
 * manager. Each sign-in page has one form, so a field is identified by its name.
 */
function useTakeUp<T extends FieldValues>(form: UseFormReturn<T>, fields: DefaultValues<T>): void {
  const { getValues, setValue } = form;
  const names = Object.keys(fields).join(" ");
  useEffect(() => {
    for (const name of names.split(" ") as Path<T>[]) {
      const field = document.querySelector(`form [name="${name}"]`);
      if (!(field instanceof HTMLInputElement) || field.type === "checkbox" || field.value === "") continue;
      if (field.value !== getValues(name)) setValue(name, field.value as PathValue<T, Path<T>>);
    }
  }, [names, getValues, setValue]);
}
