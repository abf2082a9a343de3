import type { Db } from "#db/client.ts";
import {
  selectAllMoney,
  selectMiscounted,
  selectMoneyTrips,
  selectOrphans,
  selectStrayIds,
  selectStuckOutbox,
  selectStuckWork,
  selectBrokenEventLogs,
  selectTripIdsAfter,
  selectUnowned,
  type TripFault,
} from "#db/queries/integrity.ts";
import { selectStrayRows, selectStrayVotes } from "#db/queries/integrity-rows.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { fileFaults } from "./check-files.ts";
import { moneyFaults } from "./check-money.ts";

/** The checks in the order of the report, each with the condition that must hold. */
export const CHECKS = {
  history: "every trip's events are numbered from 1 to its seq, without a hole",
  rows: "every row is what its last event says",
  votes: "every vote is what was cast last",
  counts: "every trip's count of stops is what counting says",
  money: "every expense adds up, and every trip's balances come to 0, whichever way they are worked out",
  links: "nothing hangs on what is not in its trip",
  owners: "every trip has an owner, and no member an account that is gone",
  ids: "no id is kept for a trip that is gone",
  publishing: "no event waits for its room",
  work: "no promised work is left lying",
  files: "every upload that a row names is there",
  leftovers: "no upload lies there that no row names",
} as const;
export type CheckName = keyof typeof CHECKS;

export interface Fault {
  check: CheckName;
  /** The trip of the fault; null: it concerns no trip. */
  tripId: string | null;
  what: string;
}

const TRIPS_AT_ONCE = 50;
const FIRST = "00000000-0000-0000-0000-000000000000";
/** An entry that has waited for so long has failed many times, because the job for it runs every few seconds. */
const STUCK_AFTER_MS = 10 * 60 * 1000;

export interface IntegrityReport {
  trips: number;
  faults: Fault[];
}

/**
 * Searches the data for contradictions. It only reads, a few trips at a time, and each query sees one snapshot, so it
 * can run while the service is in use.
 * @param store null: uploads are not checked
 */
export async function checkIntegrity(
  db: Db,
  store: ObjectStore | null,
  now: Date,
  signal?: AbortSignal,
): Promise<IntegrityReport> {
  const faults: Fault[] = [];
  let trips = 0;
  for (let after = FIRST; ;) {
    signal?.throwIfAborted();
    const page = await selectTripIdsAfter(db, { after, limit: TRIPS_AT_ONCE });
    const tripIds = page.map(({ id }) => id);
    const last = tripIds.at(-1);
    if (last === undefined) break;
    faults.push(...(await faultsOf(db, tripIds)));
    trips += tripIds.length;
    after = last;
  }
  faults.push(...(await faultsOfService(db, now)));
  if (store) faults.push(...(await faultsOfFiles(db, store, now)));
  return { trips, faults };
}

async function faultsOf(db: Db, tripIds: string[]): Promise<Fault[]> {
  const asked = { tripIds };
  const strays = await selectStrayRows(db, asked);
  const votes = await selectStrayVotes(db, asked);
  return [
    ...named("history", await selectBrokenEventLogs(db, asked)),
    ...strays.map(({ tripId, kind, entityId, seq, fields }) => {
      const how = fields ? `differs in ${fields.join(", ")}` : "is there, or gone, against";
      return {
        check: "rows" as const,
        tripId,
        what: `${kind} ${entityId} ${how} ${fields ? "from " : ""}event ${seq}`,
      };
    }),
    ...votes.map(({ tripId, stopId, memberId, seq }) => ({
      check: "votes" as const,
      tripId,
      what: `the vote of member ${memberId} on stop ${stopId} differs from event ${seq}`,
    })),
    ...named("counts", await selectMiscounted(db, asked)),
    ...(await faultsOfMoney(db, tripIds)),
    ...named("links", await selectOrphans(db, asked)),
    ...named("owners", await selectUnowned(db, asked)),
  ];
}

function named(check: CheckName, found: readonly TripFault[]): Fault[] {
  return found.map(({ tripId, what }) => ({ check, tripId, what }));
}

async function faultsOfMoney(db: Db, tripIds: string[]): Promise<Fault[]> {
  const [trips, rows] = [await selectMoneyTrips(db, { tripIds }), await selectAllMoney(db, { tripIds })];
  const byTrip = Map.groupBy(rows, ({ tripId }) => tripId);
  return trips.flatMap((trip) =>
    [...moneyFaults(trip, byTrip.get(trip.tripId) ?? [])].map((what) => ({
      check: "money" as const,
      tripId: trip.tripId,
      what,
    })),
  );
}

async function faultsOfService(db: Db, now: Date): Promise<Fault[]> {
  const before = new Date(now.getTime() - STUCK_AFTER_MS);
  return [
    ...(await selectStrayIds(db, {})).map(({ what }) => ({ check: "ids" as const, tripId: null, what })),
    ...named("publishing", await selectStuckOutbox(db, { before })),
    ...(await selectStuckWork(db, { before })).map(({ what }) => ({
      check: "work" as const,
      tripId: null,
      what,
    })),
  ];
}

async function faultsOfFiles(db: Db, store: ObjectStore, now: Date): Promise<Fault[]> {
  const { lost, unneeded } = await fileFaults(db, store, now);
  return [
    ...lost.map((what) => ({ check: "files" as const, tripId: null, what })),
    ...unneeded.map((what) => ({ check: "leftovers" as const, tripId: null, what })),
  ];
}
