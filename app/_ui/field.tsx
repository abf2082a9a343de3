"use client";

import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useStableDuringPress } from "#app/_ui/use-stable-during-press.ts";

export type FieldLook = {
  label: string;
  /** A short note after the label, such as "optional". */
  note?: string | undefined;
  /** Content at the right end of the label's line, such as a link. */
  labelEnd?: ReactNode;
  /** One line below the control; an error replaces it. */
  hint?: ReactNode;
  error?: string | undefined;
  /** Whether the label is visible to screen readers only. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
};

/**
 * The classes of a control's frame: 44 px high (48 px on a phone), with a line of 2 px on focus and a red line for an
 * error.
 */
export const controlClass =
  "flex h-11 items-center gap-2 rounded-sm bg-surface px-3 text-md shadow-[inset_0_0_0_1px_var(--color-control)] focus-within:shadow-[inset_0_0_0_2px_var(--color-accent)] focus-within:outline-2 focus-within:outline-transparent has-[[aria-invalid=true]]:shadow-[inset_0_0_0_1.5px_var(--color-danger)] has-[[aria-invalid=true]:focus]:shadow-[inset_0_0_0_2px_var(--color-danger)] has-[:disabled]:bg-sunken has-[:disabled]:shadow-[inset_0_0_0_1px_var(--color-line-strong)] phone:h-12 phone:text-lg phone:tracking-normal";

/** The classes of the input inside the frame, which shows the focus instead. */
export const inputClass =
  "h-full min-w-0 flex-1 bg-transparent outline-none focus-visible:shadow-none disabled:text-text-3 data-empty:not-focus:text-text-3";

/** Returns the attributes that connect a control with its hint and error; spread them onto the input. */
export function describedByProps(id: string, look: Pick<FieldLook, "hint" | "error">) {
  const says = look.error ? `${id}-error` : look.hint ? `${id}-hint` : undefined;
  return { id, "aria-invalid": look.error ? true : undefined, "aria-describedby": says };
}

/** A control with its label above and its error or hint below. */
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

/**
 * The hint or error below a control. An error that appears because a press takes the focus away is shown after the
 * press, because it would move the pressed element.
 */
export function FieldMessage({ id, hint, error: found }: FieldMessageProps) {
  const error = useStableDuringPress(found);
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
