"use client";

import { CopyCheck, Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Dialog } from "#app/_ui/dialog.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import type { OpeningHours } from "#lib/shared/opening-hours.ts";
import {
  addSpan,
  copyToAll,
  formOf,
  type HoursForm,
  hoursOf,
  isTime,
  MAX_SPANS,
  type TypedSpan,
} from "./hours-form.ts";
import { WEEKDAYS, type Weekday, weekdayName } from "../_base/fields/weekdays.ts";

const FORM_ID = "opening-hours";

type HoursDialogProps = {
  name: string;
  hours: OpeningHours | null;
  onClose: () => void;
  onSave: (hours: OpeningHours | null) => void;
};

/** The editor of opening hours by weekday; a weekday without hours is closed. */
export function HoursDialog({ name, hours, onClose, onSave }: HoursDialogProps) {
  const t = useTranslations("trip-details");
  const [start] = useState(() => formOf(hours));
  const [form, setForm] = useState(start);
  const [checked, setChecked] = useState(false);
  const isWrong = hoursOf(form) === null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const typed = hoursOf(form);
    if (typed) onSave(typed);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("hours.title")}
      description={t("hours.of", { name })}
      closeLabel={t("close")}
      width="sm"
      stays={form !== start}
      footer={
        <>
          {hours === null ? null : (
            <Button tone="plain" className="mr-auto text-text-2" onClick={() => onSave(null)}>
              {t("hours.clear")}
            </Button>
          )}
          <Button tone="plain" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={FORM_ID} tone="primary">
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="-mx-2">
        {WEEKDAYS.map((day) => (
          <DayHours
            key={day}
            day={day}
            spans={form[day]}
            checked={checked}
            onChange={(spans) => setForm({ ...form, [day]: spans })}
            onCopy={() => setForm(copyToAll(form, day))}
          />
        ))}
        {checked && isWrong ? (
          <InlineAlert tone="danger" live className="mx-2 mt-3">
            {t("timeWrong")}
          </InlineAlert>
        ) : null}
      </form>
    </Dialog>
  );
}

type DayHoursProps = {
  day: Weekday;
  spans: HoursForm[Weekday];
  checked: boolean;
  onChange: (spans: HoursForm[Weekday]) => void;
  onCopy: () => void;
};

function DayHours({ day, spans, checked, onChange, onCopy }: DayHoursProps) {
  const t = useTranslations("trip-details");
  const locale = intlLocales[useFormats().locale];
  const name = weekdayName(day, locale, "long");
  const isFull = spans.length >= MAX_SPANS;
  return (
    <fieldset className="grid min-h-10 min-w-0 grid-cols-[96px_minmax(0,1fr)_auto] items-start rounded-sm px-2 py-0.5 focus-within:bg-hover touch:min-h-12 phone:grid-cols-[72px_minmax(0,1fr)_auto]">
      <legend className="sr-only">{name}</legend>
      <span aria-hidden className="flex h-9 items-center text-sm touch:h-11 phone:text-md">
        <span className="phone:hidden">{name}</span>
        <span className="md:hidden">{weekdayName(day, locale)}</span>
      </span>
      <div className="min-w-0">
        {spans.length === 0 ? (
          <span className="flex h-9 items-center text-sm text-text-3 touch:h-11">{t("hours.closed")}</span>
        ) : (
          spans.map((span, index) => (
            <SpanFields
              key={span.id}
              span={span}
              name={index === 0 ? name : `${name} ${index + 1}`}
              checked={checked}
              onChange={(next) => onChange(spans.map((each) => (each.id === span.id ? next : each)))}
              onRemove={() => onChange(spans.filter(({ id }) => id !== span.id))}
            />
          ))
        )}
      </div>
      <div className="flex h-9 items-center touch:h-11">
        {spans.length > 0 ? (
          <IconButton label={t("hours.copy", { day: name })} icon={CopyCheck} size="sm" onClick={onCopy} />
        ) : null}
        <IconButton
          label={t("hours.add", { day: name })}
          icon={Plus}
          size="sm"
          disabled={isFull}
          onClick={() => onChange(addSpan(spans))}
        />
      </div>
    </fieldset>
  );
}

type SpanFieldsProps = {
  span: TypedSpan;
  name: string;
  checked: boolean;
  onChange: (span: TypedSpan) => void;
  onRemove: () => void;
};

function SpanFields({ span, name, checked, onChange, onRemove }: SpanFieldsProps) {
  const t = useTranslations("trip-details");
  const field = (of: "opens" | "closes") => ({
    value: span[of],
    "aria-label": t(of === "opens" ? "hours.opens" : "hours.closes", { day: name }),
    "aria-invalid": (checked && !isTime(span[of])) || undefined,
    onChange: (text: string) => onChange({ ...span, [of]: text }),
  });
  return (
    <div className="flex h-9 items-center gap-1 touch:h-11">
      <TimeField {...field("opens")} />
      <span className="text-text-3">–</span>
      <TimeField {...field("closes")} />
      <IconButton
        label={t("hours.remove", { day: name })}
        icon={X}
        size="sm"
        className="text-text-3"
        onClick={onRemove}
      />
    </div>
  );
}

type TimeFieldProps = {
  value: string;
  "aria-label": string;
  "aria-invalid": true | undefined;
  onChange: (text: string) => void;
};

function TimeField({ onChange, ...field }: TimeFieldProps) {
  return (
    <input
      {...field}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      placeholder="09:00"
      onChange={(event) => onChange(event.target.value)}
      className={cx(
        "h-8 w-16 rounded-sm border border-control bg-surface px-2 text-sm outline-none placeholder:text-text-3 focus-visible:border-accent focus-visible:shadow-(--ring) touch:h-10 phone:text-lg",
        field["aria-invalid"] && "border-danger",
      )}
    />
  );
}
