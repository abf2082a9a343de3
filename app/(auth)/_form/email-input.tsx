"use client";

import { TextField, type TextFieldProps } from "#app/_ui/text-field.tsx";

/** The mail address of a form: the account's name to a password manager, unless said otherwise. */
export function EmailInput(props: TextFieldProps) {
  return (
    <TextField type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
  );
}
