import type { Messages } from "#app/_i18n/namespaces.ts";

type CameBackKey = keyof Messages["auth"]["cameBack"];
/** The message at the top of a page to which a user returns. */
export type ReturnMessage = { tone: "warning" | "danger" | "success"; key: CameBackKey };

/**
 * The messages by the parameter `error` at the end of a sign-in; the service and the providers have different codes.
 */
const failures: Readonly<Record<string, CameBackKey>> = {
  access_denied: "refused",
  // A provider that shows a code to scan reports a cancelled sign-in as `no_code`.
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

/** Returns the message for the URL of the sign-in page; text of the URL is never shown. */
export function readReturnMessage({ error, done }: { error?: Value; done?: Value }): ReturnMessage | null {
  if (error !== undefined) {
    const known = typeof error === "string" && Object.hasOwn(failures, error) ? failures[error] : undefined;
    // A cancelled sign-in gives a warning and no error message, because the user made no mistake.
    return { tone: known === "refused" ? "warning" : "danger", key: known ?? "failed" };
  }
  return done === "password" ? { tone: "success", key: "passwordSet" } : null;
}
