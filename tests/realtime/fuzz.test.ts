import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CommentTarget } from "#lib/shared/comments.ts";
import { newSeededRandom } from "./seeded-random.ts";
import { CALM, type Network, sleep } from "./faults.ts";
import { World } from "./fuzz-world.ts";
import { liveService } from "./live-service.ts";
import { type PublishProxy, startPublishProxy } from "./publish-proxy.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";

const TURNS = 90;

// The log shows errors, because a 5xx that one seed in hundreds causes must be explained the first time.
process.env.LOG_LEVEL = "error";

const live = liveService();
let proxy: PublishProxy;
let network: Network = { weather: CALM, chance: newSeededRandom(0) };

beforeAll(async () => {
  proxy = await startPublishProxy(live.rooms, () => network);
  process.env.PARTYKIT_URL = proxy.url;
});

afterAll(() => proxy.stop());

/** Returns the seeds: those of `FUZZ_SEEDS=7,8`, which repeats earlier runs, or `FUZZ_COUNT` new ones. */
function seeds(): number[] {
  const { FUZZ_SEEDS, FUZZ_COUNT } = process.env;
  if (FUZZ_SEEDS) return FUZZ_SEEDS.split(",").map(Number);
  const count = Number(FUZZ_COUNT ?? (IS_LONG ? 200 : 10));
  return Array.from({ length: count }, () => randomInt(1_000_000_000));
}

/** Causes faults in addition to the network's: it kills the rooms or restarts the API. */
async function sabotage(seed: number, index: number): Promise<void> {
  const chance = newSeededRandom(seed + 2);
  if (chance.is(0.6)) {
    await sleep(chance.below(800));
    live.api.isDown = true;
    await sleep(100 + chance.below(400));
    live.api.isDown = false;
  }
  if (index % 5 === 0) {
    await sleep(chance.below(500));
    await live.rooms.kill();
    await live.rooms.start();
  }
}

test.each(seeds().map((seed, index) => [seed, index] as const))(
  "seed %i: all clients end with the service's own trip",
  async (seed, index) => {
    const world = new World(seed, live.api);
    await world.begin();
    network = world.network;
    await Promise.all([world.play(TURNS), sabotage(seed, index)]);
    await world.calmDown().finally(() => world.end());

    expect(world.complaints).toEqual([]);
    for (const client of world.clients) {
      const truth = await world.truth(client);
      expect(client.session.store.confirmed).toEqual(truth);
      // A draft is visible only to its author until it is sent.
      expect(client.session.store.written).toEqual(truth);
      const targets: CommentTarget[] = [
        { kind: "trip", id: truth.id },
        ...truth.stops.map(({ id }) => ({ kind: "stop" as const, id })),
        ...truth.reservations.map(({ id }) => ({ kind: "reservation" as const, id })),
        ...truth.expenses.map(({ id }) => ({ kind: "expense" as const, id })),
      ];
      for (const target of targets) {
        void client.session.threads.load(target);
        const shown = () => client.session.threads.view(target);
        await expect.poll(shown).toEqual({ status: "ready", comments: await world.thread(client, target) });
      }
    }
    await expect.poll(() => proxy.openSockets(), { timeout: 5000 }).toBe(0);

    const log = await world.log();
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1));
    expect(world.leftOver).toEqual([]);
    for (const { made, isRefused } of await world.outcomes()) {
      if (made.creates === null) continue;
      const births = log.filter(
        (event) =>
          event.op !== "redacted" && event.op.endsWith(".created") && event.entityId === made.creates,
      );
      expect(births, `${made.name} ${made.creates}`).toHaveLength(isRefused ? 0 : 1);
    }
  },
  90_000,
);
