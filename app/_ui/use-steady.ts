"use client";

import { useState, useSyncExternalStore } from "react";

/** How a press comes to its end; that of a list which the platform opens, only with its choice or the next key. */
const ENDS = ["mouseup", "dragend", "change", "keydown"] as const;

let isPressed = false;

/** Where the other buttons open a menu, some systems never tell of the release. */
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
  // The click comes with the release, before anything that waits.
  const release = () =>
    setTimeout(() => {
      isPressed = false;
      changed();
    });
  window.addEventListener("mousedown", press, options);
  for (const end of ENDS) window.addEventListener(end, release, options);
  return () => watching.abort();
}

/** `value`, but while a press is under way as it was when that began: nothing moves under it before its release. */
export function useSteady<T>(value: T): T {
  const holds = useSyncExternalStore(
    subscribe,
    () => isPressed,
    () => false,
  );
  const [shown, setShown] = useState(value);
  if (!holds && shown !== value) setShown(value);
  return holds ? shown : value;
}
