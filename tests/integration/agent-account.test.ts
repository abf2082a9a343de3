// @alone @long: sets the environment, which the service reads once; what remains of a deleted account in the agent
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import type { ModelStep } from "#tests/doubles/agent-model.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as } from "#tests/factories/trips.ts";
import { ask, askAndWait, useAgentModel } from "#tests/helpers/agent.ts";

const model = await useAgentModel();
Object.assign(process.env, {
  AGENT_MAX_SECONDS: "5",
  AGENT_MAX_TOKENS: "40000",
  AGENT_HISTORY_TOKENS: "500",
  AGENT_INPUT_PRICE: "1",
  AGENT_OUTPUT_PRICE: "100",
  AGENT_MAX_COST: "0.5",
});
afterAll(() => model.stop());
beforeEach(() => model.reset());

interface Charged {
  steps: number;
  input: number;
  output: number;
  cost: number;
}

/** Returns what was charged for the trip's last agent run. */
async function chargedOf(tripId: string): Promise<Charged> {
  const { rows } = await freshDatabase().pool.query<Charged>(
    `select steps, input_tokens as input, output_tokens as output, cost::int from agent_runs
      where trip_id = $1 order by started_at desc limit 1`,
    [tripId],
  );
  const [row] = rows;
  if (!row) throw new Error("Nobody has asked.");
  return row;
}

/** Expects an input of at least one token per four characters of the messages, and less than one token per two. */
function expectGuessedInput({ input }: Charged): void {
  const sent = model.requests.map(
    ({ body: { messages, tools } }) => JSON.stringify([messages, tools]).length,
  );
  const letters = sent.reduce((sum, length) => sum + length, 0);
  expect(input).toBeGreaterThan(letters / 5);
  expect(input).toBeLessThan(letters / 2);
}

const WORDS = "Kyoto is lovely in November, and so is Nara.";
const CUT: [string, ModelStep][] = [
  ["breaks", { text: WORDS, breaks: { after: 6, by: "reset" } }],
  ["ends too soon", { text: WORDS, breaks: { after: 6, by: "end" } }],
  ["ends in the middle of an event", { text: WORDS, breaks: { after: 6, by: "garbage" } }],
  [
    "ends with an error",
    {
      text: WORDS,
      breaks: { after: 6, by: { message: "Oh.", type: "server_error", param: null, code: null } },
    },
  ],
  ["stalls until the run is too late", { text: WORDS, breaks: { after: 6, by: "stall" } }],
  ["ends well, from a server that tells no tokens", { text: WORDS, usage: null }],
];

describe("what was asked and said is charged as a guess where an answer", () => {
  test.each(CUT)("%s", async (_, step) => {
    const { tripId, viewer } = await newTripFixture();
    model.script([step]);
    await askAndWait(viewer, tripId, "What is it like?");
    const charged = await chargedOf(tripId);
    expect(charged.steps).toBe(1);
    expectGuessedInput(charged);
    // The words that the model has sent before the break have about 25 to 45 characters.
    expect(charged.output).toBeGreaterThanOrEqual(8);
    expect(charged.output).toBeLessThanOrEqual(15);
    expect(charged.cost).toBe(charged.input + 100 * charged.output);
  });

  test("is stopped by somebody", async () => {
    const { tripId, viewer } = await newTripFixture();
    model.hold(6);
    model.script([{ text: WORDS }]);
    await ask(viewer, tripId, "What is it like?");
    await model.held();
    await call(agentApi.cancel, { params: { tripId } }, as(viewer));
    await awaitDeferredWork();
    const charged = await chargedOf(tripId);
    expectGuessedInput(charged);
    expect(charged.output).toBeGreaterThan(0);
  });

  test("is a call whose arguments break off", async () => {
    const { tripId, viewer } = await newTripFixture();
    const search = { name: "search_places", args: { query: "a very long query ".repeat(5) } };
    model.script([{ toolCalls: [search], breaks: { after: 10, by: "reset" } }]);
    await askAndWait(viewer, tripId, "Look.");
    expect((await chargedOf(tripId)).output).toBeGreaterThan(15);
  });
});

