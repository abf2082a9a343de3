import { isComposing } from "#app/_ui/composing.ts";

/**
 * For a dialog's Escape: when something smaller is open in front of it (a menu, a list of matches), that closes and the
 * dialog stays. It also stays when the key only gives up a word of an input method.
 */
export function keepOpenBehindPopover(event: KeyboardEvent): void {
  if (isComposing(event)) return event.preventDefault();
  const popover = document.querySelector<HTMLElement>(":popover-open");
  const lists = document.activeElement?.getAttribute("role") === "combobox";
  const listing = lists && document.activeElement?.getAttribute("aria-expanded") === "true";
  if (!popover && !listing) return;
  event.preventDefault();
  popover?.hidePopover();
}
