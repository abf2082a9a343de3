import type { Database } from "#db/client.ts";
import { claimDeletions, deleteExpiredSessions } from "#db/queries/account-deletions.ts";
import { claimProfileChanges } from "#db/queries/account-projections.ts";
import { log } from "../http/log.ts";
import { leaveTrips } from "./leave-trips.ts";
import { tellTrips } from "./project-profile.ts";

const AT_ONCE = 20;
/** What fails, or dies with its process, is tried again after this. */
const LEASE_MS = 60_000;
const EXPIRED_SESSIONS = 5000;

/** Does what was left undone when accounts changed; any number of instances may run it at once. */
export async function resumeAccountWork(db: Database, now: Date): Promise<void> {
  const claim = { now, leasedUntil: new Date(now.getTime() + LEASE_MS), limit: AT_ONCE };
  for (const { userId } of await claimProfileChanges(db, claim)) {
    await attempt("telling trips of a changed profile", () => tellTrips(db, userId));
  }
  for (const deletion of await claimDeletions(db, claim)) {
    await attempt("leaving the trips of a deleted account", () => leaveTrips(db, deletion));
  }
}

/** Sockets need no telling: who comes with an expired session is not let in, and a session that is in use is extended. */
export async function purgeExpiredSessions(db: Database, now: Date): Promise<void> {
  await deleteExpiredSessions(db, { before: now, limit: EXPIRED_SESSIONS });
}

async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log().error({ err: error }, `${what} failed`);
  }
}
