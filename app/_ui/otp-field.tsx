"use client";

import { type Ref, useEffect, useId, useState } from "react";
import { cx } from "#app/_ui/cx.ts";
import { describedByProps, FieldMessage, type FieldLook } from "#app/_ui/field.tsx";
import { otpDigits } from "#app/_ui/otp-digits.ts";

type OtpFieldProps = Pick<FieldLook, "label" | "hint" | "error" | "className"> & {
  name?: string;
  length?: number;
  value: string;
  onChange: (digits: string) => void;
  /** Is called once for each complete code, whether it was typed, pasted or filled in. */
  onComplete?: (digits: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  /** The id of a text that says where the user finds the code, for screen readers. */
  describedBy?: string;
  ref?: Ref<HTMLInputElement>;
};

/**
 * One real input below six drawn cells, so that pasting, autofill from e-mail or SMS, and screen readers use a single
 * field.
 */
export function OtpField({ label, hint, error, className, length = 6, value, ...props }: OtpFieldProps) {
  const { onChange, onComplete, describedBy, ref, ...input } = props;
  const id = useId();
  const said = describedByProps(id, { hint, error });
  const [focused, setFocused] = useState(false);
  const [selected, setSelected] = useState(false);

  // A refused code is selected as a whole, so that typing or pasting the next one replaces it.
  useEffect(() => {
    const field = document.getElementById(id);
    if (!error || !(field instanceof HTMLInputElement) || field !== document.activeElement) return;
    if (field.value.length !== length) return;
    // React's select event covers keys and the pointer only, so the native event is used.
    field.addEventListener("select", () => setSelected(true), { once: true });
    field.select();
  }, [error, id, length]);

  function take(text: string) {
    const digits = otpDigits(text, length);
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete?.(digits);
  }

  return (
    <div className={className}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="relative">
        <Cells
          value={value}
          length={length}
          focused={focused}
          selected={focused && selected}
          wrong={Boolean(error)}
        />
        <input
          {...input}
          {...said}
          aria-describedby={cx(said["aria-describedby"], describedBy) || undefined}
          ref={ref}
          value={value}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="one-time-code"
          onChange={(event) => take(event.target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            input.onBlur?.();
          }}
          onSelect={(event) => setSelected(keepCaretAtEnd(event.currentTarget))}
          className="absolute inset-0 w-full bg-transparent text-lg text-transparent caret-transparent opacity-0 outline-none"
        />
      </div>
      <FieldMessage id={id} hint={hint} error={error} />
    </div>
  );
}

type CellsProps = { value: string; length: number; focused: boolean; selected: boolean; wrong: boolean };

const edges = {
  current: "shadow-[inset_0_0_0_2px_var(--color-accent)]",
  wrong: "shadow-[inset_0_0_0_1.5px_var(--color-danger)]",
  rest: "shadow-[inset_0_0_0_1px_var(--color-control)]",
};

function Cells({ value, length, focused, selected, wrong }: CellsProps) {
  const at = Math.min(value.length, length - 1);
  return (
    <div aria-hidden className="grid gap-2" style={{ gridTemplateColumns: `repeat(${length}, 1fr)` }}>
      {Array.from({ length }, (_, index) => {
        const current = focused && !selected && index === at;
        const marked = selected && index < value.length;
        return (
          <span
            key={index}
            className={cx(
              "grid h-14 place-items-center rounded-sm text-xl font-semibold",
              marked ? (wrong ? "bg-danger-tint" : "bg-accent-tint") : "bg-surface",
              edges[current ? "current" : wrong ? "wrong" : marked ? "current" : "rest"],
            )}
          >
            {value[index] ?? (current ? <Caret /> : null)}
          </span>
        );
      })}
    </div>
  );
}

function Caret() {
  return (
    <i className="h-5.5 w-0.5 animate-[blink_1.1s_steps(1)_infinite] bg-accent motion-reduce:animate-none" />
  );
}

/**
 * Keeps the caret at the end, because cells fill from the left and a digit elsewhere would appear in an unexpected
 * cell. Returns true when everything is selected.
 */
function keepCaretAtEnd(input: HTMLInputElement): boolean {
  const end = input.value.length;
  if (end > 0 && input.selectionStart === 0 && input.selectionEnd === end) return true;
  if (input.selectionEnd !== end || input.selectionStart !== end) input.setSelectionRange(end, end);
  return false;
}
