"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Select } from "#app/_ui/select.tsx";
import { sharedStorageName } from "#lib/client/storage/own-storage.ts";
import { tabStorage } from "#lib/client/storage/tab-storage.ts";
import { MAX_PASTED_CHARACTERS } from "#lib/shared/pasted-limits.ts";

type SharePanelProps = {
  text: string;
  userId: string;
  /** The trips, the likeliest first. */
  trips: ReadonlyArray<{ id: string; label: string }>;
};

/**
 * Shows the shared text and lets the user choose a trip, whose page then offers the places. The panel itself changes
 * no trip.
 */
export function SharePanel({ text, userId, trips }: SharePanelProps) {
  const t = useTranslations("paste.share");
  const router = useRouter();
  const [tripId, setTripId] = useState(trips[0]?.id ?? "");
  function go() {
    tabStorage.write(sharedStorageName(tripId, userId), text);
    router.push(`/trips/${tripId}`);
  }
  return (
    <>
      <h2 className="mt-4 text-sm font-medium text-text-2">{t("text")}</h2>
      <p className="mt-1 max-h-48 overflow-y-auto rounded-md bg-sunken px-3 py-2 whitespace-pre-wrap text-text wrap-anywhere">
        {text}
      </p>
      {text.length > MAX_PASTED_CHARACTERS ? (
        <p className="mt-2 text-sm text-warning">
          {t("long", { max: MAX_PASTED_CHARACTERS, count: text.length })}
        </p>
      ) : null}
      {trips.length === 0 ? (
        <>
          <p className="mt-4">{t("noTrips")}</p>
          <ButtonLink className="mt-4" href="/trips?new" target="_blank">
            {t("newTrip")}
          </ButtonLink>
        </>
      ) : (
        <>
          <Select
            className="mt-4"
            label={t("trip")}
            value={tripId}
            onChange={(event) => setTripId(event.target.value)}
            options={trips.map(({ id, label }) => ({ value: id, label }))}
          />
          <p className="mt-2 text-sm text-text-3">{t("kept")}</p>
          <Button tone="primary" className="mt-4" onClick={go}>
            {t("go")}
          </Button>
        </>
      )}
    </>
  );
}
