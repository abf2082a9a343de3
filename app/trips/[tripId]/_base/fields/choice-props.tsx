"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { STOP_CATEGORIES } from "#lib/shared/stop-categories.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { categoryIcons } from "../icons/category-icon.ts";
import { usePlan } from "../plan-data.tsx";
import { stopsOf } from "../../_model/plan/plan-model.ts";
import { useUndoToast, useWrites } from "../writes.tsx";
import { PropRow } from "./prop-row.tsx";
import { useStopField } from "./use-stop-field.ts";

type ChoiceProps = { stop: StopDto; readOnly: boolean };

const IDEAS = "ideas";

/** The stop's day; choosing another day moves the stop to the end of that day. */
export function DayProp({ stop, readOnly }: ChoiceProps) {
  const t = useTranslations("trip-details");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const { days, byDay } = usePlan();
  const options = [
    ...days.map((day) => ({
      value: day.id,
      label: [formats.day(day.date, { weekday: true }), day.title].filter(Boolean).join(" · "),
    })),
    { value: IDEAS, label: t("ideas") },
  ];
  const value = days.some(({ id }) => id === stop.dayId) ? (stop.dayId ?? IDEAS) : IDEAS;

  function move(to: string) {
    const dayId = to === IDEAS ? null : to;
    const afterId = stopsOf(byDay, dayId).at(-1)?.id ?? null;
    const day = days.find(({ id }) => id === dayId);
    const place = day ? formats.day(day.date, { weekday: true }) : t("ideas");
    const write = writes.moveStop(stop.id, { dayId, afterId });
    undoToast(tTrip("movedTo", { name: stop.name, place }), write, { id: `move:${stop.id}` });
  }

  return <ChoiceProp label={t("day")} value={value} options={options} readOnly={readOnly} onChange={move} />;
}

export function CategoryProp({ stop, readOnly }: ChoiceProps) {
  const t = useTranslations("trip-details");
  const tTrip = useTranslations("trip");
  const { save, presence } = useStopField(stop, "category");
  const options = STOP_CATEGORIES.map((value) => ({ value, label: tTrip(`category.${value}`) }));
  return (
    <ChoiceProp
      label={t("category")}
      icon={<Icon of={categoryIcons[stop.category]} className="text-text-2" />}
      value={stop.category}
      options={options}
      readOnly={readOnly}
      presence={presence}
      onChange={(value) => {
        const category = STOP_CATEGORIES.find((known) => known === value);
        if (category) save({ category });
      }}
    />
  );
}

type ChoicePropProps = {
  label: string;
  icon?: React.ReactNode;
  value: string;
  options: ReadonlyArray<{ value: string; label: string }>;
  readOnly: boolean;
  presence?: { onFocus: () => void; onBlur: () => void };
  onChange: (value: string) => void;
};

/** The browser's own select element, invisible above the text of the chosen option. */
export function ChoiceProp({ label, icon, value, options, readOnly, presence, onChange }: ChoicePropProps) {
  const id = useId();
  const words = options.find((option) => option.value === value)?.label ?? "";
  if (readOnly) {
    return (
      <PropRow label={label}>
        {icon}
        <span className="min-w-0 truncate">{words}</span>
      </PropRow>
    );
  }
  return (
    <PropRow label={label} htmlFor={id} className="relative has-[select:focus-visible]:shadow-(--ring)">
      {icon}
      <span aria-hidden className="min-w-0 flex-1 truncate">
        {words}
      </span>
      <Icon of={ChevronDown} size={14} className="text-text-3" />
      <select
        id={id}
        value={value}
        {...presence}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 cursor-pointer opacity-0 phone:text-lg"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </PropRow>
  );
}
