import type { BetterAuthOptions } from "better-auth";
import { lastEnd } from "#lib/server/session.ts";
import { refuseBlocked } from "./blocked.ts";

/** Paths on which better-auth puts a new session in the place of the caller's. */
const ROTATIONS = new Set(["/two-factor/disable", "/two-factor/verify-totp"]);

type SessionHooks = NonNullable<NonNullable<BetterAuthOptions["databaseHooks"]>["session"]>;

/**
 * A session that takes another's place is as old as that, and ends when that would have: when somebody last signed in
 * decides what they may do, and until when.
 */
const beforeSession: NonNullable<SessionHooks["create"]>["before"] = async (session, context) => {
  await refuseBlocked(session.userId);
  const { session: former, user } = (ROTATIONS.has(context?.path ?? "") && context?.context.session) || {};
  if (!former) return undefined;
  const last = lastEnd(new Date(former.createdAt));
  const expiresAt = last < session.expiresAt && !user?.isAnonymous ? last : session.expiresAt;
  return { data: { ...session, createdAt: former.createdAt, expiresAt } };
};

/** better-auth extends sessions by itself, to thirty days from now however old they are. */
const beforeExtension: NonNullable<SessionHooks["update"]>["before"] = (change, context) => {
  const { session, user } = context?.context.session ?? {};
  if (!(change.expiresAt instanceof Date) || !session || user?.isAnonymous) return Promise.resolve();
  const last = lastEnd(new Date(session.createdAt));
  return Promise.resolve(last < change.expiresAt ? { data: { ...change, expiresAt: last } } : undefined);
};

export const sessionHooks = { create: { before: beforeSession }, update: { before: beforeExtension } };
