"use client";

import type { ComponentProps } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { PasswordField } from "#app/_ui/password-field.tsx";

/** A password of a form, with an eye that says in the reader's language what it does. */
export function PasswordInput(props: Omit<ComponentProps<typeof PasswordField>, "words">) {
  const t = useTranslations("ui");
  return <PasswordField {...props} words={{ show: t("showPassword"), hide: t("hidePassword") }} />;
}
