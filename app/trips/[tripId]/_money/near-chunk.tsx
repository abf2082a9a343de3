"use client";

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

/** How far outside of the visible part rows are rendered. */
const MARGIN = "1000px";

type NearChunkProps = {
  scroller: RefObject<HTMLElement | null>;
  /** The height in pixels that the chunk is assumed to have until it was rendered once. */
  estimate: number;
  /** Whether the chunk is rendered from the start; true for the first of a list. */
  isFirst: boolean;
  children: () => ReactNode;
};

/** A part of a long list that is rendered only near the visible part; elsewhere an empty element has its height. */
export function VirtualizedChunk({ scroller, estimate, isFirst, children }: NearChunkProps) {
  const box = useRef<HTMLDivElement>(null);
  const [{ near, height }, show] = useState({ near: isFirst, height: estimate });
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        // A chunk that is about to be removed records its exact height; a chunk with the focus stays.
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
