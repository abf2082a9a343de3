import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { expect, test, vi } from "vitest";
import { markInboxRoomsDue, openInboxRoom } from "#db/queries/inbox-rooms.ts";
import { insertIdempotencyKey } from "#db/queries/write.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { newPerson } from "#tests/factories/people.ts";

async function untilOneWaits(): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { drizzle } = freshDatabase();
  await vi.waitUntil(async () => (await drizzle.execute(waiting)).rows.length > 0, {
    timeout: 10_000,
    interval: 10,
  });
}

test("a room that opens while its inbox is read waits for it, and nobody in a circle", async () => {
  const { userId } = await newPerson();
  const db = freshDatabase();
  const at = new Date();
  await openInboxRoom(db, { userId });
  const key = { userId, key: uuidv7(), requestHash: "", status: 200, tripSeq: null, body: "{}", at };
  let opening: Promise<{ epoch: number }[]> | undefined;
  const told = await db.transaction(
    async (tx) => {
      const rooms = await markInboxRoomsDue(tx, { userIds: [userId], at });
      opening = openInboxRoom(db, { userId });
      opening.catch(() => undefined);
      await untilOneWaits();
      return rooms;
    },
    // The row of an idempotency key refers to the person's row, as every stored answer does.
    (tx) => insertIdempotencyKey(tx, key),
  );
  expect(told).toEqual([{ userId, epoch: 1 }]);
  expect(await opening).toEqual([{ epoch: 2 }]);
});
