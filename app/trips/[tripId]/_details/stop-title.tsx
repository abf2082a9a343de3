"use client";

import { useTranslations } from "next-intl";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { categoryIcons } from "../_plan/category-icon.ts";
import { dayStyle } from "../_plan/day-color.ts";
import { usePlan } from "../_plan/plan-data.tsx";
import { hasNumber, stopsOf } from "../_plan/plan-model.ts";
import { StopMarker } from "../_plan/stop-marker.tsx";
import { useMay } from "../_shell/may.tsx";
import { useDraft } from "../_shell/use-draft.ts";
import { useStopField } from "./use-stop-field.ts";

export function StopTitle({ stop }: { stop: StopDto }) {
  const { edit } = useMay();
  return (
    <div className="px-4 pt-1 pb-0.5">
      {edit ? <NameField stop={stop} /> : <h2 className="text-xl font-semibold text-pretty">{stop.name}</h2>}
      <WhereLine stop={stop} />
    </div>
  );
}

/** The name is a field that grows with its text, so that a long one is read whole. */
function NameField({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const { save, presence } = useStopField(stop, "name");
  const draft = useDraft({
    of: stop.id,
    value: stop.name,
    save(text, baseSeq) {
      const name = text.replaceAll(/\s+/g, " ");
      if (name !== "") save({ name }, baseSeq);
    },
    ...presence,
  });
  return (
    <h2>
      <textarea
        {...draft.field}
        aria-label={t("name")}
        rows={1}
        maxLength={200}
        spellCheck={false}
        className={cx(
          "-mx-1.5 block w-[calc(100%+12px)] resize-none rounded-xs bg-transparent px-1.5 text-xl font-semibold outline-none field-sizing-content",
          "hover:bg-hover focus-visible:bg-surface focus-visible:shadow-[inset_0_0_0_1.5px_var(--color-accent)]",
        )}
      />
    </h2>
  );
}

/** Its marker, its day and where it is. */
function WhereLine({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const { days, byDay } = usePlan();
  const index = days.findIndex(({ id }) => id === stop.dayId);
  const day = days[index];
  const numbered = stopsOf(byDay, stop.dayId).filter(hasNumber);
  const number = hasNumber(stop) ? numbered.findIndex(({ id }) => id === stop.id) + 1 : null;
  const words = [day ? formats.day(day.date, { weekday: true }) : t("ideas"), stop.place?.address]
    .filter(Boolean)
    .join(" · ");
  return (
    <p style={dayStyle(Math.max(0, index))} className="mt-0.5 flex items-center gap-1.5 text-sm text-text-3">
      {day ? (
        <StopMarker number={number} category={stop.category} size="small" className="shrink-0" />
      ) : (
        <Icon of={categoryIcons[stop.category]} />
      )}
      <span className="truncate">{words}</span>
    </p>
  );
}
