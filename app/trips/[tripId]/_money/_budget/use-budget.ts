"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "#lib/client/api.ts";
import { moneyApi } from "#lib/client/operations.ts";
import { tripKey } from "#lib/client/trip-cache.ts";
import { useTripSession } from "#lib/client/trip-context.tsx";
import { useSelected } from "#lib/client/use-selected.ts";
import type { TripEvent } from "#lib/shared/events.ts";

/** Planned against spent as the service counts it; read again when something that it is made of has changed. */
export function useBudget() {
  const { store } = useTripSession();
  const read = useCallback(() => store.recent, [store]);
  const at = useSelected(store.changes.add, read, newestOfBudget);
  return useQuery({
    queryKey: [...tripKey(store.id), "budget", at],
    queryFn: async ({ signal }) => {
      const { data } = await call(moneyApi.budget, { params: { tripId: store.id } }, { signal });
      return data;
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    enabled: !store.isPast,
  });
}

const MADE_OF = /^(?:expense|stop|reservation|trip|day|member)\./;

/** The seq of the last event that changes the report; 0: none since the page was opened. */
function newestOfBudget(events: readonly TripEvent[]): number {
  return events.findLast(({ op }) => MADE_OF.test(op) || op === "redacted")?.seq ?? 0;
}
