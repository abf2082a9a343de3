"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#lib/client/api.ts";
import { moneyApi } from "#lib/client/operations.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import { isCalendarDate } from "#lib/shared/dates.ts";
import type { Rate } from "#lib/shared/rates.ts";

export interface FoundRate {
  /** null: none is known, or not yet. */
  rate: Rate | null;
  /** The service has answered that it knows none. */
  isUnknown: boolean;
}

/** The rate that an expense of this currency and day would be stored with; asked only where `wanted`. */
export function useFoundRate(currency: string, date: string, wanted: boolean): FoundRate {
  const { id, to } = useTrip((trip) => ({ id: trip.id, to: trip.currency }));
  const { data, isPlaceholderData } = useQuery({
    queryKey: ["trip", id, "rate", currency, to, date],
    queryFn: async ({ signal }) => {
      const query = { currency, date };
      const answer = await call(moneyApi.rate, { params: { tripId: id }, query }, { signal });
      return { currency, rate: answer.data.rate };
    },
    enabled: wanted && currency !== to && isCalendarDate(date),
    placeholderData: keepPreviousData,
    staleTime: 600_000,
  });
  // Of another day it may stand until the new one comes; of another currency it may not.
  const rate = wanted && data?.currency === currency && data.rate?.to === to ? data.rate : null;
  return {
    rate,
    isUnknown: wanted && !isPlaceholderData && data?.currency === currency && data.rate === null,
  };
}
