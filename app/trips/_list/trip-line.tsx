"use client";

import { RowMenu } from "#app/trips/_list/row-menu.tsx";
import { PastRow, TripRow } from "#app/trips/_list/trip-row.tsx";
import type { TripSummary } from "#lib/shared/trips.ts";

type TripLineProps = { trip: TripSummary; hero?: boolean; saving?: boolean };

/** A row of a list: the trip, and its menu once the service has confirmed it. */
export function TripListItem({ trip, hero = false, saving = false }: TripLineProps) {
  return (
    <li className="flex items-center phone:items-start">
      <div className="min-w-0 flex-1">
        <TripRow trip={trip} hero={hero} saving={saving} />
      </div>
      {saving ? null : <RowMenu trip={trip} />}
    </li>
  );
}

export function PastTripListItem({ trip }: { trip: TripSummary }) {
  return (
    <li className="flex items-center">
      <div className="min-w-0 flex-1">
        <PastRow trip={trip} />
      </div>
      <RowMenu trip={trip} />
    </li>
  );
}
