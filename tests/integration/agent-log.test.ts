// @alone @long: sets the environment, which the service reads once; what the log says of a run; log-lines has the other requests
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { log } from "#lib/server/http/log.ts";
import type { ModelStep } from "#tests/doubles/agent-model.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { askAndWait, useAgentModel } from "#tests/helpers/agent.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";
import { listenToOutput } from "#tests/helpers/process-output.ts";

const model = await useAgentModel();
Object.assign(process.env, { AGENT_MAX_SECONDS: "5", AGENT_HISTORY_TOKENS: "500" });
afterAll(() => model.stop());

let output: ReturnType<typeof listenToOutput>;
beforeEach(() => {
  model.reset();
  output = listenToOutput();
});
afterEach(() => output.stop());

const MARKER = "planted words of the model's server";
const asked = "planted words of whoever asks";
const told = { message: `${MARKER}: Bearer ${model.key} at ${model.baseUrl}`, type: MARKER, code: MARKER };
const broken = { ...told, param: MARKER };

/** Checks that no log line contains private texts. */
function expectSilence(): void {
  for (const secret of ["planted", model.key, model.url, model.model]) {
    expect(output.text()).not.toContain(secret);
  }
}

const FAILURES: [string, ModelStep, string][] = [
  ...[400, 401, 403, 404, 429, 500, 503].map((status): [string, ModelStep, string] => [
    `refuses by ${status}`,
    { status, error: told, retryAfter: 0 },
    `"status":${status}`,
  ]),
  ["breaks", { text: MARKER, breaks: { after: 2, by: "reset" } }, "model failed"],
  ["ends by an error", { text: MARKER, breaks: { after: 2, by: broken } }, "model failed"],
  ["sends half an event", { text: MARKER, breaks: { after: 2, by: "garbage" } }, "model failed"],
  ["stalls", { text: MARKER, breaks: { after: 2, by: "stall" } }, ""],
  ["says too much", { text: `${MARKER} `.repeat(4000).split("  ") }, "AnswerOverLimit"],
];

describe("nothing of what a model, its server or people say is printed", () => {
  test.each(FAILURES)("where it %s", async (_, step, line) => {
    const { tripId, viewer } = await newTripFixture();
    model.script(() => step);
    const { run } = await askAndWait(viewer, tripId, asked);
    expect(run?.status).toBe("failed");
    expect(output.text()).toContain(line);
    expectSilence();
  });

  test("where it fails to take minutes", async () => {
    const { tripId, viewer } = await newTripFixture();
    model.script([{ text: MARKER.repeat(80) }]);
    await askAndWait(viewer, tripId, asked.repeat(80));
    model.script([{ status: 400, error: told }, { text: MARKER }]);
    await askAndWait(viewer, tripId, asked);
    expect(output.text()).toContain("could not be summed up");
    expectSilence();
  });

  test("where its calls make no sense", async () => {
    const { tripId, viewer } = await newTripFixture();
    const calls = [
      { name: MARKER.replaceAll(" ", "_"), args: {} },
      { name: "add_stop", rawArguments: `{"name": ${MARKER}` },
      { name: "add_stop", args: { nonsense: MARKER } },
    ];
    model.script([{ toolCalls: calls }, { text: MARKER }]);
    expect((await askAndWait(viewer, tripId, asked)).run?.status).toBe("done");
    expectSilence();
  });

  test("where a tool breaks over its words", async () => {
    const { tripId, editor } = await newTripFixture();
    const run = await newToolRun(editor, tripId);
    Object.defineProperty(run.ctx, "db", {
      get: () => {
        throw new SyntaxError(`Unexpected token in "${MARKER}"`);
      },
    });
    const { step } = await callTool(run, "read_trip", {});
    expect(step.state).toBe("failed");
    expect(output.text()).toContain("a tool of the agent failed");
    expect(output.text()).toContain("SyntaxError");
    expectSilence();
  });

  test("the ear would hear it", () => {
    log().debug({ err: new Error(MARKER) }, "something else");
    console.warn(MARKER);
    expect(output.text().match(/planted/g)).toHaveLength(3);
  });
});
