"use client";

import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { FieldMessage, type FieldLook } from "#app/_ui/field.tsx";
import { TextField, type TextFieldProps } from "#app/_ui/text-field.tsx";

type DateFieldProps = Omit<TextFieldProps, "type" | "value" | "onChange" | "min" | "max" | "icon"> & {
  /** `YYYY-MM-DD`, or "" for none. */
  value: string;
  onChange: (date: string) => void;
  min?: string | undefined;
  max?: string | undefined;
};

/** The platform's own date input: typed on a keyboard, a wheel or a calendar on a phone. */
export function DateField({ value, onChange, ...props }: DateFieldProps) {
  return (
    <TextField
      {...props}
      type="date"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      data-empty={value === "" || undefined}
    />
  );
}

export type DateRangeValue = { start: string; end: string };

type DateRangeProps = Pick<FieldLook, "hint" | "error" | "className"> & {
  id: string;
  /** Names the pair, such as "When". */
  legend: ReactNode;
  labels: { start: string; end: string };
  value: DateRangeValue;
  onChange: (value: DateRangeValue) => void;
};

/** Two dates of which the second is never before the first: moving the first past it takes it along. */
export function DateRange({ id, legend, labels, value, onChange, hint, error, className }: DateRangeProps) {
  function setStart(start: string) {
    const end = value.end && start && value.end < start ? start : value.end;
    onChange({ start, end });
  }
  return (
    <fieldset className={cx("min-w-0", className)}>
      <legend className="mb-1.5 flex items-center gap-1 text-sm font-medium">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        <DateField hideLabel label={labels.start} value={value.start} onChange={setStart} />
        <DateField
          hideLabel
          label={labels.end}
          value={value.end}
          min={value.start || undefined}
          onChange={(end) => onChange({ ...value, end })}
        />
      </div>
      <FieldMessage id={id} hint={hint} error={error} />
    </fieldset>
  );
}
