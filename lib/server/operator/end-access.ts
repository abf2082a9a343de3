import type { Database, Db } from "#db/client.ts";
import { selectSessionToken } from "#db/queries/operator.ts";
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
