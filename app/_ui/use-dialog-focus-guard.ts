"use client";

import { useCallback } from "react";

/**
 * A ref for the content of a dialog. Radix focuses that content whenever part of it is removed while nothing has the
 * focus, which is the case for a moment during every move from one field to the next. A field that removes something
 * when it loses the focus, such as a row of keys or a hint, would then make the browser cancel the move, and the press
 * or Tab would be lost. So the content takes the focus only when the move is over and has focused nothing.
 */
export function useDialogFocusGuard() {
  return useCallback((content: HTMLElement | null) => {
    if (!content) return undefined;
    const watching = new AbortController();
    const options = { signal: watching.signal };
    let target: EventTarget | null = null;
    const arrive = () => {
      target = null;
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      target = relatedTarget;
      if (target === null) return;
      setTimeout(() => {
        arrive();
        if (document.activeElement === document.body && content.isConnected) focus();
      });
    };
    const focus = (how?: FocusOptions) => HTMLElement.prototype.focus.call(content, how);
    content.focus = (how) => {
      if (target === null) focus(how);
    };
    content.addEventListener("focusout", leave, options);
    content.addEventListener("focusin", arrive, options);
    return () => watching.abort();
  }, []);
}
