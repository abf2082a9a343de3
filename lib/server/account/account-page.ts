import { headers } from "next/headers";
import { auth } from "#lib/server/auth/auth.ts";

/**
 * One way to sign in: a password (`providerId` is `credential`) or an identity at a provider. Instants are ISO 8601
 * UTC.
 */
interface LinkedAccount {
  id: string;
  providerId: string;
  createdAt: string;
  updatedAt: string;
}

/** A session without its token, because the HTML of a page must not contain the token. */
interface OpenSession {
  id: string;
  userAgent: string | null;
  ipAddress: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Returns the caller's ways to sign in and the caller's sessions, both newest first. */
export async function readSignIns(): Promise<{ accounts: LinkedAccount[]; sessions: OpenSession[] }> {
  const asked = { headers: await headers() };
  const { api } = auth();
  const [accounts, sessions] = await Promise.all([api.listUserAccounts(asked), api.listSessions(asked)]);
  return {
    accounts: accounts.map(({ id, providerId, createdAt, updatedAt }) => ({
      id,
      providerId,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
    sessions: sessions.map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
      id,
      userAgent: userAgent ?? null,
      ipAddress: ipAddress ?? null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
  };
}
