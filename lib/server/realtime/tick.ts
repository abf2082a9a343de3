import { deleteExpiredVerifications, deleteOldKeys } from "#db/queries/outbox.ts";
import { purgeExpiredSessions, purgeUnfinishedSignUps, resumeAccountWork } from "../account/jobs.ts";
import { sweepAvatarsHourly } from "../avatar/sweep.ts";
import { freshDatabase } from "../database.ts";
import { sweepOutbox } from "./sweep.ts";

const TIDY_EVERY_MS = 60_000;
const KEYS_LAST_MS = 7 * 24 * 60 * 60 * 1000;
const ROWS = 5000;

let tidiedAt = 0;

/** The background jobs; any number of instances may run them at once. */
export async function runTick(now = new Date()): Promise<{ published: number }> {
  const db = freshDatabase();
  sweepAvatarsHourly(now);
  if (now.getTime() - tidiedAt >= TIDY_EVERY_MS) {
    tidiedAt = now.getTime();
    await deleteOldKeys(db, { before: new Date(now.getTime() - KEYS_LAST_MS), limit: ROWS });
    await deleteExpiredVerifications(db, { before: now, limit: ROWS });
    await purgeExpiredSessions(db, now);
    await purgeUnfinishedSignUps(db, now);
  }
  const published = await sweepOutbox(db, now);
  await resumeAccountWork(db, now);
  return { published };
}
