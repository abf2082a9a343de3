"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { useEffect, useState } from "react";
import { TripPage } from "#app/trips/[tripId]/_frame/trip-page.tsx";
import { readUrlState } from "#app/trips/[tripId]/_base/view-url.ts";
import type { StoredTrip } from "#lib/client/offline/device-store.ts";
import { tripSessionOf } from "#lib/client/open-trip/open-trips.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";
import type { OfferedServices } from "#lib/shared/offered-services.ts";
import { OfflineHome } from "./offline-home.tsx";

type OfflineScreenProps = { mapSources: MapSources; offered: OfferedServices };

/** The content for the URL, as far as it is stored on this device. */
type Found = { path: string; kept: StoredTrip | null; zone: string; now: Date };

/**
 * Shows the stored trip of the URL, or the list of stored trips. Nothing is shown before the device's database was
 * read, so that the hydration matches what the service has rendered.
 */
export function OfflineScreen(props: OfflineScreenProps) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isOver = false;
    async function look() {
      const next = await find();
      if (!isOver) setFound(next);
    }
    void look();
    return () => {
      isOver = true;
    };
  }, []);
  if (!found) return <main id="content" tabIndex={-1} aria-busy className="min-h-dvh" />;
  return (
    <Here {...found}>
      {found.kept ? (
        <TripPage
          initial={found.kept.trip}
          viewer={found.kept.viewer}
          agent={found.kept.agent}
          place={readUrlState(new URLSearchParams(window.location.search))}
          firstDayId={firstDay(found.kept, found.zone)}
          isFromDevice
          {...props}
        />
      ) : (
        <OfflineHome path={found.path} />
      )}
    </Here>
  );
}

async function find(): Promise<Found> {
  const path = window.location.pathname;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const tripId = /^\/trips\/([\w-]+)$/.exec(path)?.[1];
  const { readTrip } = await import("#lib/client/offline/device-store.ts");
  const kept = tripId ? await readTrip(tripId.toLowerCase()) : null;
  if (kept) tripSessionOf(kept.trip, kept.viewer.userId).takeUp(kept);
  return { path, kept, zone, now: new Date() };
}

/** Provides the present time zone and time, because the page may have been rendered long ago in another time zone. */
function Here({ zone, now, children }: Pick<Found, "zone" | "now"> & { children: React.ReactNode }) {
  return (
    <NextIntlClientProvider locale={useLocale()} messages={useMessages()} timeZone={zone} now={now}>
      {children}
    </NextIntlClientProvider>
  );
}

/** Returns the present day of the trip, or else its first day. */
function firstDay({ trip }: StoredTrip, zone: string): string | null {
  const today = dateInZone(new Date(), zone);
  return (trip.days.find(({ date }) => date === today) ?? trip.days[0])?.id ?? null;
}
