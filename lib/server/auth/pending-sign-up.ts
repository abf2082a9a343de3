import type { AuthContext, User } from "better-auth";
import * as z from "zod";
import { dropOtherPassword, replaceUnverifiedPassword, verifyAddress } from "#db/queries/accounts.ts";
import { freshDatabase } from "#lib/server/database.ts";
import { verifyPassword } from "./password.ts";
import { requestScope } from "./request-scope.ts";

/* Anyone can sign up with anyone's address. What makes a password the owner's is the code that was mailed for it, so
   next to the code stands which password that was; verified by any other code, the account keeps none. */

/** For so long a code that is asked for again, without a password, still stands for the sign-up before it. */
const PENDING_SECONDS = 900;
const RESEND_SECONDS = 60;

const Pending = z.object({ code: z.string(), password: z.string() });

/** A password that nothing is: several people signed up at once, and a code can't tell whose it verifies. */
const NOBODYS = "";

type Rows = Pick<AuthContext, "internalAdapter">;

/** What the pending sign-ups of addresses are asked and told; `hash` is the one that codes are stored under. */
export type PendingSignUps = ReturnType<typeof pendingSignUps>;

export function pendingSignUps(hash: (otp: string) => Promise<string>) {
  /** `otp` is mailed to someone who has just given the password stored as `password`. */
  async function begin(rows: Rows, email: string, otp: string, password: string): Promise<void> {
    const before = await read(rows, email);
    const isContested = before?.password === NOBODYS;
    const value = { code: await hash(otp), password: isContested ? NOBODYS : password };
    await write(rows, email, value, inSeconds(PENDING_SECONDS));
  }

  /** `otp` is mailed to someone who gave an address only. */
  async function goOn(rows: Rows, email: string, otp: string): Promise<void> {
    const before = await read(rows, email);
    if (!before) return;
    await write(rows, email, { ...before, code: await hash(otp) }, before.expiresAt);
  }

  /**
   * The owner of the address has entered a code, or proved it by other means when `otp` is null: from now on it is
   * verified, and a password stays only if it belongs to that code.
   */
  async function verify(rows: Rows, user: Pick<User, "id" | "email">, otp: string | null): Promise<void> {
    const code = otp === null ? null : await hash(otp);
    const pending = await read(rows, user.email);
    const own = pending && pending.password !== NOBODYS && pending.code === code ? pending.password : null;
    const at = new Date();
    await freshDatabase().transaction(async (tx) => {
      const [verified] = await verifyAddress(tx, { userId: user.id, at });
      // A statement of its own, after the lock: it must see a password that was replaced a moment ago.
      if (verified) await dropOtherPassword(tx, { userId: user.id, hash: own });
    });
    await rows.internalAdapter.deleteVerificationByIdentifier(key(user.email));
  }

  return { begin, goOn, verify };
}

/**
 * Another sign-up for an address that is not verified yet. Later than a minute after the last code it takes the place
 * of the one before, and the caller mails it a code of its own; earlier it changes nothing, or, if it is not the same
 * person's, leaves the account without a password.
 * @returns the stored form of the password that is now the account's; null: no code is to be mailed.
 */
export async function replaceSignUp(rows: Rows, user: User): Promise<string | null> {
  const signUp = requestScope()?.signUp;
  const account = await rows.internalAdapter.findCredentialAccount(user.id);
  if (!signUp || !account?.password) return null;
  if (await hasRecentCode(rows, user)) {
    const isSame = await verifyPassword({ hash: account.password, password: signUp.password });
    if (!isSame) await contest(rows, user.email);
    return null;
  }
  const password = await signUp.hash;
  const change = { userId: user.id, hash: password, at: new Date() };
  const [replaced] = await replaceUnverifiedPassword(freshDatabase(), change);
  if (!replaced) return null;
  await rows.internalAdapter.deleteVerificationByIdentifier(key(user.email));
  if (user.name !== signUp.name) await rows.internalAdapter.updateUser(user.id, { name: signUp.name });
  return password;
}

/** A link that was mailed proves the address like a code does, and whoever opened it has just set the password. */
export async function verifyByLink(userId: string): Promise<void> {
  await verifyAddress(freshDatabase(), { userId, at: new Date() });
}

function contest(rows: Rows, email: string): Promise<void> {
  return write(rows, email, { code: "", password: NOBODYS }, inSeconds(PENDING_SECONDS));
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

function key(email: string): string {
  return `sign-up-${email}`;
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}
