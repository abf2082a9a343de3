// @alone @long: sets the environment, which the service reads once; models that fall silent, with their waiting times
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import type { ModelStep } from "#tests/doubles/agent-model.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { askAndWait, useAgentModel } from "#tests/helpers/agent.ts";

const model = await useAgentModel();
// With a high limit for the whole run, a run fails by its silence and not by its length.
Object.assign(process.env, {
  AGENT_MAX_SILENCE_SECONDS: "1",
  AGENT_MAX_SECONDS: "60",
  AGENT_HISTORY_TOKENS: "500",
});
afterAll(() => model.stop());
beforeEach(() => model.reset());

const stalls = (after: number): ModelStep => ({ text: "One two three", breaks: { after, by: "stall" } });
const packs: ModelStep = { toolCalls: [{ name: "add_packing_item", args: { text: "Towel" } }] };

describe("a model that says no more is given up", () => {
  test.each<[string, ModelStep[], string, string]>([
    ["before the head of its answer", [{ hang: true }], "MODEL_UNREACHABLE", ""],
    ["before its first word", [stalls(0)], "MODEL_UNREACHABLE", ""],
    ["between its words", [stalls(2)], "MODEL_BROKE_OFF", "One "],
    ["before the answer after a call", [packs, { hang: true }], "MODEL_BROKE_OFF", ""],
    ["before the first word after a call", [packs, stalls(0)], "MODEL_BROKE_OFF", ""],
    ["between its words after a call", [packs, stalls(2)], "MODEL_BROKE_OFF", "One "],
  ])("%s", async (_, steps, code, words) => {
    const { tripId, editor } = await newTripFixture();
    model.script(steps);
    const reply = await askAndWait(editor, tripId, "Go on.");
    expect(reply.run).toMatchObject({ status: "failed", fault: { code, retryable: true } });
    expect(textOfParts(reply).startsWith(words)).toBe(true);
    // The model is asked only once, and the items that were written stay.
    expect(model.requests).toHaveLength(steps.length);
    expect((await readTrip(editor, tripId)).items).toHaveLength(steps.length - 1);
    await expect.poll(() => model.open()).toBe(0);
  });

  test("while it takes minutes, and is asked the question all the same", async () => {
    const { tripId, editor } = await newTripFixture();
    const long = "We would like to see temples, gardens and markets. ".repeat(40);
    model.script([{ text: long }]);
    await askAndWait(editor, tripId, long);
    model.script([stalls(2), { text: "Yes." }]);
    expect(textOfParts(await askAndWait(editor, tripId, "And?"))).toBe("Yes.");
  });
});
