"use client";

import { useEffect, useEffectEvent } from "react";

function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}

/** As the keyboard at hand writes it. */
export function paletteKeys(): readonly string[] {
  return isApple() ? ["⌘", "K"] : ["Ctrl", "K"];
}

/** ⌘K, elsewhere Ctrl+K; in fields too, where macOS keeps Ctrl+K for itself. */
export function usePaletteKey(toggle: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const held = isApple() ? event.metaKey : event.ctrlKey;
    if (!held || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
