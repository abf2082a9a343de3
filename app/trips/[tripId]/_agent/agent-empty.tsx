"use client";

import { Sparkles } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { TripDto } from "#lib/shared/trips.ts";
import { useMay } from "../_base/may.tsx";
import { useViewState } from "../_base/view.tsx";

type AgentEmptyProps = { onAsk: (text: string) => void };

/** Says what the agent is for, and offers messages that fit this trip. */
export function AgentEmpty({ onAsk }: AgentEmptyProps) {
  const t = useTranslations("trip-agent");
  const { ask: mayAsk } = useMay();
  const starts = useStarts();
  return (
    <EmptyState icon={Sparkles} title={t("empty.title")} level={3} className="py-8">
      {mayAsk ? t("empty.body") : t("empty.guest")}
      {mayAsk ? (
        <ul aria-label={t("empty.starts")} className="mt-5 flex flex-col items-stretch gap-2 text-left">
          {starts.map((words) => (
            <li key={words}>
              <Button
                className="h-auto! min-h-8 w-full touch:min-h-11 justify-start! py-1.5 text-left whitespace-normal!"
                onClick={() => onAsk(words)}
              >
                {words}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </EmptyState>
  );
}

const STARTS = 4;

/** Returns the offered messages, which depend on the trip's present state. */
function useStarts(): string[] {
  const t = useTranslations("trip-agent");
  const formats = useFormats();
  const activeDayId = useViewState((view) => view.activeDayId);
  const trip = useTrip();
  const { days, stops, destination, title } = trip;
  const place = destination?.name ?? title;
  const day = days.find(({ id }) => id === activeDayId) ?? days[0];
  const count = (dayId: string | null) => stops.filter((stop) => stop.dayId === dayId).length;
  const starts: string[] = [];
  if (days.length === 0) starts.push(t("start.whenTo", { place }));
  if (stops.length === 0) starts.push(t("start.firstDay", { place }));
  if (day && stops.length > 0) {
    const named = { day: formats.day(day.date, { weekday: true }) };
    starts.push(count(day.id) > 3 ? t("start.lighter", named) : t("start.fill", named));
  }
  const name = nameNear(trip, day?.id);
  if (name !== null) starts.push(t("start.dinner", { name }));
  if (days.length > 0 && count(null) > 1) starts.push(t("start.ideas"));
  if (stops.length > 0) starts.push(t("start.missing"));
  starts.push(t("start.packing"));
  return starts.slice(0, STARTS);
}

/** Returns the name of the day's last stop that has a place. */
function nameNear({ stops }: TripDto, dayId: string | undefined): string | null {
  return stops.findLast((stop) => stop.dayId === dayId && stop.place !== null)?.name ?? null;
}
