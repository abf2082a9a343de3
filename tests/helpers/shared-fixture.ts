import { freshDatabase } from "#lib/server/process/database.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";

/** The maximum number of uses of one fixture; after more, rows that tests have prepared would fill the trip. */
const MOST_USES = 20;

/**
 * Returns a function that gives many tests the same fixture, because making one takes longer than most requests. It is
 * meant for tests that only read or are refused. If a test has ended the trip or a membership, the next test gets a new
 * fixture.
 */
export function sharedFixture(make: () => Promise<TripFixture> = newTripFixture): () => Promise<TripFixture> {
  let kept: { scene: TripFixture; uses: number } | undefined;
  return async () => {
    if (!kept || kept.uses >= MOST_USES || !(await isWhole(kept.scene)))
      kept = { scene: await make(), uses: 0 };
    kept.uses++;
    return kept.scene;
  };
}

async function isWhole({
  tripId,
  owner,
  editor,
  viewer,
  guest,
  anonymousGuest,
}: TripFixture): Promise<boolean> {
  const roles = Object.entries({ owner, editor, viewer, guest, anonymousGuest });
  const { rows } = await freshDatabase().pool.query<{ role: string; user_id: string }>(
    `select role, user_id from trip_members join trips on trips.id = trip_id
     where trip_id = $1 and trips.deleted_at is null and archived_at is null and left_at is null`,
    [tripId],
  );
  const found = new Map(rows.map(({ user_id, role }) => [user_id, role]));
  return roles.every(
    ([name, { userId }]) => found.get(userId) === (name === "anonymousGuest" ? "guest" : name),
  );
}
