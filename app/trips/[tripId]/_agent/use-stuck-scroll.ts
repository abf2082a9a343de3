"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** So near the end, one is taken along when something is added. */
const NEAR_PX = 48;

/**
 * Keeps the end in view while it grows, unless one has scrolled up to read; what is added above moves nothing.
 * @param firstKey changes when something is added above
 */
export function useStuckScroll(firstKey: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const isStuck = useRef(true);
  const [isAway, setAway] = useState(false);
  const before = useRef({ firstKey, height: 0 });

  useLayoutEffect(() => {
    const { current: box } = scroller;
    if (!box) return;
    const grown = box.scrollHeight - before.current.height;
    if (firstKey !== before.current.firstKey && !isStuck.current) box.scrollBy(0, grown);
    before.current = { firstKey, height: box.scrollHeight };
  });

  useEffect(() => {
    const { current: box } = scroller;
    if (!box) return undefined;
    const toEnd = () => {
      before.current.height = box.scrollHeight;
      if (isStuck.current) box.scrollTo(0, box.scrollHeight);
    };
    // Pictures and fonts come later, and the composer grows.
    const sizes = new ResizeObserver(toEnd);
    sizes.observe(box);
    for (const child of box.children) sizes.observe(child);
    let top = box.scrollTop;
    const onScroll = () => {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
      // Told late: what has grown since is no reason to stay behind, only having gone up is.
      if (isNear || box.scrollTop < top) isStuck.current = isNear;
      top = box.scrollTop;
      setAway(!isStuck.current);
    };
    box.addEventListener("scroll", onScroll, { passive: true });
    toEnd();
    return () => {
      sizes.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, []);

  const goToEnd = useCallback(() => {
    isStuck.current = true;
    setAway(false);
    scroller.current?.scrollTo(0, scroller.current.scrollHeight);
  }, []);
  return { scroller, isAway, goToEnd };
}
