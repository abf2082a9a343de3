import { isComposing } from "#app/_ui/composing.ts";

/**
 * Handles Escape for a dialog. When a menu or a list of options is open in front of it, that closes and the dialog
 * stays. The dialog also stays when the key only cancels a word of an input method.
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
