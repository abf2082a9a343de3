/** The first field that is wrong, or the line that opens to it; what is wrong with it may stand below all that is open there. */
export function focusWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  const wrong = field ?? form?.querySelector<HTMLElement>("[data-wrong=true]");
  wrong?.focus();
  const says = wrong?.getAttribute("aria-describedby")?.split(" ").at(-1);
  if (says) document.getElementById(says)?.scrollIntoView({ block: "nearest" });
}
