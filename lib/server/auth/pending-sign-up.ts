import type { AuthContext, User } from "better-auth";
import * as z from "zod";
import { newId } from "#lib/server/new-id.ts";
import { dropOtherAccess, putPassword, verifyAddress } from "#db/queries/accounts.ts";
import { freshDatabase } from "#lib/server/database.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { requestScope } from "./request-scope.ts";

/* Anyone can sign up with anyone's address, and a person can't tell whose code a mail carries. So a password that was
   given at a sign-up stays only if no other was given for the address until it is verified, and only by the code that
   was mailed for it. Whoever sends a password along with the code has proved that it is theirs. */

/** For so long a code that is asked for again, without a password, still stands for the sign-up before it. */
const PENDING_SECONDS = 900;
const RESEND_SECONDS = 60;

/** As long as an address may stay unverified, and longer. */
const CONTESTED_SECONDS = 365 * 24 * 60 * 60;

const Pending = z.object({ code: z.string(), password: z.string() });

type Rows = Pick<AuthContext, "internalAdapter">;

/** What the pending sign-ups of addresses are asked and told; `hash` is the one that codes are stored under. */
export type PendingSignUps = ReturnType<typeof pendingSignUps>;

export function pendingSignUps(hash: (otp: string) => Promise<string>) {
  /** `otp` is mailed to someone who has just given the password stored as `password`. */
  async function begin(rows: Rows, email: string, otp: string, password: string): Promise<void> {
    await write(rows, email, { code: await hash(otp), password }, inSeconds(PENDING_SECONDS));
  }

  /** `otp` is mailed to someone who gave an address only. */
  async function goOn(rows: Rows, email: string, otp: string): Promise<void> {
    const before = await read(rows, email);
    if (!before) return;
    await write(rows, email, { ...before, code: await hash(otp) }, before.expiresAt);
  }

  /**
   * The owner of the address has entered a code, or proved it by other means when `otp` is null: from now on it is
   * verified. `chosen`, which came with the code, is the password then; else the one that belongs to the code stays.
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
      const [verified] = await verifyAddress(tx, { userId, at });
      if (!verified) return;
      // Statements of their own, after the lock: they must see what was changed a moment ago.
      await dropOtherAccess(tx, { userId, hash: chosenHash === null ? own : null });
      if (chosenHash !== null) await putPassword(tx, { id: newId(), userId, hash: chosenHash, at });
    });
    for (const identifier of [key(user.email), contestedKey(user.email)]) {
      await rows.internalAdapter.deleteVerificationByIdentifier(identifier);
    }
  }

  return { begin, goOn, verify };
}

/**
 * Another sign-up for an address that is not verified yet. With the same password it is the same person's; with another
 * one nobody can tell whose the account is, and no code will verify either. A code is mailed again after a minute.
 * @returns the stored form of the account's password; null: no code is to be mailed.
 */
export async function replaceSignUp(rows: Rows, user: User): Promise<string | null> {
  const signUp = requestScope()?.signUp;
  const { password } = (await rows.internalAdapter.findCredentialAccount(user.id)) ?? {};
  if (!signUp || !password) return null;
  const isRecent = await hasRecentCode(rows, user);
  // Where it can't be told, it is somebody else.
  const isSame = await verifyPassword({ hash: password, password: signUp.password }).catch(() => false);
  if (!isSame) await contest(rows, user.email);
  if (isRecent) return null;
  if (user.name !== signUp.name) await rows.internalAdapter.updateUser(user.id, { name: signUp.name });
  return password;
}

/** A link that was mailed proves the address like a code does, and whoever opened it has just set the password. */
export async function verifyByLink(userId: string): Promise<void> {
  await verifyAddress(freshDatabase(), { userId, at: new Date() });
}

/** A note of its own, so that nothing which is written for a code can take it away. */
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

/** Two clicks on one button must not mail two codes, of which the first is dead. */
async function hasRecentCode({ internalAdapter }: Rows, { email, createdAt }: User): Promise<boolean> {
  const code = await internalAdapter.findVerificationValue(`email-verification-otp-${email}`);
  // Without one, the first sign-up's is about to be made.
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
