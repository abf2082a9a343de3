import type { AuthContext, User } from "better-auth";
import * as z from "zod";
import { newId } from "#lib/server/process/new-id.ts";
import { deleteOtherSignInMethods, putPassword, markEmailVerified } from "#db/queries/accounts.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { hashPassword, verifyPasswordLater } from "./password.ts";
import { requestScope } from "./request-scope.ts";

/*
 * Anyone can sign up with any e-mail address, and its owner cannot tell which sign-up a mailed code belongs to. So the
 * password of a sign-up stays only if no other password was given for the address before its verification, and only
 * with the code that was mailed for this sign-up. A user who sends a password together with the code proves that the
 * password is theirs.
 */

/** For this time a new code that is requested without a password still belongs to the preceding sign-up. */
const PENDING_SECONDS = 900;
const RESEND_SECONDS = 60;

/** How long it is stored that two passwords were given for an address: longer than it may stay unverified. */
const CONTESTED_SECONDS = 365 * 24 * 60 * 60;

const Pending = z.object({ code: z.string(), password: z.string() });

type Rows = Pick<AuthContext, "internalAdapter">;

/**
 * The operations on pending sign-ups, which `pendingSignUps` makes; `hash` is the hash under which codes are stored.
 */
export type PendingSignUps = ReturnType<typeof pendingSignUps>;

export function pendingSignUps(hash: (otp: string) => Promise<string>) {
  /** Notes that `otp` is mailed for a sign-up whose password is stored as `password`. */
  async function begin(rows: Rows, email: string, otp: string, password: string): Promise<void> {
    await write(rows, email, { code: await hash(otp), password }, inSeconds(PENDING_SECONDS));
  }

  /** Notes that `otp` is mailed to an address for which no password was given this time. */
  async function goOn(rows: Rows, email: string, otp: string): Promise<void> {
    const before = await read(rows, email);
    if (!before) return;
    await write(rows, email, { ...before, code: await hash(otp) }, before.expiresAt);
  }

  /**
   * Marks an address as verified. Its owner has entered a code, or, when `otp` is null, has proved the address by other
   * means. `chosen`, a password that came with the code, becomes the password; otherwise the password that belongs to
   * the code stays.
   */
  async function verify(
    rows: Rows,
    user: Pick<User, "id" | "email">,
    otp: string | null,
    chosen?: string,
  ): Promise<void> {
    const code = otp === null ? null : await hash(otp);
    const pending = await read(rows, user.email);
    const isOwn = pending?.code === code && !(await isContested(rows, user.email));
    const own = pending && isOwn ? pending.password : null;
    const chosenHash = chosen === undefined ? null : await hashPassword(chosen);
    const [userId, at] = [user.id, new Date()];
    await freshDatabase().transaction(async (tx) => {
      const [verified] = await markEmailVerified(tx, { userId, at });
      if (!verified) return;
      // Separate statements after the lock, because they must see what other requests have just committed.
      await deleteOtherSignInMethods(tx, { userId, hash: chosenHash === null ? own : null });
      if (chosenHash !== null) await putPassword(tx, { id: newId(), userId, hash: chosenHash, at });
    });
    for (const identifier of [key(user.email), contestedKey(user.email)]) {
      await rows.internalAdapter.deleteVerificationByIdentifier(identifier);
    }
  }

  return { begin, goOn, verify };
}

/**
 * Handles another sign-up for an address that is not verified yet. With the same password it is from the same person;
 * with another one nobody can tell whose account it is, and no code will keep either password. A code is mailed again
 * after a minute.
 * @returns the stored form of the account's password, or null when no code is to be mailed
 */
export async function replaceSignUp(rows: Rows, user: User): Promise<string | null> {
  const signUp = requestScope()?.signUp;
  const { password } = (await rows.internalAdapter.findCredentialAccount(user.id)) ?? {};
  if (!signUp || !password) return null;
  const isRecent = await hasRecentCode(rows, user);
  // If the password cannot be checked, the sign-up counts as somebody else's.
  const stored = { hash: password, password: signUp.password };
  const isSame = await verifyPasswordLater(stored).catch(() => false);
  if (!isSame) await contest(rows, user.email);
  if (isRecent) return null;
  if (user.name !== signUp.name) await rows.internalAdapter.updateUser(user.id, { name: signUp.name });
  return password;
}

/**
 * Marks an address as verified by a mailed link, which proves the address as a code does. The user who opened the link
 * has just set the password.
 */
export async function verifyByLink(userId: string): Promise<void> {
  await markEmailVerified(freshDatabase(), { userId, at: new Date() });
}

/** Stores in a separate row that two passwords were given, so that no write for a code can remove it. */
async function contest({ internalAdapter }: Rows, email: string): Promise<void> {
  const note = {
    identifier: contestedKey(email),
    value: "contested",
    expiresAt: inSeconds(CONTESTED_SECONDS),
  };
  await internalAdapter.createVerificationValue(note);
}

async function isContested({ internalAdapter }: Rows, email: string): Promise<boolean> {
  return (await internalAdapter.findVerificationValue(contestedKey(email))) !== null;
}

/**
 * Whether a code was mailed recently. Two clicks on one button must not mail two codes, of which the first would be
 * invalid.
 */
async function hasRecentCode({ internalAdapter }: Rows, { email, createdAt }: User): Promise<boolean> {
  const code = await internalAdapter.findVerificationValue(`email-verification-otp-${email}`);
  // Without a code, the time since the user's creation counts: the first sign-up is about to make a code.
  const since = code?.createdAt ?? createdAt;
  return since.getTime() > Date.now() - RESEND_SECONDS * 1000;
}

async function read(
  { internalAdapter }: Rows,
  email: string,
): Promise<(z.infer<typeof Pending> & { expiresAt: Date }) | null> {
  const row = await internalAdapter.findVerificationValue(key(email));
  if (!row || row.expiresAt.getTime() <= Date.now()) return null;
  return { ...Pending.parse(JSON.parse(row.value)), expiresAt: row.expiresAt };
}

async function write(
  { internalAdapter }: Rows,
  email: string,
  pending: z.infer<typeof Pending>,
  expiresAt: Date,
): Promise<void> {
  const { code, password } = pending;
  await internalAdapter.deleteVerificationByIdentifier(key(email));
  const value = JSON.stringify({ code, password });
  await internalAdapter.createVerificationValue({ identifier: key(email), value, expiresAt });
}

function contestedKey(email: string): string {
  return `contested-${email}`;
}

function key(email: string): string {
  return `sign-up-${email}`;
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}
