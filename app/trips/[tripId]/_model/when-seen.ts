import { whenIdle } from "#app/_ui/when-idle.ts";

const LONGEST_WAIT_MS = 200;

/** Calls `run` once `element` is visible on the screen. The returned function cancels it. */
export function whenSeen(element: Element, run: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    // A pane that is hidden on a phone has no size; its content is not worth the traffic before it is opened.
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    run();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Calls `run` once `element` is visible and the browser is idle. The returned function cancels it. */
export function whenSeenAndIdle(element: Element, run: () => void): () => void {
  let cancel = whenSeen(element, () => {
    cancel = whenIdle(run, LONGEST_WAIT_MS);
  });
  return () => cancel();
}
