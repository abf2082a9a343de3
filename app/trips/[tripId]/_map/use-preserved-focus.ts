import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Preserves the focus when the focused marker joins a cluster or the focused cluster comes apart: the element that
 * now shows the same stop gets it.
 * @returns a function to call before other clusters are rendered
 */
export function usePreservedFocus(
  root: RefObject<HTMLElement | null>,
  /** Returns the element that shows a stop; must be a new function after each change of the rendered clusters. */
  elementOf: (stopId: string) => HTMLElement | null,
): () => void {
  const held = useRef<string | null>(null);
  useLayoutEffect(() => {
    const stopId = held.current;
    held.current = null;
    if (stopId === null) return;
    const { activeElement } = document;
    const lost = activeElement === document.body || activeElement?.checkVisibility() === false;
    if (lost) elementOf(stopId)?.querySelector("button")?.focus({ preventScroll: true });
  }, [elementOf]);
  return () => {
    const focused = root.current?.contains(document.activeElement) ? document.activeElement : null;
    held.current = focused?.closest<HTMLElement>("[data-first]")?.dataset.first ?? null;
  };
}
