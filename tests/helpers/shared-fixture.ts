import { freshDatabase } from "#lib/server/database.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";

/** More would fill the trip with what the tests prepare in it. */
const MOST_USES = 20;

/**
 * A scene for tests that are refused, or only read: the same for many of them, since making one takes longer than most
 * requests. Where what a test prepared has ended the trip or somebody's part in it, the next test gets a new one.
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
