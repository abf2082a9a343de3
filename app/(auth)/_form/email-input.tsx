"use client";

import { TextField, type TextFieldProps } from "#app/_ui/text-field.tsx";

/** The field for the e-mail address, which is the user name for a password manager by default. */
export function EmailInput(props: TextFieldProps) {
  return (
    <TextField type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
  );
}
