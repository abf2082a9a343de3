"use client";

import { useEffect } from "react";
import type { FieldValues } from "react-hook-form";
import { type AuthErrorKey, problemOf } from "#app/(auth)/_form/problems.ts";
import { refusalOf } from "#app/(auth)/_form/refusal.ts";
import { keepTyped, withTyped } from "#app/(auth)/_form/typed.ts";
import { useProblemWords } from "#app/(auth)/_form/use-problem-words.ts";
import { type FormParts, useSchemaForm } from "#app/(auth)/_form/use-schema-form.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";

/** One form of the sign-in pages, which stays busy until the next page stands. */
export function useAuthForm<T extends FieldValues>(...[schema, defaultValues, ...rest]: FormParts<T>) {
  const t = useTranslations("auth.error");
  const say = useProblemWords();
  const shared = useSchemaForm([schema, withTyped(defaultValues), ...rest], {
    failureOf: (error) => {
      const found = problemOf(refusalOf(error));
      const beside = found.kind === "field" ? { field: found.field, text: found.key } : null;
      return { beside, problem: say(found) };
    },
    words: (key: AuthErrorKey) => t(key),
  });
  const { subscribe } = shared.form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) }),
    [subscribe],
  );
  return shared;
}
