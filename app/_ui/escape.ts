/**
 * For a dialog's Escape: when something smaller is open in front of it (a menu, a list of matches), that closes and the
 * dialog stays.
 */
export function keepOpenBehindPopover(event: KeyboardEvent): void {
  const popover = document.querySelector<HTMLElement>(":popover-open");
  const lists = document.activeElement?.getAttribute("role") === "combobox";
  const listing = lists && document.activeElement?.getAttribute("aria-expanded") === "true";
  if (!popover && !listing) return;
  event.preventDefault();
  popover?.hidePopover();
}
