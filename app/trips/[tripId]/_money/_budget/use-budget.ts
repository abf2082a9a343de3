"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#lib/client/api.ts";
import { useMoneyEvents } from "#lib/client/money-events.ts";
import { moneyApi } from "#lib/client/operations.ts";
import { tripKey } from "#lib/client/trip-cache.ts";
import { useTripSession } from "#lib/client/trip-context.tsx";
import type { TripEvent } from "#lib/shared/events.ts";

/** Planned against spent as the service counts it; read again when something that it is made of has changed. */
export function useBudget() {
  const { store } = useTripSession();
  const enabled = !store.isPast;
  const query = useQuery({
    queryKey: [...tripKey(store.id), "budget"],
    queryFn: async ({ signal }) => {
      const { data } = await call(moneyApi.budget, { params: { tripId: store.id } }, { signal });
      return data;
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    // Events are heard only while it is shown.
    staleTime: 0,
    enabled,
  });
  useMoneyEvents(enabled, movesBudget, () => void query.refetch());
  return query;
}

const MADE_OF = /^(?:expense|stop|reservation|trip|day|member)\./;

function movesBudget(op: TripEvent["op"]): boolean {
  return MADE_OF.test(op) || op === "redacted";
}
