"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { categoryIcons } from "../_base/icons/category-icon.ts";
import { dayStyle } from "../_base/rows/day-color.ts";
import { useShownPlan } from "../_base/plan-data.tsx";
import { hasNumber, stopsOf } from "../_model/plan/plan-model.ts";
import { StopMarker } from "../_base/rows/stop-marker.tsx";
import { useMay } from "../_base/may.tsx";
import { TitleField } from "../_base/fields/title-field.tsx";
import { useStopField } from "../_base/fields/use-stop-field.ts";

export function StopTitle({ stop }: { stop: StopDto }) {
  const { change } = useMay();
  return (
    <div className="px-4 pt-1 pb-0.5">
      {change ? (
        <NameField stop={stop} />
      ) : (
        <h2 className="text-xl font-semibold text-pretty">{stop.name}</h2>
      )}
      <WhereLine stop={stop} />
    </div>
  );
}

function NameField({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const { save, presence } = useStopField(stop, "name");
  return (
    <TitleField
      of={stop.id}
      value={stop.name}
      label={t("name")}
      save={(name, baseSeq) => save({ name }, baseSeq)}
      presence={presence}
    />
  );
}

/** Shows the stop's marker, day, category and address. */
function WhereLine({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const { days, byDay } = useShownPlan();
  const index = days.findIndex(({ id }) => id === stop.dayId);
  const day = days[index];
  const numbered = stopsOf(byDay, stop.dayId).filter(hasNumber);
  // A stop that is not part of the selected member's plan has no number in it.
  const number = numbered.findIndex(({ id }) => id === stop.id) + 1 || null;
  const kind = stop.category === "other" ? null : tTrip(`category.${stop.category}`);
  const words = [day ? formats.day(day.date, { weekday: true }) : t("ideas"), kind, stop.place?.address]
    .filter(Boolean)
    .join(" · ");
  return (
    <p style={dayStyle(Math.max(0, index))} className="mt-0.5 flex items-center gap-1.5 text-sm text-text-3">
      {day ? (
        <StopMarker
          number={number}
          category={stop.category}
          isPlaced={stop.place !== null}
          size="small"
          className="shrink-0"
        />
      ) : (
        <Icon of={categoryIcons[stop.category]} />
      )}
      <span className="truncate">{words}</span>
    </p>
  );
}
