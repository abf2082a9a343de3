"use client";

import { useEffect, useRef } from "react";

/**
 * Preserves the focus of a card whose buttons disappear after use: the card itself gets it, so that keyboard users
 * need not start at the top of the page.
 * @param isDone whether the buttons have disappeared
 */
export function usePreservedFocus<E extends HTMLElement>(isDone: boolean) {
  const ref = useRef<E>(null);
  const isIn = useRef(false);
  useEffect(() => {
    const isLost = isDone && isIn.current && document.activeElement === document.body;
    if (isLost) ref.current?.focus({ preventScroll: true });
  }, [isDone]);
  return {
    ref,
    tabIndex: -1,
    onFocus: () => void (isIn.current = true),
    onBlur: () => void (isIn.current = false),
  };
}
