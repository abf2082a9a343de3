// @alone @long: sets the environment, which the service reads once; every fault of a model; agent-runs has a run
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import type { ModelStep } from "#tests/doubles/agent-model.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { agentStatus, askAndWait, eventsAfter, useAgentModel } from "#tests/helpers/agent.ts";

const model = await useAgentModel();
Object.assign(process.env, {
  AGENT_MAX_SECONDS: "5",
  AGENT_MAX_TOKENS: "5000",
  AGENT_MAX_OUTPUT_TOKENS: "300",
  AGENT_INPUT_PRICE: "1",
  AGENT_OUTPUT_PRICE: "1000",
  AGENT_MAX_COST: "3",
});
afterAll(() => model.stop());
beforeEach(() => model.reset());

const SECRET = "sk-planted-secret";
const told = { message: `The key ${SECRET} was refused.`, type: "invalid_request_error" };
const broken = { message: `Broken ${SECRET}.`, type: "server_error", param: null, code: null };

const CASES: [string, ModelStep, { code: string; retryable: boolean; requests: number; words?: string }][] = [
  [
    "a key that is refused",
    { status: 401, error: told },
    { code: "MODEL_REFUSED", retryable: false, requests: 1 },
  ],
  [
    "no right to the model",
    { status: 403, error: told },
    { code: "MODEL_REFUSED", retryable: false, requests: 1 },
  ],
  [
    "a model that is not there",
    { status: 404, error: told },
    { code: "MODEL_REFUSED", retryable: false, requests: 1 },
  ],
  [
    "a question that is not understood",
    { status: 400, error: told },
    { code: "MODEL_REFUSED", retryable: false, requests: 1 },
  ],
  [
    "too many questions",
    { status: 429, error: told, retryAfter: 0 },
    { code: "MODEL_BUSY", retryable: true, requests: 2 },
  ],
  [
    "a server that fails",
    { status: 500, error: told },
    { code: "MODEL_UNREACHABLE", retryable: true, requests: 2 },
  ],
  [
    "a server that is away",
    { status: 503, error: told },
    { code: "MODEL_UNREACHABLE", retryable: true, requests: 2 },
  ],
  [
    "a connection that breaks",
    { text: "One two three four.", breaks: { after: 2, by: "reset" } },
    { code: "MODEL_BROKE_OFF", retryable: true, requests: 1, words: "One " },
  ],
  [
    "an error in the middle",
    { text: "One two three four.", breaks: { after: 2, by: broken } },
    { code: "MODEL_BROKE_OFF", retryable: true, requests: 1, words: "One " },
  ],
  [
    "an end in the middle of an event",
    { text: "One two three four.", breaks: { after: 2, by: "garbage" } },
    { code: "MODEL_BROKE_OFF", retryable: true, requests: 1, words: "One " },
  ],
  ["an answer without words", { text: "" }, { code: "MODEL_SILENT", retryable: true, requests: 1 }],
  [
    "an answer that is cut off",
    { text: "One two", finish: "length" },
    { code: "TOO_MANY_TOKENS", retryable: true, requests: 1, words: "One two" },
  ],
  [
    "a model that says nothing for too long",
    { hang: true },
    { code: "TOO_LONG", retryable: true, requests: 1 },
  ],
  [
    "a model that stalls",
    { text: "One two three", breaks: { after: 2, by: "stall" } },
    { code: "TOO_LONG", retryable: true, requests: 1, words: "One " },
  ],
];

describe("a run fails, says so, and leaves the trip free", () => {
  test.each(CASES)("by %s", async (_, step, { code, retryable, requests, words = "" }) => {
    const { tripId, viewer } = await newTripFixture();
    model.script(() => step);
    const reply = await askAndWait(viewer, tripId, "What now?");
    expect(reply.run).toMatchObject({
      status: "failed",
      fault: { code, retryable },
      endedAt: expect.any(String),
    });
    expect(textOfParts(reply).startsWith(words)).toBe(true);
    expect(model.requests).toHaveLength(requests);
    const events = await eventsAfter(viewer, tripId, 0);
    expect(events.at(-1)).toMatchObject({ kind: "message", message: reply });
    // The service's output contains neither a key nor the error text of the model's server.
    expect(JSON.stringify(events)).not.toContain(SECRET);
    expect(JSON.stringify(events)).not.toContain(model.key);
    expect((await agentStatus(viewer, tripId)).run).toBeNull();
    model.script([{ text: "Here I am again." }]);
    expect(textOfParts(await askAndWait(viewer, tripId, "And now?"))).toBe("Here I am again.");
    await expect.poll(() => model.open()).toBe(0);
  });

  test("by words without end, whose stream it hangs up", async () => {
    const { tripId, viewer } = await newTripFixture();
    model.script(() => ({ endless: "words" }));
    const reply = await askAndWait(viewer, tripId, "Go on.");
    expect(reply.run?.fault?.code).toBe("TOO_MANY_TOKENS");
    await expect.poll(() => model.open()).toBe(0);
  });
});
