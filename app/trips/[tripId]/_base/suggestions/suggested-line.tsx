"use client";

import { FilePen } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { DraftRowEffect } from "#lib/client/writes/suggestion-view.ts";
import { usePlan } from "../plan-data.tsx";
import { labelKey } from "../../_model/suggestions/label-key.ts";

/** The classes of a row that the user's draft changes. */
export const suggestedRow = "outline-1 -outline-offset-1 outline-dashed outline-accent-line";

/** Shows how the user's draft changes a stop, instead of the row's usual text. */
export function SuggestedLine({ mark, className }: { mark: DraftRowEffect; className?: string }) {
  const words = useDraftChangeText();
  return (
    <p className={cx(className, "text-accent-text!")}>
      <Icon of={FilePen} size={14} />
      <span className="min-w-0 truncate">{words(mark)}</span>
    </p>
  );
}

/**
 * Returns a function that describes a draft's change of a row: "Suggested: delete" or "Suggested: from Mon 5 Apr,
 * time".
 */
export function useDraftChangeText(): (mark: DraftRowEffect) => string {
  const t = useTranslations("trip-suggestions");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const { days } = usePlan();
  return ({ isNew, isRemoved, isMoved, fromDayId, fields }) => {
    if (isRemoved) return t("mark.delete");
    if (isNew) return t("mark.new");
    const from = days.find(({ id }) => id === fromDayId)?.date;
    const list = from === undefined ? tTrip("ideas") : formats.day(from, { weekday: true });
    const what = [
      ...(isMoved ? [fromDayId === undefined ? t("mark.order") : t("mark.from", { list })] : []),
      ...new Set(fields.map((field) => t(`field.${labelKey(field)}`).toLocaleLowerCase())),
    ];
    return t("mark.changed", { what: formats.list(what) });
  };
}
