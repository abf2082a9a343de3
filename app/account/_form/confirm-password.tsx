"use client";

import type { ReactNode, Ref } from "react";
import { PasswordInput } from "#app/(auth)/_form/password-input.tsx";
import { Username } from "#app/(auth)/_form/username.tsx";

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
  return (
    <>
      <Username email={email} />
      <PasswordInput {...field} autoComplete="current-password" />
    </>
  );
}
