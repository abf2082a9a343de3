"use client";

import { type MouseEvent, type ToggleEvent, useId, useRef, useState } from "react";
import type { Placement } from "#app/_ui/floating-spot.ts";
import { useFloating } from "#app/_ui/use-floating.ts";

type Popover = Placement & {
  /** Is called after the popover has opened; `byKeyboard` says how it was opened. */
  onOpened?: (panel: HTMLElement, byKeyboard: boolean) => void;
  onOpenChange?: (open: boolean) => void;
};

/**
 * A native popover: the browser opens it by its trigger, closes it by Escape or a press elsewhere, and restores the
 * focus. Spread `trigger` onto the button and `panel` onto the popover, whose content is needed only while `open`.
 */
export function usePopover<T extends HTMLElement = HTMLDivElement>({
  onOpened,
  onOpenChange,
  ...placement
}: Popover) {
  const id = useId();
  const panel = useRef<T>(null);
  const byKeyboard = useRef(false);
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  useFloating({ ...placement, open, anchor, panel });

  function change(isOpen: boolean) {
    setOpen(isOpen);
    if (isOpen !== open) onOpenChange?.(isOpen);
  }

  return {
    open,
    show: () => {
      byKeyboard.current = true;
      panel.current?.showPopover();
    },
    close: () => panel.current?.hidePopover(),
    trigger: {
      popoverTarget: id,
      "aria-expanded": open,
      "aria-controls": open ? id : undefined,
      // A click without a pointer is caused by Enter or Space.
      onClickCapture: (event: MouseEvent) => {
        byKeyboard.current = event.detail === 0;
      },
    },
    panel: {
      id,
      ref: panel,
      popover: "auto" as const,
      // The content is rendered before the popover shows, and stays until it is hidden, because the browser looks for a
      // focusable element in it.
      onBeforeToggle: (event: ToggleEvent<T>) => {
        if (event.target !== event.currentTarget || event.newState === "closed") return;
        anchor.current = document.querySelector<HTMLElement>(`[popovertarget="${id}"]`);
        change(true);
      },
      onToggle: (event: ToggleEvent<T>) => {
        if (event.target !== event.currentTarget) return;
        if (event.newState === "closed") change(false);
        else onOpened?.(event.currentTarget, byKeyboard.current);
      },
    },
  };
}
