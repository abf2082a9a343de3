"use client";

import { GripVertical, ThumbsUp } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { categoryIcons } from "../_base/icons/category-icon.ts";
import { usePlan } from "../_base/plan-data.tsx";
import { useMovingId } from "../_base/rows/drop-slot.tsx";

/**
 * The row that follows the pointer. It is narrower than a row of the list, so that the time in the gap stays visible.
 */
export function LiftedRow() {
  const t = useTranslations("trip");
  const formats = useFormats();
  const movingId = useMovingId();
  const { byDay, days } = usePlan();
  const stop = [...byDay.values()].flat().find(({ id }) => id === movingId);
  if (!stop) return null;
  const day = days.find(({ id }) => id === stop.dayId);
  const from = day ? t("drag.from", { list: formats.day(day.date, { weekday: true }) }) : t("drag.fromIdeas");
  const votes = stop.votes.filter(({ value }) => value > 0).length;
  return (
    <div className="ml-20 grid h-13 cursor-grabbing grid-cols-[16px_22px_minmax(0,1fr)_auto] items-center gap-2.5 rounded-md bg-raised pr-3.5 pl-2.5 shadow-2 phone:ml-6 phone:h-15">
      <Icon of={GripVertical} className="text-text-3" />
      <Icon of={categoryIcons[stop.category]} size={20} className="text-text-2" />
      <div className="min-w-0">
        <p className="truncate font-medium">{stop.name}</p>
        <p className="truncate text-xs text-text-3">{from}</p>
      </div>
      {votes > 0 ? (
        <span className="inline-flex items-center gap-1 text-xs text-text-3">
          <Icon of={ThumbsUp} size={14} />
          {votes}
        </span>
      ) : null}
    </div>
  );
}
