"use client";

import { useEffect, useRef } from "react";

/**
 * For a card whose buttons go once they have done their work: the focus stays with it, so that who goes by keyboard does
 * not begin at the top of the page again.
 * @param isDone its buttons are gone
 */
export function useKeptFocus<E extends HTMLElement>(isDone: boolean) {
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
