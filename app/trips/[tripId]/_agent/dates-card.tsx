"use client";

import { CalendarDays, Check } from "lucide-react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { AgentPart } from "#lib/shared/agent.ts";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { Card } from "./card.tsx";

/** Shows proposed dates and how many stops they would move. A button opens the usual dialog, which sets them. */
export function DatesCard({ part }: { part: Extract<AgentPart, { type: "dates" }> }) {
  const t = useTranslations("trip-agent");
  const formats = useFormats();
  const view = useView();
  const { change } = useMay();
  const { startDate, endDate, mode, movedStops } = part;
  const isSet = useTrip((trip) => trip.startDate === startDate && trip.endDate === endDate);
  return (
    <Card title={t("dates.title")}>
      <p className="pt-1 font-medium">{formats.range(startDate, endDate, true)}</p>
      <p className="text-sm text-text-3">
        {t(`dates.${mode}`)} {t("dates.moves", { count: movedStops })}
      </p>
      {isSet ? (
        <p className="flex items-center gap-1.5 pt-1.5 text-sm text-success">
          <Icon of={Check} size={14} />
          {t("dates.set")}
        </p>
      ) : change ? (
        <Button
          size="sm"
          icon={CalendarDays}
          className="mt-2"
          onClick={() => view.set({ dialog: { dates: { startDate, endDate, mode } } })}
        >
          {t("dates.open")}
        </Button>
      ) : null}
    </Card>
  );
}
