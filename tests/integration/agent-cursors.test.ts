// @alone @long: sets the environment, which the service reads once; reads a stream in hundreds of pieces
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import type { AgentEvent, AgentMessageDto } from "#lib/shared/agent.ts";
import { applyEventToMessages, textOfParts } from "#lib/shared/agent-fold.ts";
import { type Person, newPerson } from "#tests/factories/people.ts";
import { newTrip } from "#tests/factories/trips.ts";
import { ask, eventsAfter, isRunEnd, messages, streamUntil, useAgentModel } from "#tests/helpers/agent.ts";
import { type SeededRandom, newSeededRandom } from "#tests/realtime/seeded-random.ts";

const model = await useAgentModel();
Object.assign(process.env, { AGENT_ASKS_PER_PERSON: "10000", AGENT_ASKS_PER_TRIP: "10000" });
afterAll(() => model.stop());

const SEEDS = 200;
const AT_ONCE = 10;
const DROP_MS = 50;
const WORDS = ["temple ", "京都", "—", "\n\n", "🏯", "naïve ", '"', "\\", "\u2028", "data: ", "**", "ل "];

/** The text that the model answers, by trip. */
const texts = new Map<string, string[]>();

/** Reads the events, but disconnects every 50 ms and continues from its cursor. */
async function dropping(person: Person, tripId: string): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  while (!events.some(isRunEnd)) {
    const after = events.at(-1)?.cursor ?? 0;
    events.push(...(await streamUntil(person, tripId, after, isRunEnd, AbortSignal.timeout(DROP_MS))));
  }
  return events;
}

/** Reads one page of events at random times. */
async function polling(person: Person, tripId: string, chance: SeededRandom): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  while (!events.some(isRunEnd)) {
    const limit = 1 + chance.below(7);
    events.push(...(await eventsAfter(person, tripId, events.at(-1)?.cursor ?? 0, limit)));
    await sleep(chance.below(40));
  }
  return events;
}

/**
 * Returns the text that a client shows before the last event, because the last event contains the whole text and would
 * hide a gap.
 */
function saidBeforeTheEnd(events: readonly AgentEvent[]): string {
  const said = events
    .filter((event) => !isRunEnd(event))
    .reduce<readonly AgentMessageDto[]>(applyEventToMessages, [])
    .find(({ role }) => role === "agent");
  return said ? textOfParts(said) : "";
}

async function oneSeed(seed: number, person: Person): Promise<void> {
  const chance = newSeededRandom(seed);
  const pick = () => chance.pick(WORDS) ?? "";
  const pieces = Array.from({ length: 5 + chance.below(40) }, pick);
  const { id: tripId } = await newTrip(person);
  texts.set(tripId, pieces);
  const readers = [dropping(person, tripId), polling(person, tripId, chance)];
  await ask(person, tripId, `Say it. ${tripId}`);
  const [dropped, polled] = await Promise.all(readers);
  const all = await eventsAfter(person, tripId, 0);
  const [reply] = await messages(person, tripId);
  const text = pieces.join("");
  expect(dropped, `seed ${seed}`).toEqual(all);
  expect(polled, `seed ${seed}`).toEqual(all);
  expect(all.map(({ cursor }) => cursor)).toEqual(all.map((_, index) => index + 1));
  expect(saidBeforeTheEnd(dropped ?? []), `seed ${seed}`).toBe(text);
  expect(reply && textOfParts(reply), `seed ${seed}`).toBe(text);
}

test("whoever drops the stream every 50 ms, and whoever only polls, end with the service's text and events", async () => {
  model.script(({ messages: said }) => {
    const asked = JSON.stringify(said.at(-1)?.content);
    const tripId = /[\da-f-]{36}/.exec(asked)?.[0] ?? "";
    return { text: texts.get(tripId) ?? ["?"] };
  });
  model.hold();
  const pace = setInterval(() => model.release(AT_ONCE), 4);
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
  async function work(): Promise<void> {
    // A person may have only a few open streams, so each seed is tested after the other.
    const person = await newPerson();
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) await oneSeed(seed, person);
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    clearInterval(pace);
    model.release();
    await awaitDeferredWork();
  }
}, 300_000);
