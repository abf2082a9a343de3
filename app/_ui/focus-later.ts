/**
 * Moves the focus once React has drawn, as to an element that a change brings. Whoever has gone on to something else
 * by then, which a slow device leaves time for, keeps the focus there.
 * @param from what may still have it, besides nothing at all
 */
export function focusLater(focus: () => void, from: Element | null = null): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === from) focus();
  });
}
