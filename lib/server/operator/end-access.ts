import type { Database, Db } from "#db/client.ts";
import { cancelAgentRunsOf } from "#db/queries/agent.ts";
import { selectBlocked, selectSessionToken, setBlocked } from "#db/queries/operator.ts";
import { forgetTrustedDevices } from "#db/queries/trusted-devices.ts";
import { notFound } from "#lib/shared/errors.ts";
import { deleteAccountById } from "../account/delete-account.ts";
import { connectAccountEvents } from "../account/account-events.ts";
import { auth } from "../auth/auth.ts";
import { requirePerson } from "./find-person.ts";

// Without these listeners, sockets of ended sessions would stay open in a process that has not started a server.
connectAccountEvents();

/**
 * Signs a user out everywhere: their sockets close, trusted devices need the second factor again, and links to set a
 * password become invalid. The sessions are deleted through better-auth, so that its listeners are called for each
 * session.
 */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  const { internalAdapter } = await auth().$context;
  await internalAdapter.deleteUserSessions(userId);
  await forgetTrustedDevices(db, { userId });
}

/**
 * Blocks a user: no sign-in works any more, all sessions end and agent runs of the user are cancelled. The user's data
 * stays, but their invites and feeds stop working. The block is stored first, so that sessions which begin meanwhile
 * are invalid, too.
 * @throws AppError NOT_FOUND
 */
export async function blockPerson(db: Db, userId: string, at: Date): Promise<void> {
  const [found] = await setBlocked(db, { userId, at });
  if (!found) throw notFound("person");
  await endSessionsOf(db, userId);
  await cancelAgentRunsOf(db, { userId, at });
}

/**
 * Ends the block of a user. Sessions that began at the very moment of the block are deleted first, so that they do not
 * become valid. A user who is not blocked keeps their sessions.
 * @returns whether the user was blocked
 * @throws AppError NOT_FOUND
 */
export async function unblockPerson(db: Db, userId: string): Promise<boolean> {
  const [blocked] = await selectBlocked(db, { userId });
  if (!blocked) {
    await requirePerson(db, userId);
    return false;
  }
  await endSessionsOf(db, userId);
  const [found] = await setBlocked(db, { userId, at: null });
  if (!found) throw notFound("person");
  return true;
}

/**
 * Removes the second factor of a user who has lost it and every backup code. The next sign-in does not ask for it, and
 * all present sessions end.
 * @returns whether there was a second factor
 * @throws AppError NOT_FOUND
 */
export async function endSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { twoFactorEnabled } = await requirePerson(db, userId);
  if (!twoFactorEnabled) return false;
  const { adapter } = await auth().$context;
  await adapter.transaction(async (trx) => {
    const update = { twoFactorEnabled: false };
    await trx.update({ model: "user", where: [{ field: "id", value: userId }], update });
    await trx.deleteMany({ model: "twoFactor", where: [{ field: "userId", value: userId }] });
  });
  await endSessionsOf(db, userId);
  return true;
}

/**
 * Ends one session.
 * @throws AppError NOT_FOUND
 */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  const [found] = await selectSessionToken(db, { sessionId });
  if (!found) throw notFound("session");
  const { internalAdapter } = await auth().$context;
  await internalAdapter.deleteSession(found.token);
}

/**
 * Deletes an account as the user could do it: trips get another owner, and what the user wrote stays under their name.
 * @throws AppError NOT_FOUND
 */
export async function deletePerson(db: Database, userId: string, now: Date): Promise<void> {
  const person = await requirePerson(db, userId);
  const leave = await deleteAccountById(db, person, now);
  if (!leave) throw notFound("person");
  await leave();
}
