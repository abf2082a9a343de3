"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { tripsApi } from "#lib/client/base/operations.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { call } from "#lib/client/base/api.ts";
import type { DateMode } from "#lib/shared/trips.ts";

export interface DatesChoice {
  startDate: string | null;
  endDate: string | null;
  mode: DateMode;
}

/**
 * Returns the service's answer to what a change of dates would move. The service computes it as for the change itself.
 */
export function useDatesPreview(choice: DatesChoice, enabled: boolean) {
  const { id, seq } = useTrip((trip) => ({ id: trip.id, seq: trip.seq }));
  return useQuery({
    queryKey: ["trip", id, "dates", seq, choice],
    queryFn: async ({ signal }) => {
      const { data } = await call(
        tripsApi.previewDates,
        { params: { tripId: id }, body: choice },
        { signal },
      );
      return data;
    },
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}
