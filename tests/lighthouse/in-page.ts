declare global {
  interface Window {
    noted: RecordedReactions;
  }
}

/** What the page itself records about its reactions. */
export interface RecordedReactions {
  /** For each interaction (a click, a tap or a key), its slowest event. */
  interactions: Map<number, Interaction>;
  /** The number of components drawn since the count began; null before the count begins. */
  drawn: number | null;
}

export interface Interaction {
  /** The event's type and its target. */
  of: string;
  /** The time from the event until the next paint. */
  duration: number;
  /** The time until the page began to handle the event. */
  delay: number;
  /** The duration of the handlers, including React's drawing. */
  handling: number;
}

/** Records how long the page's interactions take. This function runs in the page before the page's own code. */
export function noteInteractions(): void {
  const noted: RecordedReactions = { interactions: new Map(), drawn: null };
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
    // This is the lowest threshold that browsers allow. Faster interactions are only in the number of interactions.
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

interface Fiber {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/**
 * Counts the components that React draws. This function runs in the page before the page's own code. React reports each
 * commit to its developer tools, in production too.
 */
export function noteDrawing(): void {
  // React's internal numbers for function, class, forwardRef and memo components, and for the flag that a component was
  // drawn.
  const components = new Set([0, 1, 11, 14, 15]);
  const performedWork = 1;
  function countBelow(fiber: Fiber): number {
    let count = 0;
    // Components that a commit has not reached keep the same children.
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
