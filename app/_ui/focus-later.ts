/**
 * Moves the focus after React has rendered, for example to a new element. When the user has moved the focus elsewhere
 * by then, which can happen on a slow device, it stays there.
 * @param from the element that may still have the focus, besides the body
 */
export function focusLater(focus: () => void, from: Element | null = null): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === from) focus();
  });
}
