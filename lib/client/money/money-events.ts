"use client";

import { useEffect, useEffectEvent } from "react";
import type { TripEvent } from "#lib/shared/events.ts";
import { useLiveSession } from "../open-trip/trip-context.tsx";

/**
 * The wait after an event before the sums are read again: events that follow each other within it cause one reading.
 */
const SETTLE_MS = 300;

/**
 * Calls `onMoved` after each event that changes what the service counts, and after the trip jumped over events that
 * never arrived.
 * @param moves whether an event with this op changes what the service counts
 */
export function useMoneyEvents(
  enabled: boolean,
  moves: (op: TripEvent["op"]) => boolean,
  onMoved: () => void,
): void {
  const { store } = useLiveSession();
  const isMoving = useEffectEvent(moves);
  const tell = useEffectEvent(onMoved);
  useEffect(() => {
    if (!enabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => tell(), SETTLE_MS);
    };
    const stops = [
      store.events.add(({ op }) => {
        if (isMoving(op)) soon();
      }),
      store.jumps.add(soon),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [enabled, store]);
}
