import type { Database, Db } from "#db/client.ts";
import { cancelAgentRunsOf } from "#db/queries/agent.ts";
import { selectBlocked, selectSessionToken, setBlocked } from "#db/queries/operator.ts";
import { forgetTrustedDevices } from "#db/queries/trusted-devices.ts";
import { notFound } from "#lib/shared/errors.ts";
import { endAccount } from "../account/delete-account.ts";
import { connectAccountEvents } from "../account-events.ts";
import { auth } from "../auth/auth.ts";
import { requirePerson } from "./find-person.ts";

// Sockets of ended sessions close, also where no server has been started.
connectAccountEvents();

/**
 * Signs somebody out everywhere: sockets close, and devices that skip the second factor no longer do. Links to set a
 * password go, too. Through better-auth, so that whoever listens hears of each session.
 */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  const { internalAdapter } = await auth().$context;
  await internalAdapter.deleteUserSessions(userId);
  await forgetTrustedDevices(db, { userId });
}

/**
 * Lets nobody sign in as this person, whichever way, signs them out everywhere and stops what the agent does for them.
 * What they have stays as it is; their invites and calendar addresses rest. The mark goes first: from then on their
 * sessions are none, whatever is still under way. @throws AppError NOT_FOUND
 */
export async function blockPerson(db: Db, userId: string, at: Date): Promise<void> {
  const [found] = await setBlocked(db, { userId, at });
  if (!found) throw notFound("person");
  await endSessionsOf(db, userId);
  await cancelAgentRunsOf(db, { userId, at });
}

/**
 * Sessions that began at the very moment of the block don't come back with it. Whoever is not blocked keeps theirs.
 * @returns whether they were @throws AppError NOT_FOUND
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
 * For whoever has lost their second factor and every backup code: the next sign-in asks for none. What began with it ends.
 * @returns whether there was one @throws AppError NOT_FOUND
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

/** @throws AppError NOT_FOUND */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  const [found] = await selectSessionToken(db, { sessionId });
  if (!found) throw notFound("session");
  const { internalAdapter } = await auth().$context;
  await internalAdapter.deleteSession(found.token);
}

/** As if they had done it themselves: trips pass on, what they wrote stays under their name. @throws AppError NOT_FOUND */
export async function deletePerson(db: Database, userId: string, now: Date): Promise<void> {
  const person = await requirePerson(db, userId);
  const leave = await endAccount(db, person, now);
  if (!leave) throw notFound("person");
  await leave();
}
