"use client";

import { useRef, useState } from "react";
import { cx } from "#app/_ui/cx.ts";
import { focusLater } from "#app/_ui/focus-later.ts";
import { useAutosaveField } from "./use-autosave-field.ts";
import { useFocusOnMount } from "../use-focus-on-mount.ts";

type InlineTextProps = {
  /** The id of the trip or day that the text belongs to. */
  of: string;
  value: string;
  /** The accessible name, for example "Title of the trip". */
  label: string;
  /** Is shown while the text is empty. */
  placeholder: string;
  maxLength: number;
  /** Whether the text may not be empty; an empty input is discarded. */
  required?: boolean;
  readOnly: boolean;
  onSave: (text: string, baseSeq: number) => void;
  className?: string;
};

const box = "-mx-1.5 min-w-0 rounded-xs px-1.5";

/** A line of text that becomes a field when it is pressed, without moving its characters. */
export function InlineText({ value, label, placeholder, readOnly, className, ...rest }: InlineTextProps) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (readOnly) return value ? <span className={cx("min-w-0 truncate", className)}>{value}</span> : null;
  if (editing) {
    const stop = () => {
      setEditing(false);
      focusLater(() => button.current?.focus());
    };
    return <Editor {...rest} value={value} label={label} onDone={stop} className={cx(box, className)} />;
  }
  return (
    <button
      ref={button}
      type="button"
      aria-label={`${label}: ${value || placeholder}`}
      onClick={() => setEditing(true)}
      className={cx(box, "cursor-text truncate text-left hover:bg-press", className, !value && "text-text-3")}
    >
      {value || placeholder}
    </button>
  );
}

type EditorProps = Pick<
  InlineTextProps,
  "of" | "value" | "label" | "maxLength" | "required" | "onSave" | "className"
> & {
  onDone: () => void;
};

function Editor({ of, value, label, maxLength, required = false, onSave, onDone, className }: EditorProps) {
  const input = useFocusOnMount<HTMLInputElement>();
  const draft = useAutosaveField({
    of,
    value,
    save(text, baseSeq) {
      if (text !== "" || !required) onSave(text, baseSeq);
    },
    onBlur: onDone,
  });
  return (
    <input
      {...draft.field}
      ref={input}
      aria-label={label}
      maxLength={maxLength}
      className={cx(
        className,
        "field-sizing-content max-w-[calc(100%+12px)] bg-surface shadow-[0_0_0_1.5px_var(--color-accent)] outline-none focus-visible:shadow-[0_0_0_1.5px_var(--color-accent)]",
      )}
    />
  );
}
