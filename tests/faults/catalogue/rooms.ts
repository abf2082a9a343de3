import { CALM } from "#tests/realtime/faults.ts";
import { type Fault, seeHealth, seeWritesPass, type FaultContext } from "../harness/fault.ts";
import { expectWithin } from "../harness/polling.ts";

async function seeSocketsGone({ scene }: FaultContext): Promise<void> {
  const sessions = scene.trips.flatMap(({ viewers }) => viewers.map(({ session }) => session));
  await expectWithin("every client has lost the room", () =>
    sessions.every(({ connection }) => connection !== "live"),
  );
}

const killed: Fault = {
  name: "room-killed",
  what: "the rooms' process dies and is started again",
  inject: async ({ world }) => world.rooms.kill(),
  during: seeSocketsGone,
};

const HEAD = "select seq from trips where id = $1";

/**
 * Stops all writes, and waits until the web server no longer tries to publish the last events to the rooms, so that
 * only its jobs can deliver them.
 */
async function seeGivenUp({ world, scene }: FaultContext): Promise<void> {
  await scene.finish();
  for (const { id } of scene.trips) {
    const [head] = await world.postgres.query<{ seq: number }>(HEAD, [id]);
    const line = `"tripId":"${id}","seq":${head?.seq ?? 0},"msg":"the room was not reached"`;
    await expectWithin("the last writes do not reach the room", () => world.app.log().includes(line));
  }
}

const frozen: Fault = {
  name: "room-silent",
  what: "the rooms take connections and say nothing",
  inject: async ({ world }) => world.rooms.freeze(),
  async during(stage) {
    await seeHealth(stage, "room", "down");
    await seeWritesPass(stage, stage.isLong ? 1000 : 60);
    await seeGivenUp(stage);
  },
  heal: async ({ world }) => world.rooms.thaw(),
};

const mangled: Fault = {
  name: "messages-mangled",
  what: "messages and requests come twice, late, and in another order",
  async inject({ world }) {
    world.network.weather = {
      ...CALM,
      slow: 0.3,
      repeatedRequests: 0.3,
      repeatedMessages: 0.4,
      lateMessages: 0.5,
    };
  },
  during: (stage) => seeWritesPass(stage, stage.isLong ? 2000 : 120),
  heal: async ({ world }) => void (world.network.weather = CALM),
};

const lost: Fault = {
  name: "network-bad",
  what: "requests, answers and sockets get lost",
  async inject({ world }) {
    world.network.weather = { ...CALM, lostRequests: 0.15, lostAnswers: 0.15, droppedSockets: 0.05 };
  },
  during: (stage) => seeWritesPass(stage, stage.isLong ? 1000 : 60),
  heal: async ({ world }) => void (world.network.weather = CALM),
};

export const roomFaults: readonly Fault[] = [killed, frozen, mangled, lost];
