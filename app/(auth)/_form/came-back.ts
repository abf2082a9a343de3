import type { Messages } from "#app/_i18n/namespaces.ts";

type CameBackKey = keyof Messages["auth"]["cameBack"];
/** What a page that someone comes back to says first. */
export type CameBack = { tone: "warning" | "danger" | "success"; key: CameBackKey };

/** By the `error` that a sign-in at a provider ends with; the service's and the provider's own words for it. */
const failures: Readonly<Record<string, CameBackKey>> = {
  access_denied: "refused",
  // How a provider that shows a code to scan says that nobody wanted to.
  no_code: "refused",
  user_cancelled: "refused",
  account_not_linked: "notLinked",
  unable_to_link_account: "notLinked",
  unable_to_get_user_info: "noProfile",
  invalid_code: "noProfile",
  email_not_found: "noEmail",
  state_mismatch: "startAgain",
  state_not_found: "startAgain",
  state_invalid: "startAgain",
  please_restart_the_process: "startAgain",
  invalid_callback_request: "startAgain",
  server_error: "down",
  temporarily_unavailable: "down",
  BANNED_USER: "blocked",
};

type Value = string | string[] | undefined;

/** By the address of the sign-in page; what stands there is looked up, never shown. */
export function cameBackWith({ error, done }: { error?: Value; done?: Value }): CameBack | null {
  if (error !== undefined) {
    const known = typeof error === "string" && Object.hasOwn(failures, error) ? failures[error] : undefined;
    // Whoever changed their mind made no mistake.
    return { tone: known === "refused" ? "warning" : "danger", key: known ?? "failed" };
  }
  return done === "password" ? { tone: "success", key: "passwordSet" } : null;
}
