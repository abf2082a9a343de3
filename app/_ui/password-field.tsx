"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { TextField, type TextFieldProps } from "#app/_ui/text-field.tsx";

type PasswordFieldProps = Omit<TextFieldProps, "type" | "trailing" | "icon"> & {
  autoComplete: "current-password" | "new-password";
  /** The accessible names of the eye button: "Show password" and "Hide password". */
  words: { show: string; hide: string };
};

export function PasswordField({ words, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? "text" : "password"}
      trailing={
        <IconButton
          label={shown ? words.hide : words.show}
          icon={shown ? EyeOff : Eye}
          onClick={() => setShown(!shown)}
          aria-controls={props.id}
        />
      }
    />
  );
}
