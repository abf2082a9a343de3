"use client";

import { X } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId } from "react";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Select } from "#app/_ui/select.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { categoryIcons } from "../_base/icons/category-icon.ts";
import { usePlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useDecisionWords } from "./use-decision-words.ts";
import { openDecisionOf } from "../_base/rows/use-open-decision.ts";

type CandidatesFieldProps = {
  /** The id of the edited decision, whose own stops are available; null for a new one. */
  decisionId: string | null;
  stops: readonly StopDto[];
  onChange: (stopIds: string[]) => void;
  error?: string | undefined;
};

/** The candidates, and a menu of the stops that can be added: ideas first, then the days in their order. */
export function CandidatesField({ decisionId, stops, onChange, error }: CandidatesFieldProps) {
  const t = useTranslations("trip-decisions");
  const headId = useId();
  const ids = stops.map(({ id }) => id);
  const options = useFreeStops(decisionId, ids);
  return (
    <div role="group" aria-labelledby={headId}>
      <span id={headId} className="mb-1.5 block text-sm font-medium">
        {t("form.candidates")}
      </span>
      <ol className={stops.length > 0 ? "mb-1.5" : ""}>
        {stops.map((stop) => (
          <li key={stop.id} className="flex min-h-8 items-center gap-2 touch:min-h-11">
            <Icon of={categoryIcons[stop.category]} className="text-text-2" />
            <span className="min-w-0 flex-1 truncate">{stop.name}</span>
            <IconButton
              size="sm"
              icon={X}
              label={t("form.remove", { name: stop.name })}
              onClick={() => onChange(ids.filter((id) => id !== stop.id))}
            />
          </li>
        ))}
      </ol>
      <Select
        hideLabel
        label={t("form.addCandidate")}
        value=""
        disabled={options.length === 0}
        options={[
          { value: "", label: options.length === 0 ? t("form.nothingToAdd") : t("form.addHint") },
          ...options,
        ]}
        error={error}
        onChange={(event) => event.target.value && onChange([...ids, event.target.value])}
      />
    </div>
  );
}

function useFreeStops(decisionId: string | null, chosen: readonly string[]) {
  const { byDay, days } = usePlan();
  const { day } = useDecisionWords();
  const decisions = useTrip((trip) => trip.decisions);
  const isFree = ({ id }: StopDto) => {
    const decision = openDecisionOf(decisions, id);
    return !chosen.includes(id) && (decision === null || decision.id === decisionId);
  };
  return [null, ...days.map(({ id }) => id)].flatMap((dayId) =>
    stopsOf(byDay, dayId)
      .filter(isFree)
      .map(({ id, name }) => ({ value: id, label: dayId === null ? name : `${name} · ${day(dayId)}` })),
  );
}
