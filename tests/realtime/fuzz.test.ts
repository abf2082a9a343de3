import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { chanceOf } from "./chance.ts";
import { CALM, type Network, sleep } from "./faults.ts";
import { World } from "./fuzz-world.ts";
import { type PublishProxy, startPublishProxy } from "./publish-proxy.ts";
import { type Rooms, startRooms } from "./rooms.ts";

const TURNS = 90;

// A 5xx that only one seed in hundreds finds must tell its cause the first time.
process.env.LOG_LEVEL = "error";

let api: ApiServer;
let rooms: Rooms;
let proxy: PublishProxy;
let network: Network = { weather: CALM, chance: chanceOf(0) };

beforeAll(async () => {
  api = await startApiServer();
  rooms = await startRooms(api.port);
  proxy = await startPublishProxy(rooms, () => network);
  process.env.PARTYKIT_URL = proxy.url;
});

afterAll(async () => {
  await proxy.stop();
  await rooms.stop();
  await api.stop();
});

/** `FUZZ_SEEDS=7,8` runs these again; else fresh ones, `FUZZ_COUNT` of them. */
function seeds(): number[] {
  const { FUZZ_SEEDS, FUZZ_COUNT, LONG_TESTS } = process.env;
  if (FUZZ_SEEDS) return FUZZ_SEEDS.split(",").map(Number);
  const count = Number(FUZZ_COUNT ?? (LONG_TESTS ? 200 : 10));
  return Array.from({ length: count }, () => randomInt(1_000_000_000));
}

/** What goes wrong beside the network: the rooms are killed, the API restarts. */
async function sabotage(seed: number, index: number): Promise<void> {
  const chance = chanceOf(seed + 2);
  if (chance.is(0.6)) {
    await sleep(chance.below(800));
    api.isDown = true;
    await sleep(100 + chance.below(400));
    api.isDown = false;
  }
  if (index % 5 === 0) {
    await sleep(chance.below(500));
    await rooms.kill();
    await rooms.start();
  }
}

test.each(seeds().map((seed, index) => [seed, index] as const))(
  "seed %i: all clients end with the service's own trip",
  async (seed, index) => {
    const world = new World(seed, api);
    await world.begin();
    network = world.network;
    await Promise.all([world.play(TURNS), sabotage(seed, index)]);
    await world.calmDown().finally(() => world.end());

    expect(world.complaints).toEqual([]);
    for (const client of world.clients) {
      const truth = await world.truth(client);
      expect(client.session.store.confirmed).toEqual(truth);
      expect(client.session.store.trip).toEqual(truth);
      const targets = [truth, ...truth.stops].map(({ id }) => ({
        kind: id === truth.id ? ("trip" as const) : ("stop" as const),
        id,
      }));
      for (const target of targets) {
        void client.session.threads.load(target);
        const shown = () => client.session.threads.view(target);
        await expect.poll(shown).toEqual({ status: "ready", comments: await world.thread(client, target) });
      }
    }
    await expect.poll(() => proxy.openSockets(), { timeout: 5000 }).toBe(0);

    const log = await world.log();
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1));
    for (const { made, refusal } of await world.outcomes()) {
      if (made.creates === null) continue;
      const births = log.filter(
        (event) =>
          (event.op === "stop.created" || event.op === "comment.created") && event.entityId === made.creates,
      );
      expect(births, `${made.name} ${made.creates}`).toHaveLength(refusal ? 0 : 1);
    }
  },
  90_000,
);
