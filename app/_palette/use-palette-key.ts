"use client";

import { useEffect, useEffectEvent } from "react";

export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}

/** Returns the keys of the shortcut as they are called on the present platform. */
export function paletteKeys(): readonly string[] {
  return held("K");
}

export function undoKeys(): readonly string[] {
  return held("Z");
}

function held(letter: string): readonly string[] {
  return isApple() ? ["⌘", letter] : ["Ctrl", letter];
}

/**
 * Calls `toggle` on ⌘K, or Ctrl+K on other platforms, also in text fields. On macOS, Ctrl+K in a text field is an
 * editing command.
 */
export function usePaletteKey(toggle: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHeld = isApple() ? event.metaKey : event.ctrlKey;
    if (!isHeld || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
