import { call, type CallOptions } from "#lib/client/base/api.ts";
import { TripSession } from "#lib/client/open-trip/trip-session.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Clock } from "#lib/shared/clock.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { TripLedger } from "./ledger.ts";
import { type NativeClient, nativeClient } from "./native-client.ts";
import { runWebClient } from "./web-client.ts";
import type { SystemUnderTest } from "./system-under-test.ts";

const CURRENCIES = [
  ["JPY", "USD"],
  ["EUR", "JPY"],
] as const;

/** One person with a trip open, as the web app opens it. */
export interface TripClient {
  session: TripSession;
  reach: CallOptions;
  /** Returns the trip as the service has it for this person. */
  truth: () => Promise<TripDto>;
}

/** One trip that is being planned. */
export interface PlannedTrip {
  id: string;
  currency: string;
  ledger: TripLedger;
  people: readonly string[];
  currencies: readonly [string, string];
  viewers: TripClient[];
  native: NativeClient;
}

/** Several trips with people who write. */
export interface Workload {
  trips: readonly PlannedTrip[];
  acknowledged(): number;
  unanswered(): number;
  /** Adds other work that `finish` also waits for. */
  add(work: Promise<unknown>): void;
  /** Starts no further write, and resolves when all writes are answered. */
  finish(): Promise<void>;
  close(): void;
}

/** Opens new trips of two new people, because rate limits count by person, and starts their writes. */
export async function startWorkload(world: SystemUnderTest): Promise<Workload> {
  const people: [CallOptions, CallOptions] = [await world.signUp(), await world.signUp()];
  const trips = await Promise.all(CURRENCIES.map((currencies) => openTrip(world, people, currencies)));
  const done = new AbortController();
  const working: Promise<void>[] = trips.flatMap((trip) => [
    trip.native.run(done.signal),
    ...trip.viewers.map(({ session }, index) =>
      runWebClient(session, { ...trip, isTreasurer: index === 0 }, done.signal),
    ),
  ]);
  return {
    trips,
    acknowledged: () => trips.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0),
    unanswered: () => trips.reduce((sum, { ledger }) => sum + ledger.unanswered, 0),
    add: (work) => void working.push(work.then(() => undefined)),
    async finish() {
      done.abort();
      await Promise.all(working);
    },
    close() {
      for (const { viewers } of trips) for (const { session } of viewers) session.stop();
    },
  };
}

async function openTrip(
  world: SystemUnderTest,
  [owner, friend]: readonly [CallOptions, CallOptions],
  currencies: readonly [string, string],
): Promise<PlannedTrip> {
  const body = { title: "Kept whatever happens", startDate: "2027-04-05", endDate: "2027-04-09" };
  const { data: trip } = await call(tripsApi.create, { body: { ...body, currency: currencies[0] } }, owner);
  const params = { tripId: trip.id };
  const { data: invite } = await call(invitesApi.create, { params, body: { role: "editor" } }, owner);
  await call(invitesApi.accept, { params: { token: invite.token } }, friend);
  await call(membersApi.addPlaceholder, { params, body: { name: "Grandmother" } }, owner);
  const viewers = [await openTripClient(world, trip.id, owner), await openTripClient(world, trip.id, friend)];
  const people = viewers[0]?.session.store.trip.members.map(({ id }) => id) ?? [];
  const place = { tripId: trip.id, people, currencies, ledger: new TripLedger() };
  return { id: trip.id, currency: currencies[0], viewers, native: nativeClient(owner, place), ...place };
}

/** Opens the trip as a client that has not opened it before. */
export async function openTripClient(
  world: Pick<SystemUnderTest, "WebSocket">,
  tripId: string,
  reach: CallOptions,
  clock?: Clock,
): Promise<TripClient> {
  const truth = async () => (await call(tripsApi.get, { params: { tripId } }, reach)).data;
  const initial = await truth();
  // The two members with accounts have different roles, so the role identifies the member.
  const me = initial.members.find(({ role, userId }) => userId !== null && role === initial.role);
  const { WebSocket } = world;
  const session = new TripSession({
    initial,
    userId: me?.userId ?? "",
    call: reach,
    WebSocket,
    ...(clock && { clock }),
  });
  session.start();
  return { session, reach, truth };
}
