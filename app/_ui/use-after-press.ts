"use client";

import { useEffect, useRef } from "react";

/** How a press of the mouse, or the one that a touch makes, comes to its end. */
const ENDS = ["mouseup", "dragend"] as const;

/**
 * Gives what runs something now or, while a press is under way, right after its click: what goes in between would move
 * the page, and the button that was pressed is no longer where it is released.
 * @param watches whether presses are followed; else it runs at once
 * @param run as of when it runs, for the click may have changed what it goes by
 */
export function useAfterPress(watches: boolean, run: () => void): () => void {
  const isPressed = useRef(false);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!watches) return undefined;
    const watching = new AbortController();
    const options = { capture: true, signal: watching.signal };
    const press = ({ button, ctrlKey }: MouseEvent) => {
      // Where the others open a menu, some systems never tell of the release.
      isPressed.current = button === 0 && !ctrlKey;
    };
    const release = () => {
      isPressed.current = false;
    };
    window.addEventListener("mousedown", press, options);
    for (const end of ENDS) window.addEventListener(end, release, options);
    return () => {
      watching.abort();
      release();
    };
  }, [watches]);

  return () => {
    if (!isPressed.current) return run();
    const waiting = new AbortController();
    const release = () => {
      waiting.abort();
      // The click comes with the release, before anything that waits.
      setTimeout(() => latest.current());
    };
    for (const end of ENDS) window.addEventListener(end, release, { capture: true, signal: waiting.signal });
  };
}
