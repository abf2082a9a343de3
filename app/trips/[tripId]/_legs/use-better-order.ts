"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "#lib/client/base/api.ts";
import { legsApi } from "#lib/client/base/operations.ts";
import { useSaveState, useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { type DayOrder, optimizeDay } from "#lib/shared/day-order.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { usePlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useRouting } from "../_base/legs/legs-provider.tsx";

interface BetterOrder {
  stops: readonly StopDto[];
  /** The better order; null while the routing service is computing it. */
  found: DayOrder | null;
  /** The seq of the trip for the present order of the stops. */
  seq: number;
}

/** Returns a better order of the whole day, computed again after each change of it. */
export function useBetterOrder(dayId: string): BetterOrder {
  const stops = stopsOf(usePlan().byDay, dayId);
  const { tripId, reservations, seq } = useTrip((trip) => ({
    tripId: trip.id,
    reservations: trip.reservations,
    seq: trip.seq,
  }));
  const { hasRouter } = useRouting();
  // The request waits until all changes are saved, because the service would order another state of the day.
  const isSaved = useSaveState() === "saved";
  const booked = useMemo(() => bookedStops(reservations), [reservations]);
  const routed = useQuery({
    queryKey: [
      "trip",
      tripId,
      "order",
      dayId,
      stops.map(({ id, version }) => `${id} ${version}`),
      [...booked],
    ],
    queryFn: async ({ signal }) =>
      (await call(legsApi.optimized, { params: { tripId, dayId } }, { signal })).data,
    enabled: hasRouter && isSaved,
    retry: false,
    gcTime: 60_000,
  });
  // Without a network the request is paused, and the order is computed in the client.
  const isAsking = hasRouter && isSaved && routed.isPending && routed.fetchStatus !== "paused";
  const told = hasRouter && isSaved && routed.data && isOf(stops, routed.data.order) ? routed.data : null;
  const own = useMemo(
    () => (isAsking || told ? null : optimizeDay(stops, booked)),
    [isAsking, told, stops, booked],
  );
  return { stops, found: told ?? own, seq };
}

function bookedStops(reservations: readonly ReservationDto[]): ReadonlySet<string> {
  return new Set(reservations.flatMap(({ stopId, start }) => (stopId !== null && start ? [stopId] : [])));
}

/**
 * Whether the service's order contains the same stops as the day on this page; the day may have changed in the
 * service.
 */
function isOf(stops: readonly StopDto[], order: readonly string[]): boolean {
  return order.length === stops.length && stops.every(({ id }) => order.includes(id));
}
