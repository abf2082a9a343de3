"use client";

import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";

type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** Quiet words after the label. */
  hint?: ReactNode;
  disabled?: boolean;
  name?: string;
  className?: string;
};

/** On or off, at once; the whole line is the target. */
export function Switch({ checked, onChange, label, hint, disabled, name, className }: SwitchProps) {
  return (
    <label className={cx("flex min-h-11 cursor-pointer items-center gap-3", className)}>
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-5.5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-control transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4.5 before:rounded-full before:bg-on-overlay before:transition-transform checked:bg-accent checked:before:translate-x-3.5 checked:before:bg-on-accent disabled:opacity-50"
      />
      <span>
        <span className="font-medium">{label}</span>{" "}
        {hint ? <span className="text-text-3">{hint}</span> : null}
      </span>
    </label>
  );
}
