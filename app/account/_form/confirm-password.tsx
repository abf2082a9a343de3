"use client";

import type { ReactNode, Ref } from "react";
import { PasswordInput } from "#app/(auth)/_form/password-input.tsx";
import { HiddenUsernameField } from "#app/(auth)/_form/username.tsx";

type ConfirmPasswordProps = {
  /** The account's address, for password managers. */
  email: string;
  label: string;
  error: string | undefined;
  /** Content at the right end of the label's line, such as a link for a forgotten password. */
  labelEnd?: ReactNode;
  name: string;
  onChange: (event: { target: unknown; type?: unknown }) => Promise<unknown>;
  onBlur: (event: { target: unknown; type?: unknown }) => Promise<unknown>;
  ref: Ref<HTMLInputElement>;
};

/** A field for the present password of the account. It takes the result of `register`. */
export function ConfirmPassword({ email, ...field }: ConfirmPasswordProps) {
  return (
    <>
      <HiddenUsernameField email={email} />
      <PasswordInput {...field} autoComplete="current-password" />
    </>
  );
}
