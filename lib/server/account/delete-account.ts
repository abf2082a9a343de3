import { createHash } from "node:crypto";
import { type Database, runPipelined } from "#db/client.ts";
import {
  beginDeletion,
  deleteVerificationsOf,
  type DeletionProof,
  selectDeletionProof,
} from "#db/queries/account-deletions.ts";
import type { AccountDeletion } from "#lib/shared/account.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { AppError } from "#lib/shared/errors.ts";
import { verifyPassword } from "../auth/password.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { defer } from "../http/defer.ts";
import { logSecurity } from "../http/security-log.ts";
import { leaveTrips } from "./leave-trips.ts";

const PASSWORDS = { windowSeconds: 15 * 60, max: 5 };
const FRESH_MS = 10 * 60_000;
/** How long the tick leaves the trips of a deleted account to the process that deleted it. */
const LEASE_MS = 60_000;

/**
 * Deletes the caller's account at once and for ever; the user's trips are left after the answer. The user's row is
 * deleted first, which keeps the person out: no session and no membership can be made for a missing user.
 * @throws AppError WRONG_PASSWORD, SESSION_NOT_FRESH, RATE_LIMITED
 */
export async function deleteAccount(ctx: Ctx, { password }: AccountDeletion): Promise<undefined> {
  const { userId, sessionId, user } = ctx.viewer;
  const [proof] = await selectDeletionProof(ctx.db, { userId, sessionId });
  if (!proof) throw gone();
  // A guest could not sign in again, so the session is the only proof that a guest has.
  if (!user.isAnonymous) await requireProof(ctx, proof, password);
  const leave = await deleteAccountById(ctx.db, user, ctx.now());
  if (!leave) throw gone();
  defer(leave, "leaving the trips of a deleted account");
}

/**
 * Deletes an account, whoever decided that.
 * @returns a function that leaves the account's trips, which the tick does if it is not called or fails; null: there
 * was no such account
 */
export async function deleteAccountById(
  db: Database,
  { id: userId, email }: { id: string; email: string },
  at: Date,
): Promise<(() => Promise<void>) | null> {
  const leasedUntil = new Date(at.getTime() + LEASE_MS);
  const identifiers = storedCodeIdentifiers(email);
  const [deletion] = await db.transaction(async (tx) => {
    const [begun] = await runPipelined([
      beginDeletion(tx, { userId, leasedUntil, at }),
      deleteVerificationsOf(tx, { userId, identifiers }),
    ]);
    return begun;
  });
  if (deletion) logSecurity("account.deleted", { userId });
  return deletion ? () => leaveTrips(db, deletion) : null;
}

/** Returns the error when another request has deleted the account, or ended this session. */
function gone(): AppError {
  return new AppError("UNAUTHENTICATED", "Sign in first.");
}

async function requireProof(
  ctx: Ctx,
  { passwordHash, signedInAt }: DeletionProof,
  password: string | undefined,
): Promise<void> {
  if (passwordHash === null) {
    if (ctx.now().getTime() - signedInAt.getTime() <= FRESH_MS) return;
    throw new AppError("SESSION_NOT_FRESH", "Sign in again, then delete your account.");
  }
  if (password === undefined) {
    throw new AppError("WRONG_PASSWORD", "Enter your password to delete your account.");
  }
  // The limit is by account only, because somebody with a stolen session may use any IP address.
  const { path } = accountApi.delete;
  await requireWithinLimit(new Headers(), path, PASSWORDS, { subject: ctx.viewer.userId });
  if (!(await verifyPassword({ hash: passwordHash, password }))) {
    throw new AppError("WRONG_PASSWORD", "This is not your password.");
  }
}

const CODES = [
  "sign-in-otp",
  "email-verification-otp",
  "forget-password-otp",
  "change-email-otp",
  "change-email-end",
  "sign-up",
  "contested",
];

/** Returns the identifiers of an address's codes as `storeIdentifier: "hashed"` stores them. */
export function storedCodeIdentifiers(email: string): string[] {
  return CODES.map((kind) => createHash("sha256").update(`${kind}-${email}`).digest("base64url"));
}
