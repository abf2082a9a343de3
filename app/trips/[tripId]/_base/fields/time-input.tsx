"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { parseTypedTime } from "#lib/shared/typed-time.ts";
import { useAutosaveField } from "../text/use-autosave-field.ts";
import { bareInputClass } from "./prop-row.tsx";

type TypedTime = {
  /** The id of the row that the time belongs to. */
  of: string;
  /** The time as `HH:mm`; "" if there is none. */
  value: string;
  presence: { onFocus: () => void; onBlur: () => void };
  onSave: (time: string | null, baseSeq: number) => void;
};

/** A field for a time, which accepts "930", "9:30" and "9pm"; an empty text removes the time. */
export function useTypedTime({ of, value, presence, onSave }: TypedTime) {
  const t = useTranslations("trip-details");
  return useAutosaveField({
    of,
    value,
    ...presence,
    save(text, baseSeq) {
      const time = text === "" ? null : parseTypedTime(text);
      if (text !== "" && time === null) return t("timeWrong");
      onSave(time, baseSeq);
      return null;
    },
  });
}

type TimeInputProps = {
  typed: ReturnType<typeof useTypedTime>;
  label: string;
  placeholder: string;
  /** The classes that set the width of the field while it shows the placeholder. */
  placeholderClass: string;
  wrongId: string;
};

export function TimeInput({ typed, label, placeholder, placeholderClass, wrongId }: TimeInputProps) {
  const { field, dirty, wrong } = typed;
  return (
    <input
      {...field}
      aria-label={label}
      aria-invalid={wrong === null ? undefined : true}
      aria-describedby={wrong === null ? undefined : wrongId}
      placeholder={placeholder}
      inputMode="numeric"
      maxLength={20}
      autoComplete="off"
      className={cx(bareInputClass, field.value !== "" || dirty ? "w-13 phone:w-15" : placeholderClass)}
    />
  );
}
