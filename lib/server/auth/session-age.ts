import type { BetterAuthOptions } from "better-auth";
import { latestSessionEnd } from "#lib/server/access/session.ts";
import { refuseBlocked } from "./blocked.ts";

/** Paths on which better-auth replaces the caller's session by a new one. */
const ROTATIONS = new Set(["/two-factor/disable", "/two-factor/verify-totp"]);

type SessionHooks = NonNullable<NonNullable<BetterAuthOptions["databaseHooks"]>["session"]>;

/**
 * A session that replaces another gets that session's start and end, because the time of the last sign-in decides what
 * the user may do, and until when.
 */
const beforeSession: NonNullable<SessionHooks["create"]>["before"] = async (session, context) => {
  await refuseBlocked(session.userId);
  const { session: former, user } = (ROTATIONS.has(context?.path ?? "") && context?.context.session) || {};
  if (!former) return undefined;
  const last = latestSessionEnd(new Date(former.createdAt));
  const expiresAt = last < session.expiresAt && !user?.isAnonymous ? last : session.expiresAt;
  return { data: { ...session, createdAt: former.createdAt, expiresAt } };
};

/** better-auth extends a session to thirty days from now, however old it is; this hook limits the extension. */
const beforeExtension: NonNullable<SessionHooks["update"]>["before"] = (change, context) => {
  const { session, user } = context?.context.session ?? {};
  if (!(change.expiresAt instanceof Date) || !session || user?.isAnonymous) return Promise.resolve();
  const last = latestSessionEnd(new Date(session.createdAt));
  return Promise.resolve(last < change.expiresAt ? { data: { ...change, expiresAt: last } } : undefined);
};

export const sessionHooks = { create: { before: beforeSession }, update: { before: beforeExtension } };
