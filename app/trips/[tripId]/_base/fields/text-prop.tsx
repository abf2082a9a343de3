"use client";

import { type ReactNode, useId, useState } from "react";
import { cx } from "#app/_ui/cx.ts";
import { useAutosaveField } from "../text/use-autosave-field.ts";
import { bareInputClass, PropRow } from "./prop-row.tsx";

type TextPropProps = {
  /** The id of the stop. */
  of: string;
  label: string;
  /** The text for editing. */
  value: string;
  /** The text for reading, if it differs from the text for editing. */
  shown?: string;
  placeholder: string;
  readOnly: boolean;
  /** Saves the text. Returns an error message if the text is invalid, which then stays in the field. */
  onSave: (text: string, baseSeq: number) => string | null;
  presence: { onFocus: () => void; onBlur: () => void };
  note?: ReactNode;
  trailing?: ReactNode;
  inputMode?: "text" | "decimal" | "url";
  maxLength?: number;
};

/** A row with a text that is edited in place. An invalid text stays in the field, with a message below it. */
export function TextProp({ readOnly, ...props }: TextPropProps) {
  if (!readOnly) return <TextInput {...props} />;
  const { label, value, shown, note, trailing } = props;
  return value ? (
    <PropRow label={label} note={note}>
      <span className="min-w-0 flex-1 break-words">{shown ?? value}</span>
      {trailing}
    </PropRow>
  ) : null;
}

function TextInput({ of, label, value, shown, onSave, presence, ...look }: Omit<TextPropProps, "readOnly">) {
  const id = useId();
  const { dirty, wrong, field } = useAutosaveField({ of, value, save: onSave, ...presence });
  const [focused, setFocused] = useState(false);
  return (
    <PropRow
      label={label}
      htmlFor={id}
      note={wrong === null ? look.note : <InvalidInputNote id={`${id}-wrong`}>{wrong}</InvalidInputNote>}
    >
      <input
        {...field}
        id={id}
        value={focused || dirty ? field.value : (shown ?? field.value)}
        onFocus={() => {
          setFocused(true);
          field.onFocus();
        }}
        onBlur={() => {
          setFocused(false);
          field.onBlur();
        }}
        aria-invalid={wrong === null ? undefined : true}
        aria-describedby={wrong === null ? undefined : `${id}-wrong`}
        placeholder={look.placeholder}
        inputMode={look.inputMode}
        maxLength={look.maxLength}
        autoComplete="off"
        className={cx(bareInputClass, "flex-1")}
      />
      {look.trailing}
    </PropRow>
  );
}

/** Says why the text in the field above was not saved. */
export function InvalidInputNote({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span id={id} role="alert" className="text-danger">
      {children}
    </span>
  );
}
