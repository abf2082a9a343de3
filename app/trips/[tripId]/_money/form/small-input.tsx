"use client";

import { type ComponentProps, use } from "react";
import { cx } from "#app/_ui/cx.ts";
import { RowErrorContext } from "./form-row.tsx";

type SmallInputProps = Omit<ComponentProps<"input">, "className" | "aria-invalid"> & {
  "aria-label": string;
  wrong?: boolean;
  width?: string;
};

/** A field for a number in a row of the form. */
export function SmallInput({ wrong = false, width = "w-28", ...rest }: SmallInputProps) {
  const rowError = use(RowErrorContext);
  return (
    <input
      aria-describedby={wrong ? rowError : undefined}
      {...rest}
      autoComplete="off"
      aria-invalid={wrong || undefined}
      className={cx(
        "h-8 rounded-sm bg-surface px-2 text-right text-sm tabular-nums shadow-[inset_0_0_0_1px_var(--color-control)] outline-none placeholder:text-text-3 focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent)] aria-invalid:shadow-[inset_0_0_0_1.5px_var(--color-danger)] touch:h-11 phone:text-lg",
        width,
      )}
    />
  );
}
