import type { Database } from "#db/client.ts";
import {
  claimDeletions,
  deleteExpiredSessions,
  deleteVerificationsOf,
  purgeUnverified,
} from "#db/queries/account-deletions.ts";
import { claimProfileChanges } from "#db/queries/account-projections.ts";
import { leaseGuestClaims, purgeGuests } from "#db/queries/guests.ts";
import { transferGuestRows } from "../guests/claim.ts";
import { log } from "../http/log.ts";
import { storedCodeIdentifiers } from "./delete-account.ts";
import { leaveTrips } from "./leave-trips.ts";
import { projectProfileToTrips } from "./project-profile.ts";

const AT_ONCE = 20;
/** The time after which work that failed, or whose process ended, is tried again. */
const LEASE_MS = 60_000;
const EXPIRED_SESSIONS = 5000;
/** The age at which unfinished sign-ups are deleted, because nobody needs a week to enter a code. */
const UNFINISHED_MS = 7 * 24 * 60 * 60 * 1000;

/** Finishes the work after changes of accounts that was not finished. Any number of instances may run it at once. */
export async function resumeAccountWork(db: Database, now: Date): Promise<void> {
  const claim = { now, leasedUntil: new Date(now.getTime() + LEASE_MS), limit: AT_ONCE };
  for (const { userId } of await claimProfileChanges(db, claim)) {
    await attempt("telling trips of a changed profile", () => projectProfileToTrips(db, userId));
  }
  for (const guest of await leaseGuestClaims(db, claim)) {
    await attempt("claiming what a guest did", () => transferGuestRows(db, guest));
  }
  for (const deletion of await claimDeletions(db, claim)) {
    await attempt("leaving the trips of a deleted account", () => leaveTrips(db, deletion));
  }
}

/**
 * Deletes expired sessions. Their sockets need no command: rooms check which sessions have ended, and admission refuses
 * expired ones.
 */
export async function purgeExpiredSessions(db: Database, now: Date): Promise<void> {
  await deleteExpiredSessions(db, { before: now, limit: EXPIRED_SESSIONS });
}

/**
 * Deletes sign-ups that were never finished. {@link resumeAccountWork} leaves their trips, as for all deleted accounts.
 */
export async function purgeUnfinishedSignUps(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNFINISHED_MS);
  for (const { userId, email } of await purgeUnverified(db, { before, at: now, limit: AT_ONCE })) {
    await deleteVerificationsOf(db, { userId, identifiers: storedCodeIdentifiers(email) });
  }
}

/** Deletes guests whose session has ended, and guests who are in no trip any more. Their name stays in the trips. */
export async function purgeGoneGuests(db: Database, now: Date): Promise<void> {
  await purgeGuests(db, { at: now, limit: AT_ONCE });
}

async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log().error({ err: error }, `${what} failed`);
  }
}
