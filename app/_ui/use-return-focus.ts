"use client";

import { useRef } from "react";

/**
 * Returns the focus to the element that had it when a dialog opened. Radix does that only for its own trigger, and our
 * dialogs are opened by state.
 */
export function useReturnFocus(preferred?: () => HTMLElement | null) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // The page stays usable beside a drawer, so an element of the page that has the focus by now keeps it.
      if (document.activeElement !== document.body) return;
      const target = preferred?.() ?? opener.current;
      if (target instanceof HTMLElement && target.isConnected) target.focus();
    },
  };
}
