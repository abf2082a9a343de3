import type { SeenPart } from "#app/_ui/floating-spot.ts";

/** A phone's keyboard covers the window's lower part; pinched closer, what is seen says nothing of keyboards. */
export function seenPart(): SeenPart {
  const { clientWidth: width } = document.documentElement;
  const { visualViewport: seen, innerHeight } = window;
  if (seen?.scale !== 1) return { width, top: 0, height: innerHeight };
  const top = Math.max(0, seen.offsetTop);
  return { width, top, height: Math.min(seen.height, innerHeight - top) };
}

/** Calls back whenever another part is seen; returns how to end that. */
export function onSeenPart(changed: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener("resize", changed, { signal });
  window.visualViewport?.addEventListener("resize", changed, { signal });
  window.visualViewport?.addEventListener("scroll", changed, { signal });
  return () => listening.abort();
}
