"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { DateField } from "#app/_ui/date-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { isCalendarDate } from "#lib/shared/dates.ts";
import { MAX_NIGHTS } from "#lib/shared/money-limits.ts";
import { lastMorningOfStay } from "./expense-prefill.ts";
import type { FormField } from "./form-problems.ts";
import { FormRow } from "./form-row.tsx";
import type { FormState } from "./use-expense-form.ts";

type DaySectionProps = {
  state: FormState;
  open: boolean;
  onToggle: () => void;
  error: (field: FormField) => string | undefined;
};

/** Fields for the day of the payment and, for lodging, the number of nights. */
export function DaySection({ state, open, onToggle, error }: DaySectionProps) {
  const t = useTranslations("trip-expense");
  const formats = useFormats();
  const { form, reading, change } = state;
  const { nights } = reading.fields;
  const isLodging = reading.category === "lodging";
  const isToday = form.spentOn === state.today;
  const day = isCalendarDate(form.spentOn) ? formats.day(form.spentOn, { weekday: true }) : t("noDay");
  const isStay = isLodging && nights !== null && nights >= 1 && nights <= MAX_NIGHTS;
  return (
    <FormRow
      label={t("day")}
      value={
        <>
          {day}{" "}
          <span className="text-text-3">
            {[isToday ? t("today") : "", isStay ? t("nights.count", { count: nights }) : ""]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </>
      }
      open={open}
      onToggle={onToggle}
      error={open ? undefined : (error("spentOn") ?? error("nights"))}
    >
      <div className={isLodging ? "grid grid-cols-[minmax(0,1fr)_112px] gap-2" : ""}>
        <DateField
          label={t("dayPaid")}
          hideLabel={!isLodging}
          value={form.spentOn}
          error={error("spentOn")}
          onChange={(spentOn) => change({ spentOn })}
        />
        {isLodging ? (
          <TextField
            label={t("nights.label")}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={form.nights}
            error={error("nights")}
            onChange={(event) => change({ nights: event.target.value })}
          />
        ) : null}
      </div>
      {isStay && isCalendarDate(form.spentOn) ? (
        <p className="mt-1.5 text-sm text-pretty text-text-3">
          {t("nights.how", {
            from: formats.day(form.spentOn, { year: false }),
            to: formats.day(lastMorningOfStay(form.spentOn, nights), { year: false }),
          })}
        </p>
      ) : null}
    </FormRow>
  );
}
