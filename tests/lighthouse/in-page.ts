declare global {
  interface Window {
    noted: Noted;
  }
}

/** What the page itself can tell of how it answers. */
export interface Noted {
  /** By interaction: a press, a tap or a key, with its slowest event. */
  interactions: Map<number, Interaction>;
  /** How many components have been drawn since the count began; null before. */
  drawn: number | null;
}

export interface Interaction {
  /** The event, and what it was aimed at. */
  of: string;
  /** From the press until the next paint. */
  duration: number;
  /** Until the page began to work on it. */
  delay: number;
  /** What its handlers took, React's drawing included. */
  handling: number;
}

/** Runs in the page before its own code. */
export function noteInteractions(): void {
  const noted: Noted = { interactions: new Map(), drawn: null };
  window.noted = noted;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId: id, name, target, startTime, processingStart, processingEnd, duration } = entry;
      if (!id || duration <= (noted.interactions.get(id)?.duration ?? 0)) continue;
      const element =
        target instanceof Element ? target.closest("button, a, input, textarea, label, [role]") : null;
      const label = element?.getAttribute("aria-label") ?? element?.textContent ?? "";
      noted.interactions.set(id, {
        of: `${name} ${element?.tagName.toLowerCase() ?? "?"} ${label.slice(0, 40)}`,
        duration,
        delay: processingStart - startTime,
        handling: processingEnd - processingStart,
      });
    }
    // The least that browsers allow. What is faster is in the count of interactions alone.
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

interface Fiber {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** Runs in the page before its own code: React tells its developer tools of each commit, in production too. */
export function noteDrawing(): void {
  // React's own numbers: of functions, classes, forwarded refs and memos, and of "this one has been drawn".
  const components = new Set([0, 1, 11, 14, 15]);
  const performedWork = 1;
  function countBelow(fiber: Fiber): number {
    let count = 0;
    // What a commit has not come to keeps its children as they are.
    const isSame = fiber.alternate !== null && fiber.alternate.child === fiber.child;
    for (let child = isSame ? null : fiber.child; child; child = child.sibling) {
      if (components.has(child.tag) && (child.flags & performedWork) !== 0) count += 1;
      count += countBelow(child);
    }
    return count;
  }
  const hook = {
    supportsFiber: true,
    isDisabled: false,
    renderers: new Map<number, unknown>(),
    checkDCE: () => undefined,
    inject: (renderer: unknown) => {
      hook.renderers.set(hook.renderers.size + 1, renderer);
      return hook.renderers.size;
    },
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
      if (window.noted.drawn !== null) window.noted.drawn += countBelow(root.current);
    },
    onCommitFiberUnmount: () => undefined,
  };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}
