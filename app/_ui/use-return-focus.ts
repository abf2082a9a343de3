"use client";

import { useRef } from "react";

/**
 * Gives the focus back to what had it when a dialog opened. Radix does that only for its own trigger, and our dialogs
 * are opened by state.
 */
export function useReturnFocus(preferred?: () => HTMLElement | null) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Beside a drawer the page stays usable: whoever works there by now keeps the focus.
      if (document.activeElement !== document.body) return;
      const target = preferred?.() ?? opener.current;
      if (target instanceof HTMLElement && target.isConnected) target.focus();
    },
  };
}
