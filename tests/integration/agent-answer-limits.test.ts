// @alone @long: sets the environment, which the service reads once; answers that exceed a limit
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import type { ModelStep } from "#tests/doubles/agent-model.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { agentStatus, askAndWait, eventsAfter, useAgentModel } from "#tests/helpers/agent.ts";

const model = await useAgentModel();
Object.assign(process.env, { AGENT_MAX_OUTPUT_TOKENS: "6000", AGENT_MAX_SECONDS: "60" });
afterAll(() => model.stop());
beforeEach(() => model.reset());

const packing = (text: string) => ({ name: "add_packing_item", args: { text } });
const calls = (count: number) => Array.from({ length: count }, (_, at) => packing(`Thing ${at + 1}`));
const args = (bytes: number): ModelStep => {
  const rawArguments = JSON.stringify({ text: "x".repeat(bytes) });
  return { toolCalls: [{ name: "add_packing_item", rawArguments, isWhole: true }] };
};

const CASES: [string, ModelStep, string][] = [
  ["words", { text: Array.from({ length: 100 }, () => "So many words. ".repeat(65)) }, "TOO_MANY_TOKENS"],
  ["what says nothing, without end", { endless: "comments" }, "TOO_MANY_TOKENS"],
  ["arguments without end", { endless: { call: "add_packing_item" } }, "TOO_MANY_TOKENS"],
  ["arguments of 70 kB", args(70_000), "TOO_MANY_TOKENS"],
  ["arguments of 10 MB", args(10_000_000), "TOO_MANY_TOKENS"],
  ["calls", { text: "On it.", toolCalls: calls(101) }, "TOO_MANY_STEPS"],
];

async function stepsAndOutput(tripId: string) {
  const { rows } = await freshDatabase().pool.query<{ steps: number; output: number }>(
    "select steps, output_tokens as output from agent_runs where trip_id = $1",
    [tripId],
  );
  return rows;
}

describe("an answer is hung up on, and what was done before it stays, where it holds too many", () => {
  test.each(CASES)("%s", async (_, step, code) => {
    const { tripId, editor } = await newTripFixture();
    model.script([{ text: "First this.", toolCalls: [packing("Towel")] }, step]);
    const reply = await askAndWait(editor, tripId, "Pack for me.");
    expect(reply.run).toMatchObject({ status: "failed", fault: { code, retryable: true } });
    expect((await readTrip(editor, tripId)).items.map(({ text }) => text)).toEqual(["Towel"]);
    expect(textOfParts(reply)).toMatch(/^First this\./);
    expect(reply.parts.at(-1)).toMatchObject({ type: "changes", count: 1 });
    // The service stores no more of an answer than it may have: six thousand tokens of sixteen bytes.
    const events = await eventsAfter(editor, tripId, 0);
    expect(JSON.stringify(events).length).toBeLessThan(2 * 96_000 + 20_000);
    expect(JSON.stringify(events)).not.toContain("xxx");
    expect(await agentStatus(editor, tripId)).toMatchObject({ run: null });
    await expect.poll(() => model.open()).toBe(0);
    const [charged] = await stepsAndOutput(tripId);
    expect(charged?.steps).toBe(2);
    if (code === "TOO_MANY_TOKENS") expect(charged?.output).toBeLessThan(40_000);
  });
});

test("as much as one may hold is done", async () => {
  const { tripId, editor, trip: before } = await newTripFixture();
  const dayId = before.days[0]?.id ?? "";
  const notes = "长".repeat(10_000);
  model.script([
    { toolCalls: [{ name: "read_trip", args: {} }] },
    { toolCalls: [...calls(99), { name: "write_day_note", args: { dayId, notes } }] },
    { text: "Done." },
  ]);
  const reply = await askAndWait(editor, tripId, "Pack for me.");
  expect(reply.run).toMatchObject({ status: "done" });
  const trip = await readTrip(editor, tripId);
  expect(trip.items).toHaveLength(99);
  expect(trip.days[0]?.notes).toBe(notes);
});
