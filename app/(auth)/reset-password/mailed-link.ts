import type { AuthQuery } from "#app/(auth)/_form/invite-token.ts";

/** The result of a link in an e-mail: its token, or that it is no longer valid. */
export type MailedLink = { token: string } | "old";

/** Returns the result of the link by which the page was opened; null when it was not opened by a link in an e-mail. */
export function mailedLink({ token, error }: AuthQuery): MailedLink | null {
  if (error !== undefined) return "old";
  return typeof token === "string" && token !== "" ? { token } : null;
}
