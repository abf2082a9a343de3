/** For a dialog's press outside: a toast lies over the page and the dialog alike, so that its Undo closes nothing. */
export function isOnToast({ target }: Event): boolean {
  return target instanceof Element && target.closest("[data-sonner-toaster]") !== null;
}
