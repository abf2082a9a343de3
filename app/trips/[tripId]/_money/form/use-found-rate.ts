"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#lib/client/base/api.ts";
import { moneyApi } from "#lib/client/base/operations.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { isCalendarDate } from "#lib/shared/dates.ts";
import type { Rate } from "#lib/shared/rates.ts";

export interface FoundRate {
  /** The rate; null if none is known or the request is still running. */
  rate: Rate | null;
  /** Whether the service has answered that it knows no rate. */
  isUnknown: boolean;
}

/** Requests the rate that an expense of this currency and date would be stored with, only if `wanted` is true. */
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
  // A rate of another date may be shown until the new one arrives; a rate of another currency may not.
  const rate = wanted && data?.currency === currency && data.rate?.to === to ? data.rate : null;
  return {
    rate,
    isUnknown: wanted && !isPlaceholderData && data?.currency === currency && data.rate === null,
  };
}
