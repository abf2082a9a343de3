"use client";

import type { ComponentProps } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { PasswordField } from "#app/_ui/password-field.tsx";

/** The field for a password of a form, with translated names for its eye button. */
export function PasswordInput(props: Omit<ComponentProps<typeof PasswordField>, "words">) {
  const t = useTranslations("ui");
  return <PasswordField {...props} words={{ show: t("showPassword"), hide: t("hidePassword") }} />;
}
