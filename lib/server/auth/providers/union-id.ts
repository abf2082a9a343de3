import type { Account, AuthContext } from "better-auth";
import { placeholderEmail } from "./profile.ts";

/* One person has an open id per app of a platform, and a union id for all of them, which may appear only later. */

export interface UnionIdentity {
  /** The union id when there is one, else the open id. */
  subject: string;
  openId: string;
}

type Rows = Pick<AuthContext["internalAdapter"], "findAccountByKey" | "findUserByEmail" | "updateAccount">;

/**
 * The account of a person at a provider, so that nobody becomes two: found by the union id, else by the open id, else,
 * when the platform tells no union id any more or another one, by the address that was made of the open id. An account
 * that went by the open id goes by the union id as soon as that is known. @throws when another did that just now
 */
export async function accountOf(
  rows: Rows,
  providerId: string,
  { subject, openId }: UnionIdentity,
): Promise<Account | null> {
  const known = await rows.findAccountByKey({ providerId, accountId: subject });
  if (known) return known;
  const older =
    (subject === openId ? null : await rows.findAccountByKey({ providerId, accountId: openId })) ??
    (await accountOfPlaceholder(rows, providerId, openId));
  if (!older || subject === openId) return older;
  await rows.updateAccount(older.id, { accountId: subject });
  return { ...older, accountId: subject };
}

async function accountOfPlaceholder(rows: Rows, providerId: string, openId: string): Promise<Account | null> {
  const found = await rows.findUserByEmail(placeholderEmail(providerId, openId), { includeAccounts: true });
  return found?.accounts.find((account) => account.providerId === providerId) ?? null;
}
