"use client";

import { ChevronDown, type LucideIcon } from "lucide-react";
import { createContext, type ReactNode, useId } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { FieldMessage } from "#app/_ui/field.tsx";

const rowClass =
  "-mx-2 grid min-h-11 w-[calc(100%+16px)] grid-cols-[80px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-sm px-2 text-left hover:bg-hover phone:min-h-12 phone:text-lg phone:tracking-normal";

/** The id of the element with the row's error message, for the fields inside the row. */
export const RowErrorContext = createContext<string | undefined>(undefined);

type FormRowProps = {
  label: string;
  /** What the row shows while it is closed. */
  value: ReactNode;
  open: boolean;
  onToggle: () => void;
  error?: string | undefined;
  children: ReactNode;
};

/** A row that shows the chosen value and opens to change it. */
export function FormRow({ label, value, open, onToggle, error, children }: FormRowProps) {
  const id = useId();
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? `${id}-panel` : undefined}
        aria-describedby={errorId}
        data-wrong={error ? true : undefined}
        onClick={onToggle}
        className={rowClass}
      >
        <span className="text-text-3">{label}</span>
        <span className="min-w-0 py-1.5 text-pretty">{value}</span>
        <Icon
          of={ChevronDown}
          className={cx(
            "text-text-3 transition-transform motion-reduce:transition-none",
            open && "rotate-180",
          )}
        />
      </button>
      {open ? (
        <div id={`${id}-panel`} className="pt-1 pb-3">
          <RowErrorContext value={errorId}>{children}</RowErrorContext>
        </div>
      ) : null}
      {error ? (
        <div className="-mt-1 pb-2">
          <FieldMessage id={id} error={error} hint={undefined} />
        </div>
      ) : null}
    </div>
  );
}

type ActionRowProps = { label: string; value: ReactNode; icon: LucideIcon; onClick: () => void };

/** A row of the form that is a button and does not open. */
export function ActionRow({ label, value, icon, onClick }: ActionRowProps) {
  return (
    <button type="button" onClick={onClick} className={rowClass}>
      <span className="text-text-3">{label}</span>
      <span className="min-w-0 truncate">{value}</span>
      <Icon of={icon} className="text-text-3" />
    </button>
  );
}

type SwitchRowProps = { on: boolean; onChange: (on: boolean) => void; label: string; hint: ReactNode };

export function SwitchRow({ on, onChange, label, hint }: SwitchRowProps) {
  const id = useId();
  return (
    <label
      htmlFor={`${id}-switch`}
      className="flex min-h-11 cursor-pointer items-center gap-3 phone:min-h-12 phone:text-lg phone:tracking-normal"
    >
      <input
        type="checkbox"
        id={`${id}-switch`}
        role="switch"
        aria-labelledby={`${id}-words`}
        aria-checked={on}
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className="relative h-5.5 w-9 shrink-0 rounded-full bg-control transition-colors peer-checked:bg-accent peer-focus-visible:shadow-(--ring) after:absolute after:top-0.5 after:left-0.5 after:size-4.5 after:rounded-full after:bg-surface after:transition-transform peer-checked:after:translate-x-3.5 motion-reduce:after:transition-none"
      />
      <span id={`${id}-words`} className="min-w-0 py-1.5 text-pretty">
        <span className="font-medium">{label}</span> <span className="text-text-3">{hint}</span>
      </span>
    </label>
  );
}
