import type { Database } from "#db/client.ts";
import { deleteExpiredVerifications, deleteOldIdempotencyKeys } from "#db/queries/outbox.ts";
import {
  purgeExpiredSessions,
  purgeGoneGuests,
  purgeUnfinishedSignUps,
  resumeAccountWork,
} from "../account/jobs.ts";
import { endLostRuns } from "../agent/lost-runs.ts";
import { purgeDeletedAttachments, sweepAttachmentsHourly } from "../attachments/jobs.ts";
import { sweepAvatarsHourly } from "../avatar/sweep.ts";
import { writeRecordedRuns } from "../background/note-runs.ts";
import { freshDatabase } from "../process/database.ts";
import { closeDueDecisions } from "../decisions/deadlines.ts";
import { sweepServiceAnswers } from "../open-services/sweep.ts";
import { pushDue } from "../push/push-due.ts";
import { purgeDeletedTrips } from "../trips/purge-trips.ts";
import { sendMissedInboxUpdates } from "./inbox-updates.ts";
import { type Jobs, runInTurn, runJobs } from "./jobs.ts";
import { sweepOutbox } from "./sweep.ts";

const TIDY_EVERY_MS = 60_000;
const KEYS_LAST_MS = 7 * 24 * 60 * 60 * 1000;
const ROWS = 5000;
/** How long a tick waits for its jobs: shorter than the pause between two ticks. */
const PATIENCE_MS = 4000;

/** When this process last deleted old rows of a database, in milliseconds since 1970. */
const tidiedAt = new WeakMap<Database, number>();

/**
 * Runs the jobs that are due. Any number of instances may run them at once. Returns how many trips were published when
 * the tick ended.
 * @throws Error that names the jobs that have failed
 */
export async function runTick(now = new Date(), patienceMs = PATIENCE_MS): Promise<{ published: number }> {
  const db = freshDatabase();
  sweepAvatarsHourly(now);
  sweepAttachmentsHourly(now);
  let published = 0;
  const jobs: Jobs = {
    publishing: async () => {
      published = await sweepOutbox(db, now);
    },
    "telling of inboxes": () => sendMissedInboxUpdates(db, now),
    "closing decisions": () => closeDueDecisions(db, now),
    pushing: () => pushDue(db, now),
    "lost runs of the agent": () => endLostRuns(db, now),
    "account work": () => resumeAccountWork(db, now),
  };
  const isTidying = isTidyingDue(db, now);
  try {
    await runJobs(isTidying ? { ...jobs, ...tidying(db, now) } : jobs, patienceMs);
  } finally {
    await writeRecordedRuns(db);
  }
  return { published };
}

/** Whether it is time to delete old rows; so it is, too, after the clock was set back, by however much. */
function isTidyingDue(db: Database, now: Date): boolean {
  const isDue = Math.abs(now.getTime() - (tidiedAt.get(db) ?? 0)) >= TIDY_EVERY_MS;
  if (isDue) tidiedAt.set(db, now.getTime());
  return isDue;
}

/** Jobs that only delete old rows run one after another, except those that also delete files. */
function tidying(db: Database, now: Date): Jobs {
  return {
    tidying: () =>
      runInTurn({
        "old answers": () =>
          deleteOldIdempotencyKeys(db, { before: new Date(now.getTime() - KEYS_LAST_MS), limit: ROWS }),
        "old answers of open services": () => sweepServiceAnswers(db, now),
        "expired codes": () => deleteExpiredVerifications(db, { before: now, limit: ROWS }),
        "expired sessions": () => purgeExpiredSessions(db, now),
        "unfinished sign-ups": () => purgeUnfinishedSignUps(db, now),
        "guests who are gone": () => purgeGoneGuests(db, now),
      }),
    "deleted files": () => purgeDeletedAttachments(db, now),
    "deleted trips": () => purgeDeletedTrips(db, now),
  };
}
