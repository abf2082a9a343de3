"use client";

import { useView } from "./view.tsx";

/** Scrolls the plan to a day; the map follows by itself. */
export function useGoToDay(): (dayId: string) => void {
  const view = useView();
  return (dayId) => {
    document.querySelector(`[data-day="${dayId}"]`)?.scrollIntoView({ block: "start" });
    // A short last day never reaches the top, so the chosen day is set as the day in view after the scroll position
    // has set another one.
    requestAnimationFrame(() => requestAnimationFrame(() => view.set({ activeDayId: dayId })));
  };
}
