import { withNext, withoutOtherAccountMark } from "#app/_shell/next-path.ts";

/**
 * Leaves by loading a new page, so that nothing that was rendered for a signed-out user remains; `path` may be a whole
 * URL.
 */
export function loadPage(path: string): Promise<void> {
  window.location.assign(withoutOtherAccountMark(path));
  // When the user returns, the browser may restore this page in its busy state, so it is reloaded.
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  // The promise never settles, so that the form stays busy until the next page is loaded.
  return new Promise(() => {});
}

/** Leaves the page after the password or code was accepted: to the target, or to the page for the second factor. */
export function continueAfterFirstFactor(
  answer: { next: "done" | "twoFactor" },
  next: string,
): Promise<void> {
  return loadPage(answer.next === "done" ? next : withNext("/two-factor", next));
}

/** Leaves for the sign-in after a new password was set, which has ended every session. */
export function loadSignInPage(next: string): Promise<void> {
  const path = withNext("/sign-in", next);
  return loadPage(`${path}${path.includes("?") ? "&" : "?"}done=password`);
}
