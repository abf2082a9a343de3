import type { Account, AuthContext } from "better-auth";
import { placeholderEmail } from "./profile.ts";

/*
 * A user has one open id for each app of a platform, and one union id for all its apps, which the platform may send
 * only later.
 */

export interface UnionIdentity {
  /** The union id if the platform sends one, otherwise the open id. */
  subject: string;
  openId: string;
}

type Rows = Pick<AuthContext["internalAdapter"], "findAccountByKey" | "findUserByEmail" | "updateAccount">;

/**
 * Finds a user's account at a provider, so that one person never gets two. It is found by the union id, else by the
 * open id, else, when the platform sends no union id any more or another one, by the address that was made from the
 * open id. An account under the open id moves to the union id as soon as that is known.
 * @throws when another sign-in has just moved the account
 */
export async function findProviderAccount(
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
