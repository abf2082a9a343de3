/** The first field that is wrong, or the line that opens to it. */
export function focusWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  (field ?? form?.querySelector<HTMLElement>("[data-wrong=true]"))?.focus();
}
