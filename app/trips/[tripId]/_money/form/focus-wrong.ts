/**
 * Focuses the first invalid field, or the row that contains it while the row is closed, and scrolls its message into
 * view.
 */
export function focusWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  const wrong = field ?? form?.querySelector<HTMLElement>("[data-wrong=true]");
  wrong?.focus();
  const says = wrong?.getAttribute("aria-describedby")?.split(" ").at(-1);
  if (says) document.getElementById(says)?.scrollIntoView({ block: "nearest" });
}
