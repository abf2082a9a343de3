"use client";

import { Check, ChevronDown } from "lucide-react";
import { useId } from "react";
import { useTripPlaces } from "#app/_places/trip-places.tsx";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import type { NameMatches } from "#lib/client/places/place-candidates.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { PlaceDto } from "#lib/shared/places.ts";
import type { StopDto } from "#lib/shared/stops.ts";

type CandidateRowProps = {
  stop: StopDto;
  found: NameMatches;
  /** The chosen place; null for none. */
  place: PlaceDto | null;
  /** Whether the stop has got a place since the dialog was opened. */
  isDone: boolean;
  /** Is called with the reference of the chosen place; null means that the user wants none of the found places. */
  onChoose: (ref: string | null) => void;
};

/**
 * A stop with the place that it would get. The other places are in the browser's own select element, which lies
 * invisibly above the text.
 */
export function FoundPlaceRow({ stop, found, place, isDone, onChoose }: CandidateRowProps) {
  const t = useTranslations("trip");
  const formats = useFormats();
  const id = useId();
  const words = usePlaceWords();
  const { distance } = useTripPlaces();
  const date = useTrip(({ days }) => days.find((day) => day.id === stop.dayId)?.date ?? null);
  const { places } = found;
  const isOpen = !isDone && places.length > 0;
  const said = (one: PlaceDto) => [one.name, words.about(one), distance(one)].filter(Boolean).join(" · ");
  return (
    <li className="relative flex min-h-13 items-center gap-2 rounded-sm px-2 py-1.5 hover:bg-hover has-[select:focus-visible]:shadow-(--ring)">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <label htmlFor={id} className="truncate font-medium">
            {stop.name}
          </label>
          {date === null ? null : (
            <span className="shrink-0 text-xs text-text-3">{formats.day(date, { weekday: true })}</span>
          )}
        </p>
        <p className={cx("text-sm", place && !isDone ? "text-text-2" : "text-text-3")}>
          {found.isPending && !isDone ? t("find.busy") : null}
          {isDone ? t("find.isDone") : null}
          {isOpen ? (place ? said(place) : t("find.choose", { count: places.length })) : null}
          {!isDone && !found.isPending && places.length === 0
            ? t(found.isFailed ? "find.failed" : "find.nothing")
            : null}
        </p>
      </div>
      {found.isPending && !isDone ? <Spinner /> : null}
      {place && !isDone ? <Icon of={Check} className="text-accent-text" /> : null}
      {isOpen ? (
        <>
          <Icon of={ChevronDown} size={14} className="text-text-3" />
          <select
            id={id}
            value={place?.placeRef ?? ""}
            onChange={({ target }) => onChoose(target.value === "" ? null : target.value)}
            className="absolute inset-0 cursor-pointer opacity-0 phone:text-lg"
          >
            <option value="">{t("find.none")}</option>
            {places.map((one) => (
              <option key={one.placeRef} value={one.placeRef}>
                {said(one)}
              </option>
            ))}
          </select>
        </>
      ) : null}
    </li>
  );
}
