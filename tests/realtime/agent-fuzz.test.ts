// @long: random runs of the agent; integration/agent-runs has single ones
import { randomInt } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { AnswerCall } from "#tests/doubles/chat-shapes.ts";
import { ask, eventsAfter, isRunEnd, useAgentModel } from "#tests/helpers/agent.ts";
import { type SeededRandom, newSeededRandom } from "./seeded-random.ts";
import { sleep } from "./faults.ts";
import { World } from "./fuzz-world.ts";
import { liveService } from "./live-service.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";

const TURNS = 60;
const RUNS = 5;

const model = await useAgentModel();
Object.assign(process.env, { AGENT_ASKS_PER_PERSON: "10000", AGENT_ASKS_PER_TRIP: "10000" });
const live = liveService();
afterAll(() => model.stop());

/** Returns the seeds: those of `FUZZ_SEEDS=7,8`, which repeats earlier runs, or new ones. */
function seeds(): number[] {
  const { FUZZ_SEEDS, FUZZ_COUNT } = process.env;
  if (FUZZ_SEEDS) return FUZZ_SEEDS.split(",").map(Number);
  return Array.from({ length: Number(FUZZ_COUNT ?? (IS_LONG ? 100 : 5)) }, () => randomInt(1_000_000_000));
}

/** Returns a call that an agent could make with the trip in its present state. */
function someCall(trip: TripDto, chance: SeededRandom, turn: number): AnswerCall {
  const stopId = chance.pick(trip.stops)?.id;
  const dayId = chance.is(0.2) ? null : (chance.pick(trip.days)?.id ?? null);
  if (!stopId || chance.is(0.3)) return { name: "add_stop", args: { name: `Agent's ${turn}`, dayId } };
  if (chance.is(0.4))
    return { name: "edit_stop", args: { stopId, name: `Agent's name ${turn}`, startTime: "10:15" } };
  if (chance.is(0.7)) return { name: "move_stop", args: { stopId, dayId, afterStopId: null } };
  return { name: "remove_stop", args: { stopId } };
}

/**
 * Sends message after message to the agent, and passes the events of its tools to every client: late, in any order,
 * some of them twice.
 */
async function agentAtWork(world: World, chance: SeededRandom): Promise<TripEvent[][]> {
  const [owner] = world.clients;
  if (!owner) return [];
  const { person, session } = owner;
  let turn = 0;
  model.script(async ({ messages }) => {
    // The agent's first answer reads and the second one writes, so that no run ends before it has written something.
    const answers = messages.slice(messages.findLastIndex(({ role }) => role === "user") + 1);
    const hasActed = answers.filter(({ role }) => role === "assistant").length > 1;
    if (hasActed && chance.is(0.5)) return { text: "Done." };
    const trip = await world.truth(owner);
    // What the agent reads in one answer, it can use from the next answer on.
    if (messages.at(-1)?.role === "user") return { toolCalls: [{ name: "read_trip", args: {} }] };
    const calls = Array.from({ length: 1 + chance.below(3) }, () => someCall(trip, chance, turn++));
    return { toolCalls: chance.is(0.3) ? [{ name: "read_trip", args: {} }, ...calls] : calls };
  });
  const echoes: TripEvent[][] = [];
  let cursor = 0;
  for (let run = 0; run < RUNS; run++) {
    await ask(person, session.store.id, `Run ${run}`);
    for (let hasEnded = false; !hasEnded;) {
      const events = await eventsAfter(person, session.store.id, cursor);
      cursor = events.at(-1)?.cursor ?? cursor;
      for (const event of events) {
        hasEnded ||= isRunEnd(event);
        const echo =
          event.kind === "part" && event.part.type === "step" ? event.part.result?.trip?.events : null;
        if (echo && echo.length > 0) echoes.push(echo);
      }
      for (const client of world.clients) client.session.store.receive(chance.pick(echoes) ?? []);
      await sleep(chance.below(25));
    }
  }
  return echoes;
}

test.each(seeds())("seed %i: what the agent writes and what people write comes to one trip", async (seed) => {
  const world = new World(seed, live.api);
  await world.begin();
  const [echoes] = await Promise.all([agentAtWork(world, newSeededRandom(seed + 3)), world.play(TURNS)]);
  await awaitDeferredWork();
  await world.calmDown();
  expect(world.complaints).toEqual([]);
  expect(echoes.length).toBeGreaterThan(0);
  for (const client of world.clients) {
    const truth = await world.truth(client);
    // An event that arrives long after a newer edit changes nothing.
    for (const echo of echoes) client.session.store.receive(echo);
    expect(client.session.store.confirmed).toEqual(truth);
    expect(client.session.store.written).toEqual(truth);
  }
  world.end();
  const log = await world.log();
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1));
  expect(log.some((event) => "via" in event && event.via === "agent")).toBe(true);
});
