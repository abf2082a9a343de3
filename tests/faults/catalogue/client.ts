import { newId } from "#lib/client/base/ids.ts";
import { type Fault, seeWritesPass, type FaultContext } from "../harness/fault.ts";
import { type FaultyLink, startFaultyLink } from "../harness/link.ts";
import { LeapingClock } from "../harness/leaping-clock.ts";
import { openTripClient, type TripClient } from "../harness/workload.ts";
import { expectWithin } from "../harness/polling.ts";

const HOUR_MS = 3_600_000;

interface Away {
  clock: LeapingClock;
  viewer: TripClient;
  links: FaultyLink[];
}

let away: Away | undefined;

/**
 * Opens a trip for a person on a train, with a link of their own to the service and the rooms, and with a clock of
 * their own.
 */
async function leave({ world, scene }: FaultContext): Promise<void> {
  const [trip] = scene.trips;
  const reach = trip?.viewers[0]?.reach;
  if (!trip || !reach) throw new Error("There is no trip.");
  const [web, rooms] = [new URL(world.app.url), new URL(world.rooms.url)];
  const links = [
    await startFaultyLink("127.0.0.1", Number(web.port)),
    await startFaultyLink("127.0.0.1", Number(rooms.port)),
  ];
  const clock = new LeapingClock();
  const own = { ...reach, baseUrl: links[0]?.url ?? "" };
  const viewer = await openTripClient({ WebSocket: socketTo(links[1]?.port ?? 0) }, trip.id, own, clock);
  await expectWithin("they are live", () => viewer.session.connection === "live");
  for (const link of links) link.set({ kind: "cut" });
  viewer.session.offline();
  away = { clock, viewer, links };
  trip.viewers.push(viewer);
}

function socketTo(port: number): unknown {
  return class extends WebSocket {
    constructor(address: string | URL) {
      const url = new URL(address);
      url.port = String(port);
      super(url);
    }
  };
}

/** Makes the person write for an hour without a network. */
async function planAway(stage: FaultContext): Promise<void> {
  const [trip] = stage.scene.trips;
  if (!away || !trip) throw new Error("Nobody is away.");
  const { actions, store } = away.viewer.session;
  const count = stage.isLong ? 150 : 30;
  for (let n = 0; n < count; n++) {
    const [id, mark, body] = [newId(), newId(), newId()];
    stage.scene.add(
      trip.ledger.note("stop.created", mark, () => actions.addStop({ id, name: mark, dayId: null })),
    );
    stage.scene.add(
      trip.ledger.note("comment.created", body, () => actions.addComment({ kind: "stop", id }, body)),
    );
    await away.clock.leap(HOUR_MS / count);
  }
  if (store.queue.items.length !== 2 * count) throw new Error("What was written away has not waited.");
  await seeWritesPass(stage, 40);
}

const offline: Fault = {
  name: "client-away",
  what: "somebody plans on for an hour without the network, and comes back",
  inject: leave,
  during: planAway,
  async heal() {
    for (const link of away?.links ?? []) link.set({ kind: "open" });
    away?.viewer.session.wake();
  },
  async clear() {
    await Promise.all(away?.links.map((link) => link.stop()) ?? []);
  },
};

export const clientFaults: readonly Fault[] = [offline];
