"use client";

import { type FormEvent, useId, useState } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { PlaceField } from "#app/_places/place-field.tsx";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { PlaceDto } from "#lib/shared/places.ts";
import type { Destination, TripDto, TripPatch } from "#lib/shared/trips.ts";
import { zoneComparisonDates, hasSameLocalTimes } from "#lib/shared/wall-clock.ts";
import { zoneName } from "../_model/wall-time.ts";
import { cleanText } from "../_base/text/typed-text.ts";
import { useView } from "../_base/view.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";

const NAME_LIMIT = 120;

/**
 * The dialog for the trip's destination. The trip's time zone follows only if no time of the plan depends on it, or
 * if the user says so.
 */
export default function DestinationDialog() {
  const t = useTranslations("places.destination");
  const { locale, today } = useFormats();
  const words = usePlaceWords();
  const view = useView();
  const formId = useId();
  const tripId = useTrip((trip) => trip.id);
  const tripZone = useTrip((trip) => trip.timezone);
  const { destination, isTimed, save } = useDestination();
  const [text, setText] = useState(destination?.name ?? "");
  const [picked, setPicked] = useState<PlaceDto | null>(null);
  const [takesClock, setTakesClock] = useState(!isTimed);
  const name = cleanText(text, { oneLine: true });
  const isLong = name.length > NAME_LIMIT;
  const isChanged = picked !== null || name !== (destination?.name ?? "");
  const dates = useTrip(({ startDate, endDate }) => ({ startDate, endDate }));
  const theirs = picked?.timezone ?? tripZone;
  const zone = hasSameLocalTimes(theirs, tripZone, zoneComparisonDates(dates, today())) ? null : theirs;
  const close = () => view.set({ dialog: null });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isLong) return;
    if (isChanged) save(name, picked, takesClock ? zone : null);
    close();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={t("title")}
      closeLabel={t("close")}
      width="sm"
      stays={isChanged}
      footer={
        <>
          <Button tone="plain" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={formId} tone="primary" disabled={!isChanged || isLong}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <PlaceField
          label={t("where")}
          placeholder={t("placeholder")}
          tripId={tripId}
          value={text}
          isPicked={picked !== null || text === (destination?.name ?? "")}
          onChange={(next) => {
            setText(next);
            setPicked(null);
          }}
          onPick={(place) => {
            setText(place.name);
            setPicked(place);
          }}
          hint={picked ? words.about(picked) : undefined}
          error={isLong ? t("long") : undefined}
        />
        {zone ? (
          <label className="mt-3 flex min-h-11 cursor-pointer items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-4 accent-accent touch:size-5"
              checked={takesClock}
              onChange={(event) => setTakesClock(event.target.checked)}
            />
            <span>
              {t("clock", { zone: zoneName(zone, intlLocales[locale]) })}
              <span className="block text-sm text-text-3">{t("clockHint")}</span>
            </span>
          </label>
        ) : null}
      </form>
    </Dialog>
  );
}

/** Returns the destination when the dialog was opened, and a function that saves another one. */
function useDestination() {
  const t = useTranslations("places.destination");
  const writes = useWrites();
  const undoToast = useUndoToast();
  const actions = useTripActions();
  const trip = useTrip(({ destination, timezone, stops }) => ({
    destination,
    timezone,
    isTimed: hasTimes(stops),
  }));
  const [opened] = useState(() => ({ ...trip, baseSeq: actions.baseSeq() }));

  function save(name: string, place: PlaceDto | null, zone: string | null) {
    const destination = name === "" ? null : destinationOf(name, place);
    // The time zone is sent even if it does not change, because the service would derive it from the place otherwise.
    const clock = zone ?? (place ? opened.timezone : null);
    const patch: TripPatch = clock === null ? { destination } : { destination, timezone: clock };
    const said = destination ? t("saved", { name }) : t("removed");
    undoToast(said, writes.updateTrip(patch, { baseSeq: opened.baseSeq }));
  }
  return { ...opened, save };
}

/** Returns the destination of a place. The place's time zone is not part of it: the dialog asks for it separately. */
function destinationOf(name: string, place: PlaceDto | null): Destination {
  if (!place) return { name };
  const { lat, lng, countryCode } = place;
  return { name, lat, lng, ...(countryCode && { countryCode }) };
}

/** Whether any stop has times in the trip's time zone. Reservations have zones of their own. */
function hasTimes(stops: TripDto["stops"]): boolean {
  return stops.some(
    ({ startTime, endTime, timezone }) => timezone === null && (startTime ?? endTime) !== null,
  );
}
