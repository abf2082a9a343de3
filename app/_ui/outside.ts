/**
 * Whether a press outside a dialog is on a toast. Toasts are above the dialog, so a press on their "Undo" must not
 * close it.
 */
export function isOnToast({ target }: Event): boolean {
  return target instanceof Element && target.closest("[data-sonner-toaster]") !== null;
}
