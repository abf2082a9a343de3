"use client";

import { useView } from "./view.tsx";

/** Brings a day to the top of the plan; the map follows by itself. */
export function useGoToDay(): (dayId: string) => void {
  const view = useView();
  return (dayId) => {
    document.querySelector(`[data-day="${dayId}"]`)?.scrollIntoView({ block: "start" });
    // A short last day never reaches the top: what was asked for counts, not what the scroll position says.
    requestAnimationFrame(() => requestAnimationFrame(() => view.set({ activeDayId: dayId })));
  };
}
