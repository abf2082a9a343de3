"use client";

import { useLocale } from "next-intl";
import { useState } from "react";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { type NameMatches, exactMatch, usePlacesByName } from "#lib/client/places/place-candidates.ts";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { PlaceDto } from "#lib/shared/places.ts";
import type { StopDto, StopPatch } from "#lib/shared/stops.ts";
import { type DayTimeZone, stopOfPlace } from "../_model/plan/stop-of-place.ts";
import { useView } from "../_base/view.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { FoundPlaceRow } from "./candidate-row.tsx";
import { useUnplacedStops } from "./unplaced-stops.ts";

/** The maximum number of stops in one dialog; further stops follow when the dialog is opened again. */
const MOST = 25;

/** A dialog that suggests places for all stops without one. One press saves the chosen places. */
export default function FindPlacesDialog() {
  const t = useTranslations("trip");
  const view = useView();
  const unplaced = useUnplacedStops();
  // The list of stops is fixed when the dialog opens; a stop that gets a place while the dialog is open stays in the
  // list and is marked as done.
  const [stops] = useState(() => unplaced.slice(0, MOST));
  const tripId = useTrip((trip) => trip.id);
  const actions = useTripActions();
  // The seq of the trip when the dialog was opened, so that later changes by others are conflicts.
  const [baseSeq] = useState(() => actions.baseSeq());
  const candidates = usePlacesByName(
    stops.map(({ name }) => name),
    tripId,
    useLocale(),
  );
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(new Map());
  const open = new Set(unplaced.map(({ id }) => id));
  const rows = stops.map((stop, index) => {
    const found = candidates[index] ?? NOTHING;
    const ref = chosen.get(stop.id);
    const place = ref === undefined ? exactMatch(found) : found.places.find((one) => one.placeRef === ref);
    return { stop, found, place: place ?? null, isDone: !open.has(stop.id) };
  });
  const picked = rows.flatMap(({ stop, place, isDone }) => (place && !isDone ? [{ stop, place }] : []));
  const waiting = candidates.filter(({ isPending }) => isPending).length;
  const close = () => view.set({ dialog: null });
  const put = usePutOnMap(baseSeq);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={t("find.title")}
      description={t("find.about")}
      closeLabel={t("close")}
      footer={
        <>
          <Button tone="plain" onClick={close}>
            {t("cancel")}
          </Button>
          <Button
            tone="primary"
            disabled={picked.length === 0}
            onClick={() => {
              put(picked);
              close();
            }}
          >
            {t("find.put", { count: picked.length })}
          </Button>
        </>
      }
    >
      <p role="status" className="sr-only">
        {waiting > 0 ? t("find.looking", { count: waiting }) : t("find.looked")}
      </p>
      <ul className="-mx-2">
        {rows.map(({ stop, found, place, isDone }) => (
          <FoundPlaceRow
            key={stop.id}
            stop={stop}
            found={found}
            place={place}
            isDone={isDone}
            onChoose={(ref) => setChosen((before) => new Map(before).set(stop.id, ref))}
          />
        ))}
      </ul>
      {unplaced.length > MOST ? (
        <p className="pt-2 text-sm text-text-3">{t("find.more", { count: unplaced.length - MOST })}</p>
      ) : null}
    </Dialog>
  );
}

const NOTHING: NameMatches = { name: "", places: [], isPending: true, isFailed: false };

interface Picked {
  stop: StopDto;
  place: PlaceDto;
}

/**
 * Returns a function that saves a place for each stop as if it were picked in the stop's details; one undo reverses
 * all.
 */
function usePutOnMap(baseSeq: number) {
  const t = useTranslations("trip");
  const writes = useWrites();
  const undoToast = useUndoToast();
  const words = usePlaceWords();
  const trip = useTrip(({ days, timezone }) => ({ days, timezone }));

  function patchOf({ stop, place: found }: Picked): StopPatch {
    const day = trip.days.find(({ id }) => id === stop.dayId);
    const clock: DayTimeZone | null = day
      ? { zone: day.timezone ?? trip.timezone, from: day.date, to: day.date }
      : null;
    const { place, category, timezone } = stopOfPlace(found, words.address(found), clock);
    const isTimed = stop.startTime !== null || stop.endTime !== null;
    return {
      place: place ?? null,
      ...(category && stop.category === "other" && { category }),
      // Times never change by themselves. The time zone is sent explicitly, so that the service does not derive it
      // from the place.
      ...(timezone && { timezone: isTimed ? stop.timezone : timezone }),
    };
  }

  return (picked: readonly Picked[]) => {
    const made = picked.map((one) => writes.updateStop(one.stop.id, patchOf(one), { baseSeq }));
    undoToast(t("find.done", { count: picked.length }), made);
  };
}
