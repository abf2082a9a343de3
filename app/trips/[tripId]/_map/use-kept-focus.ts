import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Focus stays on the map when what had it joins a cluster, or is one that comes apart: it goes to what now shows the
 * same stop. Call the answer before other clusters are drawn.
 */
export function useKeptFocus(
  root: RefObject<HTMLElement | null>,
  /** Another function after others were drawn. */
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
