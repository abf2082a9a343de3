/** Calls once `element` has been on the screen and the browser was idle after that. The result cancels it. */
export function whenSeenAndIdle(element: Element, run: () => void): () => void {
  let cancel: (() => void) | null = null;
  const observer = new IntersectionObserver((entries) => {
    // A pane that a phone has not opened yet has no size: its map is not worth the traffic.
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    cancel = whenIdle(run);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    cancel?.();
  };
}

const LONGEST_WAIT_MS = 1500;

function whenIdle(run: () => void): () => void {
  // Older Safari has no idle callbacks.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: LONGEST_WAIT_MS });
  return () => cancelIdleCallback(request);
}
