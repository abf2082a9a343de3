import { withNext, withoutOther } from "#app/_shell/next-path.ts";

/** Leaves by a full load, so that nothing rendered for someone signed out remains; `path` may be a whole address. */
export function leaveFor(path: string): Promise<void> {
  window.location.assign(withoutOther(path));
  // Coming back may find this page as it was left, busy for ever.
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  // Never settles: the form stays busy until the next page takes over.
  return new Promise(() => {});
}

/** Where a first proof leads: into the app, or to the question for the second one. */
export function leaveAfter(answer: { next: "done" | "twoFactor" }, next: string): Promise<void> {
  return leaveFor(answer.next === "done" ? next : withNext("/two-factor", next));
}

/** A new password is set, and ended every session. */
export function leaveForSignIn(next: string): Promise<void> {
  const path = withNext("/sign-in", next);
  return leaveFor(`${path}${path.includes("?") ? "&" : "?"}done=password`);
}
