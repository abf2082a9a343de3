"use client";

import { type ReactNode, useId, useState } from "react";
import { cx } from "#app/_ui/cx.ts";
import { useDraft } from "../_shell/use-draft.ts";
import { bareInput, PropRow } from "./prop-row.tsx";

type TextPropProps = {
  label: string;
  /** The text as one edits it. */
  value: string;
  /** The text as one reads it, when that differs. */
  shown?: string;
  placeholder: string;
  readOnly: boolean;
  /** Returns a sentence when the text makes no sense; it stays in the field then. */
  onSave: (text: string, baseSeq: number) => string | null;
  presence: { onFocus: () => void; onBlur: () => void };
  note?: ReactNode;
  trailing?: ReactNode;
  inputMode?: "text" | "decimal" | "url";
  maxLength?: number;
};

/** One line that edits in place. What cannot be understood is said below, with the text kept as it was typed. */
export function TextProp({
  label,
  value,
  shown,
  placeholder,
  readOnly,
  onSave,
  presence,
  ...look
}: TextPropProps) {
  const id = useId();
  const [wrong, setWrong] = useState<{ text: string; says: string } | null>(null);
  const draft = useDraft({
    value: wrong?.text ?? value,
    save(text, baseSeq) {
      const says = onSave(text, baseSeq);
      setWrong(says === null ? null : { text, says });
    },
    ...presence,
  });
  const [focused, setFocused] = useState(false);
  if (readOnly) {
    return value ? (
      <PropRow label={label} note={look.note}>
        <span className="min-w-0 flex-1 break-words">{shown ?? value}</span>
        {look.trailing}
      </PropRow>
    ) : null;
  }
  const { field } = draft;
  return (
    <PropRow
      label={label}
      htmlFor={id}
      note={
        wrong ? (
          <span role="alert" className="text-danger">
            {wrong.says}
          </span>
        ) : (
          look.note
        )
      }
    >
      <input
        {...field}
        id={id}
        value={focused || wrong ? field.value : (shown ?? field.value)}
        onFocus={() => {
          setFocused(true);
          field.onFocus();
        }}
        onBlur={(event) => {
          setFocused(false);
          field.onBlur(event);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") setWrong(null);
          field.onKeyDown(event);
        }}
        aria-invalid={wrong ? true : undefined}
        placeholder={placeholder}
        inputMode={look.inputMode}
        maxLength={look.maxLength}
        autoComplete="off"
        className={cx(bareInput, "flex-1")}
      />
      {look.trailing}
    </PropRow>
  );
}
