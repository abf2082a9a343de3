import { nextTarget } from "#app/_shell/next-path.ts";
import { InviteToken } from "#lib/shared/invites.ts";

export type AuthQuery = Record<string, string | string[] | undefined>;

/**
 * Returns the target after the sign-in, and the token of the invite from which the user comes, by `?next=` or
 * `?invite=`.
 */
export function readAuthQuery(
  query: AuthQuery,
  isTrusted: (origin: string) => boolean,
): { next: string; inviteToken: string | null } {
  const asked = InviteToken.safeParse(query["invite"]);
  if (asked.success) return { next: `/invite/${asked.data}`, inviteToken: asked.data };
  const next = nextTarget(query["next"], isTrusted);
  const named = InviteToken.safeParse(/^\/invite\/([^/?#]+)$/.exec(next)?.[1]);
  return { next, inviteToken: named.success ? named.data : null };
}
