"use client";

import { Check, Plus } from "lucide-react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { PlaceCredit } from "#app/_places/place-credit.tsx";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { newId } from "#lib/client/base/ids.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { PlaceDto } from "#lib/shared/places.ts";
import { zoneComparisonDates } from "#lib/shared/wall-clock.ts";
import { stopOfPlace } from "../_model/plan/stop-of-place.ts";
import { useMay } from "../_base/may.tsx";
import { useViewState } from "../_base/view.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { Card } from "./card.tsx";
import { usePreservedFocus } from "./use-preserved-focus.ts";

/** Lists places that the agent found. Members who may change the plan can add them to the day in view. */
export function PlacesCard({ places }: { places: readonly PlaceDto[] }) {
  const t = useTranslations("trip-agent");
  return (
    <Card title={t("places.title")}>
      <ul className="divide-y divide-line">
        {places.map((place) => (
          <PlaceLine key={place.placeRef} place={place} />
        ))}
      </ul>
      <div className="-mx-3 -mb-2">
        <PlaceCredit places={places} />
      </div>
    </Card>
  );
}

function PlaceLine({ place }: { place: PlaceDto }) {
  const t = useTranslations("trip-agent");
  const words = usePlaceWords();
  const { change } = useMay();
  const { where, add } = useAddPlace();
  const isThere = useTrip(({ stops }) => stops.some((stop) => stop.place?.placeRef === place.placeRef));
  const focus = usePreservedFocus<HTMLLIElement>(isThere);
  return (
    <li {...focus} className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {place.name}
          {place.alsoKnownAs ? (
            <span className="ml-1.5 font-normal text-text-3">{place.alsoKnownAs}</span>
          ) : null}
        </p>
        <p className="text-xs text-text-3">{words.about(place)}</p>
      </div>
      {isThere ? (
        <span className="flex shrink-0 items-center gap-1 text-xs text-success">
          <Icon of={Check} size={14} />
          {t("places.there")}
        </span>
      ) : change ? (
        <Button
          size="sm"
          icon={Plus}
          className="shrink-0"
          title={t("places.addTo", { where })}
          aria-label={`${t("places.addTo", { where })}: ${place.name}`}
          onClick={() => add(place)}
        >
          {where}
        </Button>
      ) : null}
    </li>
  );
}

/** Returns a function that adds a place to the day in view, or to Ideas if there is none. */
function useAddPlace() {
  const t = useTranslations("trip-agent");
  const trip = useTranslations("trip");
  const formats = useFormats();
  const words = usePlaceWords();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const activeDayId = useViewState((view) => view.activeDayId);
  const { days, timezone, ...dates } = useTrip((now) => ({
    days: now.days,
    timezone: now.timezone,
    startDate: now.startDate,
    endDate: now.endDate,
  }));
  const day = days.find(({ id }) => id === activeDayId) ?? null;
  const where = day ? formats.day(day.date, { weekday: true }) : trip("ideas");

  function add(place: PlaceDto) {
    const clock = day && { zone: day.timezone ?? timezone, ...zoneComparisonDates(dates, formats.today()) };
    const stop = stopOfPlace(place, words.address(place), clock);
    const write = writes.addStop({ id: newId(), dayId: day?.id ?? null, ...stop });
    undoToast(t("places.added", { name: stop.name, where }), write);
  }
  return { where, add };
}
