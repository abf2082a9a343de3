"use client";

import { Map, Plus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { tripListPath } from "#app/trips/_list/trip-list-filter.ts";
import { TripGroups } from "#app/trips/_list/trip-groups.tsx";
import type { useNewTrip } from "#app/trips/_list/use-new-trip.ts";
import { Button } from "#app/_ui/button.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { TextButton, TextLink } from "#app/_ui/text-link.tsx";
import type { TripSummary } from "#lib/shared/trips.ts";

type CurrentTripsProps = {
  trips: readonly TripSummary[];
  newTrip: ReturnType<typeof useNewTrip>;
  onImport: () => void;
};

/** The list of the present trips, with links to the archived and deleted ones. */
export function CurrentTrips({ trips, newTrip, onImport }: CurrentTripsProps) {
  const tFiles = useTranslations("trip-files");
  const t = useTranslations("trips");
  const hasOwn = newTrip.drafts.length > 0 || trips.some((trip) => !trip.isDemo);
  return (
    <>
      <h1 className="sr-only">{t("title")}</h1>
      {!hasOwn ? <FirstTrip onStart={newTrip.start} /> : null}
      <TripGroups trips={trips} drafts={newTrip.drafts} onStartIdea={hasOwn ? newTrip.start : undefined} />
      <p className="flex gap-5 px-3 pt-2 text-sm">
        <TextLink href={tripListPath("archived")} className="text-text-3!">
          {t("archived")}
        </TextLink>
        <TextLink href={tripListPath("deleted")} className="text-text-3!">
          {t("deleted")}
        </TextLink>
        <TextButton onClick={onImport} className="text-text-3!">
          {tFiles("importATrip")}
        </TextButton>
      </p>
    </>
  );
}

function FirstTrip({ onStart }: { onStart: () => void }) {
  const t = useTranslations("trips");
  return (
    <EmptyState
      icon={Map}
      title={t("emptyTitle")}
      action={
        <Button icon={Plus} onClick={onStart}>
          {t("new")}
        </Button>
      }
    >
      {t("emptyText")}
    </EmptyState>
  );
}
