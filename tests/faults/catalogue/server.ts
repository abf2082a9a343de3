import { type Fault, seeWritesPass, type FaultContext } from "../harness/fault.ts";
import { openTripClient } from "../harness/workload.ts";
import { expectWithin } from "../harness/polling.ts";

const HOUR_MS = 3_600_000;

function ended(name: string, what: string, signal: NodeJS.Signals): Fault {
  let before: number | undefined;
  return {
    name,
    what,
    restartsWeb: true,
    async inject({ world }) {
      before = world.app.pidOf("web");
      process.kill(before ?? 0, signal);
    },
    async during({ world }) {
      await expectWithin("there is another web server", () => world.app.pidOf("web") !== before);
    },
  };
}

function skewed(name: string, what: string, ms: number): Fault {
  return {
    name,
    what,
    inject: async ({ world }) => world.skew(ms),
    async during(stage) {
      await seeDate(stage, ms);
      await seeNewcomerLive(stage);
      await seeWritesPass(stage, stage.isLong ? 1000 : 60);
    },
    heal: async (stage) => {
      stage.world.skew(0);
      await seeDate(stage, 0);
    },
  };
}

/** Checks that the server itself uses the wrong date. */
async function seeDate({ world, scene }: FaultContext, ms: number): Promise<void> {
  const [trip] = scene.trips;
  const at = async (): Promise<number> => {
    const rows = await world.postgres.query<{ at: Date }>(
      "select at from trip_events where trip_id = $1 order by seq desc limit 1",
      [trip?.id],
    );
    return rows[0]?.at.getTime() ?? 0;
  };
  await expectWithin(
    "the server's clock is wrong",
    async () => Math.abs((await at()) - Date.now() - ms) < HOUR_MS / 4,
  );
}

/** Checks that a new client gets live: sessions, tickets and rooms must accept each other's times. */
async function seeNewcomerLive({ world, scene }: FaultContext): Promise<void> {
  const [trip] = scene.trips;
  const [, friend] = trip?.viewers ?? [];
  if (!trip || !friend) throw new Error("Nobody plans anything.");
  const { session } = await openTripClient(world, trip.id, friend.reach);
  try {
    await expectWithin(
      "a client that comes now gets into the room",
      () => session.connection === "live",
      30_000,
    );
  } finally {
    session.stop();
  }
}

export const serverFaults: readonly Fault[] = [
  ended("web-killed", "the web server dies in the middle of requests", "SIGKILL"),
  ended("web-stopped", "the web server is told to stop in the middle of requests", "SIGTERM"),
  skewed("clock-ahead", "the web server's clock is an hour ahead", HOUR_MS),
  skewed("clock-behind", "the web server's clock is an hour behind", -HOUR_MS),
];
