"use client";

import { type RefObject, useEffect } from "react";
import { useView } from "../_base/view.tsx";

/** The height of a day's sticky heading; a day is in view once its heading has reached the top. */
const HEAD_PX = 56;

/** Sets the day in view by the scroll position: the day whose heading is at the top. */
export function useActiveDay(scroller: RefObject<HTMLElement | null>, dayCount: number): void {
  const view = useView();
  useEffect(() => {
    const element = scroller.current;
    if (!element || dayCount === 0) return undefined;
    let frame = 0;
    const read = () => {
      frame = 0;
      const dayId = dayOfOpenStop(element, view.get().stopId) ?? dayAtTop(element);
      if (dayId) view.set({ activeDayId: dayId });
    };
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(read);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      element.removeEventListener("scroll", onScroll);
      cancelAnimationFrame(frame);
    };
  }, [scroller, dayCount, view]);
}

/** Returns the day of the open stop while that stop is visible; this day remains the day in view. */
function dayOfOpenStop(element: HTMLElement, stopId: string | null): string | null {
  const row = stopId && element.querySelector<HTMLElement>(`[data-stop="${stopId}"]`);
  if (!row) return null;
  const { top, bottom } = row.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  return bottom > box.top && top < box.bottom
    ? (row.closest<HTMLElement>("[data-day]")?.dataset.day ?? null)
    : null;
}

function dayAtTop(element: HTMLElement): string | null {
  const days = element.querySelectorAll<HTMLElement>("[data-day]");
  if (element.scrollTop + element.clientHeight >= element.scrollHeight - 2) return lastInView(element, days);
  const line = element.scrollTop + HEAD_PX;
  let low = 0;
  let high = days.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((days[middle]?.offsetTop ?? Infinity) <= line) low = middle;
    else high = middle - 1;
  }
  return days[low]?.dataset.day ?? null;
}

/** Returns the first day whose beginning is visible; at the end of the plan, short days never reach the top. */
function lastInView(element: HTMLElement, days: NodeListOf<HTMLElement>): string | null {
  const whole = [...days].find((day) => day.offsetTop >= element.scrollTop);
  return whole?.dataset.day ?? null;
}
