import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";

type PropRowProps = {
  label: string;
  /** The id of the control that the label belongs to, if there is exactly one. */
  htmlFor?: string;
  children: ReactNode;
  /** A note below the value. */
  note?: ReactNode;
  /** Whether the value is a list of rows; then the label is aligned with the first one. */
  isList?: boolean;
  className?: string;
};

/** A row with label and value, 32 px high (44 px on touch screens); hovering shows that it can be edited. */
export function PropRow({ label, htmlFor, children, note, isList, className }: PropRowProps) {
  const Label = htmlFor ? "label" : "span";
  return (
    <div
      className={cx(
        "grid min-h-8 grid-cols-[88px_minmax(0,1fr)] items-center rounded-sm px-2 text-sm focus-within:bg-hover hover:bg-hover touch:min-h-11 phone:grid-cols-[80px_minmax(0,1fr)] phone:text-md",
        className,
      )}
    >
      <Label
        {...(htmlFor ? { htmlFor } : {})}
        className={cx(
          "text-text-3",
          note || isList ? "flex items-center self-start" : null,
          note ? "h-7 touch:h-9" : isList ? "h-8 touch:h-11" : null,
        )}
      >
        {label}
      </Label>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 phone:text-lg">{children}</div>
      {note ? <div className="col-start-2 pb-1.5 text-xs text-text-3">{note}</div> : null}
    </div>
  );
}

/** The classes of an input in a row with label and value; the input has no frame until it is focused. */
export const bareInputClass =
  "-mx-1.5 h-7 min-w-0 rounded-xs bg-transparent px-1.5 text-ellipsis outline-none placeholder:text-text-3 focus-visible:bg-surface focus-visible:shadow-[inset_0_0_0_1.5px_var(--color-accent)] touch:h-9 phone:text-lg";
