"use client";

import { useRef } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { cx } from "#app/_ui/cx.ts";
import { isCalendarDate } from "#lib/shared/dates.ts";
import { useAutosaveField } from "../_base/text/use-autosave-field.ts";

type EndDateProps = {
  /** The id of the reservation. */
  of: string;
  label: string;
  /** The date as `YYYY-MM-DD`; "" if there is none. */
  value: string;
  placeholder: string;
  min?: string | undefined;
  presence: { onFocus: () => void; onBlur: () => void };
  onSave: (date: string, baseSeq: number) => void;
};

/** A date as text; while it is hovered or focused, the browser's own date field is shown instead. */
export function StartOrEndDate({ of, label, value, placeholder, min, presence, onSave }: EndDateProps) {
  const formats = useFormats();
  const isTyped = useRef(false);
  const { field } = useAutosaveField({ of, value, save: onSave, ...presence });
  const shown = isCalendarDate(field.value)
    ? formats.day(field.value, { weekday: true, year: false })
    : placeholder;
  return (
    <span className="relative -mx-1.5 flex h-7 items-center rounded-xs px-1.5 hover:bg-press touch:h-9">
      <span
        aria-hidden
        className={cx("whitespace-nowrap phone:text-lg", field.value === "" && "text-text-3")}
      >
        {shown}
      </span>
      <input
        {...field}
        type="date"
        aria-label={label}
        min={min}
        onKeyDown={(event) => {
          isTyped.current = true;
          field.onKeyDown(event);
        }}
        onPointerDown={() => {
          isTyped.current = false;
        }}
        onClick={(event) => event.currentTarget.showPicker?.()}
        onChange={(event) => {
          field.onChange(event);
          // A date that was picked and not typed is complete, so the field is left and saves itself.
          const input = event.currentTarget;
          if (!isTyped.current) requestAnimationFrame(() => input.blur());
        }}
        className="absolute top-0 left-0 h-full w-full min-w-0 cursor-pointer rounded-xs bg-surface px-1.5 opacity-0 outline-none focus:w-34 focus:opacity-100 focus:shadow-[inset_0_0_0_1.5px_var(--color-accent)] focus:z-1 phone:text-lg phone:focus:w-40"
      />
    </span>
  );
}
