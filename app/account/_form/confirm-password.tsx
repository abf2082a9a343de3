"use client";

import { useTranslations } from "next-intl";
import type { ReactNode, Ref } from "react";
import { Username } from "#app/(auth)/_form/username.tsx";
import { PasswordField } from "#app/_ui/password-field.tsx";

type ConfirmPasswordProps = {
  /** Whose password it is, for the password manager. */
  email: string;
  label: string;
  error: string | undefined;
  /** Right end of the label's line, such as a way on for who has forgotten it. */
  labelEnd?: ReactNode;
  name: string;
  onChange: (event: { target: unknown; type?: unknown }) => Promise<unknown>;
  onBlur: (event: { target: unknown; type?: unknown }) => Promise<unknown>;
  ref: Ref<HTMLInputElement>;
};

/** The password that an account has, asked for once more. Takes what `register` gives. */
export function ConfirmPassword({ email, ...field }: ConfirmPasswordProps) {
  const tUi = useTranslations("ui");
  return (
    <>
      <Username email={email} />
      <PasswordField
        {...field}
        autoComplete="current-password"
        words={{ show: tUi("showPassword"), hide: tUi("hidePassword") }}
      />
    </>
  );
}
