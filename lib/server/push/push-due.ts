import type { Db } from "#db/client.ts";
import {
  claimPushes,
  deleteSubscription,
  type Device,
  type DuePush,
  selectDevices,
  savePushResult,
} from "#db/queries/push.ts";
import { env } from "../env/env.ts";
import { pushMessage } from "./message.ts";
import { type Outcome, sendPush } from "./send.ts";

const AT_ONCE = 40;
/** How long a process has to send a message: longer than sending can take. After a crash the message is sent again. */
const LEASE_MS = 120_000;
const MAX_ATTEMPTS = 6;
const RETRY = { firstMs: 30_000, maxMs: 3_600_000 };
/** The age from which on notifications are not pushed any more. */
const STALE_MS = 24 * 60 * 60 * 1000;

let isRunning = false;

/** Sends the push messages that are due. Any number of instances may run it at once. */
export async function pushDue(db: Db, now: Date): Promise<void> {
  if (isRunning || !env().WEB_PUSH_PUBLIC_KEY) return;
  isRunning = true;
  try {
    const lease = new Date(now.getTime() + LEASE_MS);
    const due = await claimPushes(db, { now, leasedUntil: lease, limit: AT_ONCE });
    if (due.length === 0) return;
    const devices = await selectDevices(db, { userIds: due.map(({ userId }) => userId), now });
    await Promise.all(due.map((push) => pushOne(db, push, devices, { now, lease })));
  } finally {
    isRunning = false;
  }
}

async function pushOne(
  db: Db,
  push: DuePush,
  all: Device[],
  { now, lease }: { now: Date; lease: Date },
): Promise<void> {
  const { id, userId, pushTo, isOpen, createdAt } = push;
  const isNews = isOpen && now.getTime() - createdAt.getTime() < STALE_MS;
  const devices = all.filter((device) => device.userId === userId && (pushTo?.includes(device.id) ?? true));
  const outcomes = await Promise.all(
    (isNews ? devices : []).map(async (device) => ({
      device,
      outcome: await sendPush(device, pushMessage(push, device.locale)),
    })),
  );
  for (const { device, outcome } of outcomes) {
    if (outcome.kind === "gone") await deleteSubscription(db, { userId, id: device.id });
  }
  const left = outcomes.flatMap(({ device, outcome }) =>
    outcome.kind === "later" ? [{ device, outcome }] : [],
  );
  const isDone = left.length === 0 || push.attempts >= MAX_ATTEMPTS;
  const next = isDone
    ? null
    : new Date(
        now.getTime() +
          pauseAfter(
            push.attempts,
            left.map(({ outcome }) => outcome),
          ),
      );
  await savePushResult(db, { id, lease, next, pushTo: isDone ? null : left.map(({ device }) => device.id) });
}

/**
 * Returns the pause after an attempt: it grows with each attempt, and is at least as long as a push service demands.
 */
function pauseAfter(attempts: number, outcomes: Extract<Outcome, { kind: "later" }>[]): number {
  const asked = Math.max(...outcomes.map(({ afterMs }) => afterMs));
  return Math.min(RETRY.maxMs, Math.max(asked, RETRY.firstMs * 2 ** (attempts - 1)));
}
