"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#lib/client/base/api.ts";
import { moneyApi } from "#lib/client/base/operations.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { CurrencyChangeQuery } from "#lib/shared/trip-currency.ts";

/**
 * Returns the service's preview of the trip's balances in another currency, by the exchange rate that the change of
 * currency would use.
 */
export function useCurrencyPreview(question: CurrencyChangeQuery, enabled: boolean) {
  const { id, seq } = useTrip((trip) => ({ id: trip.id, seq: trip.seq }));
  const { data, isFetching, isError } = useQuery({
    queryKey: ["trip", id, "currency", seq, question],
    queryFn: async ({ signal }) => {
      const answer = await call(
        moneyApi.previewCurrency,
        { params: { tripId: id }, body: question },
        { signal },
      );
      return answer.data;
    },
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  // An answer for another currency that was selected before is dropped.
  return { preview: enabled && data?.to === question.currency ? data : null, isFetching, isError };
}
