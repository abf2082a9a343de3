"use client";

import { type ReactNode, useRef } from "react";
import { cx } from "#app/_ui/cx.ts";
import { type DateRangeValue, lastCompleteRange, withStart } from "#app/_ui/date-range.ts";
import { FieldMessage, type FieldLook } from "#app/_ui/field.tsx";
import { TextField, type TextFieldProps } from "#app/_ui/text-field.tsx";

type DateFieldProps = Omit<TextFieldProps, "type" | "value" | "onChange" | "min" | "max" | "icon"> & {
  /** The date as `YYYY-MM-DD`, or "" for none. */
  value: string;
  onChange: (date: string) => void;
  min?: string | undefined;
  max?: string | undefined;
};

/** The platform's own date input: typed on a keyboard, chosen from a wheel or a calendar on a phone. */
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

type DateRangeProps = Pick<FieldLook, "hint" | "error" | "className"> & {
  id: string;
  /** The legend of both fields, such as "When". */
  legend: ReactNode;
  labels: { start: string; end: string };
  value: DateRangeValue;
  onChange: (value: DateRangeValue) => void;
  /** Whether the last day moves with every change of the first one, and not only when it would be before it. */
  along?: boolean;
};

/** Two dates, the second of which is never before the first: when the first is moved past it, the second moves, too. */
export function DateRange({ id, legend, labels, value, onChange, along = false, ...look }: DateRangeProps) {
  const { hint, error, className } = look;
  const before = useRef<DateRangeValue | null>(null);
  const setStart = (start: string) => onChange(withStart(before.current ?? value, start, along));
  return (
    <fieldset className={cx("min-w-0", className)}>
      <legend className="mb-1.5 flex items-center gap-1 text-sm font-medium">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        <DateField
          hideLabel
          label={labels.start}
          value={value.start}
          onChange={setStart}
          onFocus={() => {
            before.current = lastCompleteRange(value, before.current);
          }}
        />
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
