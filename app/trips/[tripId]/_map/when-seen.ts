import { whenIdle } from "#app/_ui/when-idle.ts";

const LONGEST_WAIT_MS = 200;

/** Calls once `element` has been on the screen and the browser was idle after that. The result cancels it. */
export function whenSeenAndIdle(element: Element, run: () => void): () => void {
  let cancel: (() => void) | null = null;
  const observer = new IntersectionObserver((entries) => {
    // A pane that a phone has not opened yet has no size: its map is not worth the traffic.
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    cancel = whenIdle(run, LONGEST_WAIT_MS);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    cancel?.();
  };
}
