import type { BetterAuthOptions } from "better-auth";

/** Paths on which better-auth puts a new session in the place of the caller's. */
const ROTATIONS = new Set(["/two-factor/disable", "/two-factor/verify-totp"]);

type SessionHooks = NonNullable<NonNullable<BetterAuthOptions["databaseHooks"]>["session"]>;

/** A session that takes another's place is as old as that: when somebody last signed in decides what they may do. */
export const beforeSession: NonNullable<SessionHooks["create"]>["before"] = (session, context) => {
  const former = ROTATIONS.has(context?.path ?? "") ? context?.context.session?.session : null;
  return Promise.resolve(former ? { data: { ...session, createdAt: former.createdAt } } : undefined);
};
