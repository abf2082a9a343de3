"use client";

import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useSteady } from "#app/_ui/use-steady.ts";

export type FieldLook = {
  label: string;
  /** Quiet word after the label, such as "optional". */
  note?: string | undefined;
  /** Right end of the label's line, such as a link. */
  labelEnd?: ReactNode;
  /** One line under the control; gives way to the error. */
  hint?: ReactNode;
  error?: string | undefined;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
};

/** The frame of a control: 44 px (48 on a phone), 2 px accent inside on focus, danger line when it is wrong. */
export const controlClass =
  "flex h-11 items-center gap-2 rounded-sm bg-surface px-3 text-md shadow-[inset_0_0_0_1px_var(--color-control)] focus-within:shadow-[inset_0_0_0_2px_var(--color-accent)] focus-within:outline-2 focus-within:outline-transparent has-[[aria-invalid=true]]:shadow-[inset_0_0_0_1.5px_var(--color-danger)] has-[[aria-invalid=true]:focus]:shadow-[inset_0_0_0_2px_var(--color-danger)] has-[:disabled]:bg-sunken has-[:disabled]:shadow-[inset_0_0_0_1px_var(--color-line-strong)] phone:h-12 phone:text-lg phone:tracking-normal";

/** The bare input inside the frame; the frame shows its focus. */
export const inputClass =
  "h-full min-w-0 flex-1 bg-transparent outline-none focus-visible:shadow-none disabled:text-text-3 data-empty:not-focus:text-text-3";

/** Ids that tie a control to its hint and error; spread the result onto the input. */
export function describe(id: string, look: Pick<FieldLook, "hint" | "error">) {
  const says = look.error ? `${id}-error` : look.hint ? `${id}-hint` : undefined;
  return { id, "aria-invalid": look.error ? true : undefined, "aria-describedby": says };
}

/** Label above, control, then error or hint. */
export function Field({ id, children, ...look }: FieldLook & { id: string; children: ReactNode }) {
  return (
    <div className={look.className}>
      <div className={cx("mb-1.5 flex items-baseline gap-1 text-sm", look.hideLabel && "sr-only")}>
        <label htmlFor={id} className="font-medium">
          {look.label}
        </label>
        {look.note ? <span className="text-text-3">{look.note}</span> : null}
        {look.labelEnd ? <span className="ml-auto">{look.labelEnd}</span> : null}
      </div>
      {children}
      <FieldMessage id={id} hint={look.hint} error={look.error} />
    </div>
  );
}

type FieldMessageProps = { id: string } & Pick<FieldLook, "hint" | "error">;

/** Below a control: what leaving it by a press finds wrong shows after the press, which it would else move away from. */
export function FieldMessage({ id, hint, error: found }: FieldMessageProps) {
  const error = useSteady(found);
  if (error) {
    return (
      <p id={`${id}-error`} role="alert" className="mt-1.5 flex gap-1.5 text-sm text-pretty text-danger">
        <Icon of={TriangleAlert} size={14} className="mt-0.75" />
        {error}
      </p>
    );
  }
  return hint ? (
    <p id={`${id}-hint`} className="mt-1.5 text-sm text-text-3">
      {hint}
    </p>
  ) : null;
}