describe("it is charged exactly", () => {
  test("what the server tells, over all answers", async () => {
    const { tripId, viewer } = await newTripFixture();
    model.script([
      { toolCalls: [{ name: "read_trip", args: {} }], usage: { input: 100, output: 10 } },
      { text: "Done.", usage: { input: 200, output: 20 } },
    ]);
    await askAndWait(viewer, tripId, "Read.");
    expect(await chargedOf(tripId)).toEqual({ steps: 2, input: 300, output: 30, cost: 300 + 30 * 100 });
  });

  test("nothing, where the server refuses", async () => {
    const { tripId, viewer } = await newTripFixture();
    for (const status of [401, 500]) {
      model.script(() => ({ status }));
      await askAndWait(viewer, tripId, "Hello?");
      expect(await chargedOf(tripId)).toEqual({ steps: 0, input: 0, output: 0, cost: 0 });
    }
  });

  test("what a server tells beside all reason is not believed", async () => {
    const { tripId, viewer } = await newTripFixture();
    model.script([{ text: WORDS, usage: { input: 1e15, output: -5 } }]);
    await askAndWait(viewer, tripId, "What is it like?");
    const charged = await chargedOf(tripId);
    expectGuessedInput(charged);
    expect(charged.output).toBeGreaterThan(0);
  });
});

describe("a run of a server that tells no tokens", () => {
  const reads = { toolCalls: [{ name: "read_trip", args: {} }], usage: null };

  test("ends once its guessed tokens are used up", async () => {
    const { tripId, viewer } = await newTripFixture();
    model.script(() => reads);
    const reply = await askAndWait(viewer, tripId, "Read on.");
    expect(reply.run?.fault?.code).toBe("TOO_MANY_TOKENS");
    const { input, output } = await chargedOf(tripId);
    expect(input + output).toBeGreaterThan(40_000);
  });

  test("ends once its guessed cost is", async () => {
    const { tripId, viewer } = await newTripFixture();
    model.script(() => ({ ...reads, text: "So many words. ".repeat(1100) }));
    const reply = await askAndWait(viewer, tripId, "Read on.");
    expect(reply.run?.fault?.code).toBe("TOO_COSTLY");
    expect((await chargedOf(tripId)).steps).toBe(1);
  });
});

describe("minutes of what was said before", () => {
  const long = "We would like to see temples, gardens and markets. ".repeat(40);

  async function longTalk() {
    const scene = await newTripFixture();
    model.script([{ text: long }]);
    await askAndWait(scene.editor, scene.tripId, long);
    return scene;
  }

  test("are charged to the run that takes them", async () => {
    const { tripId, editor } = await longTalk();
    model.script([
      { text: "The minutes.", usage: { input: 700, output: 30 } },
      { text: "Yes.", usage: { input: 500, output: 5 } },
    ]);
    await askAndWait(editor, tripId, "And?");
    expect(await chargedOf(tripId)).toEqual({ steps: 2, input: 1200, output: 35, cost: 1200 + 3500 });
  });

  test("are charged where they break off, and the question is answered", async () => {
    const { tripId, editor } = await longTalk();
    model.script([
      { text: "The minutes are these and those.", breaks: { after: 4, by: "reset" } },
      { text: "Yes.", usage: { input: 500, output: 5 } },
    ]);
    expect(textOfParts(await askAndWait(editor, tripId, "And?"))).toBe("Yes.");
    const { steps, input, output } = await chargedOf(tripId);
    expect(steps).toBe(2);
    expect(input).toBeGreaterThan(500 + long.length / 5);
    expect(output).toBeGreaterThan(5);
  });

  test.each([
    ["TOO_MANY_TOKENS", { input: 39_990, output: 20 }],
    ["TOO_COSTLY", { input: 100, output: 5000 }],
  ])("end a run that they have used up: %s", async (code, usage) => {
    const { tripId, editor } = await longTalk();
    const before = model.requests.length;
    model.script([{ text: "The minutes.", usage }, { text: "Not asked." }]);
    const reply = await askAndWait(editor, tripId, "And?");
    expect(reply.run?.fault?.code).toBe(code);
    expect(model.requests).toHaveLength(before + 1);
  });
});
