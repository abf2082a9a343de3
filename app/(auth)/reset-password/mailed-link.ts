import type { AuthQuery } from "#app/(auth)/_form/invite-token.ts";

/** What a mailed link brought: its token, or that it is old. */
export type MailedLink = { token: string } | "old";

/** null when the page was not opened by a mailed link. */
export function mailedLink({ token, error }: AuthQuery): MailedLink | null {
  if (error !== undefined) return "old";
  return typeof token === "string" && token !== "" ? { token } : null;
}
