"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { Messages } from "#app/_i18n/namespaces.ts";
import type { ErrorText } from "#app/account/_form/problems.ts";

const OWN = "account.error.";
const AUTH = "auth.error.";

/** Returns the text for the full key of an error. */
export function useErrorText(): (text: ErrorText) => string {
  const own = useTranslations("account.error");
  const auth = useTranslations("auth.error");
  return (text) =>
    // By the type of an error text, the part behind the group's name is a key of that group.
    text.startsWith(OWN)
      ? own(text.slice(OWN.length) as keyof Messages["account"]["error"])
      : auth(text.slice(AUTH.length) as keyof Messages["auth"]["error"]);
}
