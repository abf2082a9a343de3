import { isDeepStrictEqual } from "node:util";
import type { TripDto } from "#lib/shared/trips.ts";
import { openTripClient, type PlannedTrip, type Workload, type TripClient } from "./workload.ts";
import { pollUntil } from "./polling.ts";
import type { SystemUnderTest } from "./system-under-test.ts";

const SEQS = "select seq, published_seq as published from trips where id = $1";

/**
 * Waits until every client is live, has sent everything and is at the trip's seq, and until the room has received all
 * events.
 */
export async function waitForConvergence(
  world: SystemUnderTest,
  scene: Workload,
  withinMs: number,
): Promise<string[]> {
  let behind: string[] = [];
  async function isSame(): Promise<boolean> {
    const found = await Promise.all(scene.trips.map((trip) => behindOf(world, trip)));
    behind = found.flat();
    return behind.length === 0;
  }
  return (await pollUntil(isSame, withinMs)) ? [] : behind;
}

async function behindOf({ postgres }: SystemUnderTest, { id, viewers }: PlannedTrip): Promise<string[]> {
  const [trip] = await postgres
    .query<{ seq: number; published: number }>(SEQS, [id])
    .catch((error: unknown) => [{ seq: Number.NaN, published: String(error) }]);
  if (!trip) return [`trip ${id} is gone`];
  const { seq, published } = trip;
  const unpublished = published === seq ? [] : [`the room was told of ${published} of ${seq} events`];
  return [
    ...unpublished,
    ...viewers.flatMap(({ session }, index) => {
      const { store, connection } = session;
      const unsent = store.queue.items.length;
      if (connection === "live" && unsent === 0 && store.seq === seq) return [];
      return [`client ${index} is ${connection} at ${store.seq} of ${seq} with ${unsent} unsent`];
    }),
  ];
}

/** Checks the second promise: clients that were connected and clients that connect now all see the same. */
export async function findClientDifferences(world: SystemUnderTest, scene: Workload): Promise<string[]> {
  const found = await Promise.all(
    scene.trips.map(async ({ id, viewers }) => {
      const [, first] = viewers;
      const fresh = first && (await openTripClient(world, id, first.reach));
      const all = fresh ? [...viewers, fresh] : viewers;
      const problems = await Promise.all(all.map((viewer, index) => differencesOf(viewer, index)));
      const isLive = !fresh || (await pollUntil(() => fresh.session.connection === "live", 30_000));
      fresh?.session.stop();
      return [...problems.flat(), ...(isLive ? [] : ["a new client does not get into the room"])];
    }),
  );
  return found.flat();
}

async function differencesOf({ session, truth }: TripClient, index: number): Promise<string[]> {
  const [told, seen] = [await truth(), session.store.trip];
  const fields = Object.keys(told).filter(
    (field) => !isDeepStrictEqual(read(seen, field), read(told, field)),
  );
  return fields.map((field) => `client ${index} sees another ${field}`);
}

function read(trip: TripDto, field: string): unknown {
  return Reflect.get(trip, field);
}
