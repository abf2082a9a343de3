"use client";

import { type RefObject, useEffect } from "react";
import { useView } from "../_shell/view.tsx";

/** Height of a day's sticky head: a day counts as in view once its head has reached the top. */
const HEAD_PX = 56;

/** Follows the scroll position: the day whose head is at the top is the active one. */
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

/** While the open stop is in view its day stays the active one. */
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

/** At the very end short days never reach the top; the one chosen by its link stays, else the first that shows whole. */
function lastInView(element: HTMLElement, days: NodeListOf<HTMLElement>): string | null {
  const whole = [...days].find((day) => day.offsetTop >= element.scrollTop);
  return whole?.dataset.day ?? null;
}
