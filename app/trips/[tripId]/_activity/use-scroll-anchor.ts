"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Below this scroll position the list counts as scrolled to the top. */
const AT_TOP_PX = 8;

interface Anchor {
  row: HTMLElement;
  top: number;
}

/**
 * Holds the visible rows in their position while new rows appear above them, and reports up to which event the user
 * has seen. At the very top, without pointer or focus on a row, new rows simply appear.
 */
export function useScrollAnchor(scroller: RefObject<HTMLElement | null>, newestSeq: number) {
  const anchor = useRef<Anchor | null>(null);
  const [seenSeq, setSeenSeq] = useState(newestSeq);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const { row, top } = anchor.current ?? {};
    const isReading = box.scrollTop > AT_TOP_PX || box.querySelector("li:is(:hover, :focus-within)") !== null;
    if (row?.isConnected && top !== undefined && isReading) box.scrollBy({ top: offsetIn(box, row) - top });
    anchor.current = firstInView(box);
  });

  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    function look() {
      if (!box) return;
      anchor.current = firstInView(box);
      if (box.scrollTop <= AT_TOP_PX) setSeenSeq(newestSeq);
    }
    look();
    box.addEventListener("scroll", look, { passive: true });
    return () => box.removeEventListener("scroll", look);
  }, [scroller, newestSeq]);

  return { seenSeq, toTop: () => scroller.current?.scrollTo({ top: 0, behavior: "smooth" }) };
}

/** Returns the distance of a row from the beginning of the list, independent of the scroll position. */
function offsetIn(box: HTMLElement, row: HTMLElement): number {
  return row.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
}

function firstInView(box: HTMLElement): Anchor | null {
  const { top } = box.getBoundingClientRect();
  const rows = [...box.querySelectorAll<HTMLElement>("li[data-seq]")];
  const row = rows.find((each) => each.getBoundingClientRect().bottom > top);
  return row ? { row, top: offsetIn(box, row) } : null;
}
