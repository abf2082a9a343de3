"use client";

import { useEffect, useRef } from "react";

/** The events that end a press of the mouse, or the mouse press that the browser derives from a touch. */
const ENDS = ["mouseup", "dragend"] as const;

/**
 * Returns a function that calls `run` immediately or, during a press, right after the click of that press. A change of
 * the page before the click would move the button away from the pointer.
 * @param watches whether presses are followed; otherwise `run` is called immediately
 * @param run the latest version is called, because the click may have changed its data
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
      // Only the main button counts: other buttons open a context menu, after which some systems do not report the
      // release.
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
      // The click follows the release directly, before any timer.
      setTimeout(() => latest.current());
    };
    for (const end of ENDS) window.addEventListener(end, release, { capture: true, signal: waiting.signal });
  };
}
