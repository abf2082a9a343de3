"use client";

import { useEffect, useEffectEvent } from "react";

export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}

/** As the keyboard at hand writes it. */
export function paletteKeys(): readonly string[] {
  return held("K");
}

export function undoKeys(): readonly string[] {
  return held("Z");
}

function held(letter: string): readonly string[] {
  return isApple() ? ["⌘", letter] : ["Ctrl", letter];
}

/** ⌘K, elsewhere Ctrl+K; in fields too, where macOS keeps Ctrl+K for itself. */
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
