"use client";

import { useState, useSyncExternalStore } from "react";

/** The events that end a press. A press that opens the platform's list ends only with the choice or the next key. */
const ENDS = ["mouseup", "dragend", "change", "keydown"] as const;

let isPressed = false;

/**
 * Whether an event is a press of the main button. Other buttons open a context menu, after which some systems do not
 * report the release.
 */
function isPress({ button, ctrlKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey;
}

function subscribe(changed: () => void): () => void {
  const watching = new AbortController();
  const options = { capture: true, signal: watching.signal };
  const press = (event: MouseEvent) => {
    isPressed = isPress(event);
    changed();
  };
  // The click follows the release directly, before any timer.
  const release = () =>
    setTimeout(() => {
      isPressed = false;
      changed();
    });
  window.addEventListener("mousedown", press, options);
  for (const end of ENDS) window.addEventListener(end, release, options);
  return () => watching.abort();
}

/**
 * Returns `value`, but during a press the value at its beginning, so that nothing moves under the pointer before the
 * release.
 */
export function useStableDuringPress<T>(value: T): T {
  const holds = useSyncExternalStore(
    subscribe,
    () => isPressed,
    () => false,
  );
  const [shown, setShown] = useState(value);
  if (!holds && shown !== value) setShown(value);
  return holds ? shown : value;
}
