"use client";

import { useEffect, useRef } from "react";

/** How a press of the mouse, or the one that a touch makes, comes to its end. */
const ENDS = ["mouseup", "dragend"] as const;

/**
 * Gives what runs something now or, while a press is under way, right after its click: what goes in between would move
 * the page, and the button that was pressed is no longer where it is released.
 * @param watches whether presses are followed; else everything runs at once
 */
export function useAfterPress(watches: boolean): (run: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (!watches) return;
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    const note = (pressed: boolean) => () => {
      isPressed.current = pressed;
    };
    window.addEventListener("mousedown", note(true), options);
    for (const end of ENDS) window.addEventListener(end, note(false), options);
    return () => {
      ending.abort();
      isPressed.current = false;
    };
  }, [watches]);

  return (run) => {
    if (!isPressed.current) return run();
    const ending = new AbortController();
    const release = () => {
      ending.abort();
      // The click comes with the release, before anything that waits.
      setTimeout(run);
    };
    for (const end of ENDS) window.addEventListener(end, release, { capture: true, signal: ending.signal });
  };
}
