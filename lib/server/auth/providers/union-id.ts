import type { Account, AuthContext } from "better-auth";

/* One person has an open id per app of a platform, and a union id for all of them, which may appear only later. */

export interface UnionIdentity {
  /** The union id when there is one, else the open id. */
  subject: string;
  openId: string;
}

/** The accounts of one provider by the platform's ids. */
export interface UnionProvider {
  find(accountId: string): Promise<Account | null>;
  /** Gives an account another id. @throws when that id has an account already */
  rename(account: Account, accountId: string): Promise<void>;
}

export function unionProvider(rows: AuthContext["internalAdapter"], providerId: string): UnionProvider {
  return {
    find: (accountId) => rows.findAccountByKey({ providerId, accountId }),
    async rename(account, accountId) {
      await rows.updateAccount(account.id, { accountId });
    },
  };
}

/**
 * The account of a person, found by the union id; one that was made by the open id alone is moved to the union id, so
 * that the same person does not become two.
 */
export async function adoptOpenId(accounts: UnionProvider, identity: UnionIdentity): Promise<Account | null> {
  const { subject, openId } = identity;
  const known = await accounts.find(subject);
  if (known || subject === openId) return known;
  const older = await accounts.find(openId);
  if (older) await accounts.rename(older, subject);
  return older;
}
