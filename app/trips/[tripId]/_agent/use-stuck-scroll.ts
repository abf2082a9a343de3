"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** If the scroll position is nearer to the end of the conversation than this, it follows the end. */
const NEAR_PX = 48;

/**
 * Scrolls to the end as content is added there, unless the reader has scrolled up; content that is added at the top
 * moves nothing.
 * @param firstKey changes when content is added at the top
 */
export function useAutoScroll(firstKey: string | undefined) {
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
    // Pictures and fonts change the height of the messages later, and the message field grows; the scroll position
    // follows the end each time.
    const sizes = new ResizeObserver(toEnd);
    sizes.observe(box);
    for (const child of box.children) sizes.observe(child);
    let top = box.scrollTop;
    const onScroll = () => {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
      // Scroll events arrive late, and content may have been added before. So only scrolling up means that the reader
      // has left the end.
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
