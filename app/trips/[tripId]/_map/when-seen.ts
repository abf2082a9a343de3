import { whenIdle } from "#app/_ui/when-idle.ts";

const LONGEST_WAIT_MS = 200;

/** Calls once `element` has been on the screen. The result cancels it. */
export function whenSeen(element: Element, run: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    // A pane that a phone has not opened yet has no size: what is in it is not worth the traffic.
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    run();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** The same, once the browser was idle after that. */
export function whenSeenAndIdle(element: Element, run: () => void): () => void {
  let cancel = whenSeen(element, () => {
    cancel = whenIdle(run, LONGEST_WAIT_MS);
  });
  return () => cancel();
}
