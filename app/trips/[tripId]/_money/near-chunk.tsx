"use client";

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

/** This far beyond the edge rows are drawn already. */
const MARGIN = "1000px";

type NearChunkProps = {
  scroller: RefObject<HTMLElement | null>;
  /** Pixels that stand in for it before it has been drawn once. */
  estimate: number;
  /** Drawn from the start, as the first of a list is. */
  isFirst: boolean;
  children: () => ReactNode;
};

/** A part of a long list, drawn only while it is near what one sees; elsewhere its height stands in for it. */
export function NearChunk({ scroller, estimate, isFirst, children }: NearChunkProps) {
  const box = useRef<HTMLDivElement>(null);
  const [{ near, height }, show] = useState({ near: isFirst, height: estimate });
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        // What is about to go leaves its exact height behind, and what has the focus stays.
        const isKept = entry.isIntersecting || node.contains(document.activeElement);
        show((before) => ({ near: isKept, height: isKept ? before.height : node.offsetHeight }));
      },
      { root: scroller.current, rootMargin: MARGIN },
    );
    watch.observe(node);
    return () => watch.disconnect();
  }, [scroller]);
  return (
    <div ref={box} style={near ? undefined : { height }}>
      {near ? children() : null}
    </div>
  );
}
