import type { VisibleArea } from "#app/_ui/floating-spot.ts";

/**
 * Returns the visible part of the window, whose lower part a phone's keyboard may cover. While the page is zoomed, the
 * visual viewport does not show whether there is a keyboard, so the whole window counts.
 */
export function getVisibleArea(): VisibleArea {
  const { clientWidth: width } = document.documentElement;
  const { visualViewport: seen, innerHeight } = window;
  if (seen?.scale !== 1) return { width, top: 0, height: innerHeight };
  const top = Math.max(0, seen.offsetTop);
  return { width, top, height: Math.min(seen.height, innerHeight - top) };
}

/** Calls `changed` whenever the visible part of the window changes; returns a function that ends the calls. */
export function onVisibleAreaChange(changed: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener("resize", changed, { signal });
  window.visualViewport?.addEventListener("resize", changed, { signal });
  window.visualViewport?.addEventListener("scroll", changed, { signal });
  return () => listening.abort();
}
