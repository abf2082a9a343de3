import { APICallError, generateText } from "ai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type ModelStep, startAgentModel } from "#tests/doubles/agent-model.ts";
import { errorOf, partsOf, startRun } from "#tests/helpers/model-run.ts";

const model = await startAgentModel();
const CALL = { toolCalls: [{ name: "find_stops", args: { text: "拉面 🍜 at “Ichiran”" } }] };

afterAll(() => model.stop());
beforeEach(() => model.reset());

describe("what the AI SDK makes of it", () => {
  test("text comes in words", async () => {
    model.script([{ text: "Two stops, 两个地方。", usage: { input: 21, output: 7 } }]);
    const { run } = startRun(model);
    const parts = await partsOf(run);
    const words = parts.filter((part) => part.type === "text-delta").map(({ text }) => text);
    expect(words).toEqual(["Two", " stops,", " 两个", "地方", "。"]);
    expect(await run.finishReason).toBe("stop");
    expect(await run.totalUsage).toMatchObject({ inputTokens: 21, outputTokens: 7, totalTokens: 28 });
  });

  test("a tool is called, in pieces, and its answer comes with the next request", async () => {
    model.script([{ text: "Let me see.", ...CALL }, { text: "Ichiran is planned." }]);
    const { run, calls } = startRun(model);
    const parts = await partsOf(run);
    expect(calls).toEqual([{ text: "拉面 🍜 at “Ichiran”" }]);
    expect(parts.filter(({ type }) => type === "tool-input-delta").length).toBeGreaterThan(3);
    expect(await run.text).toBe("Ichiran is planned.");
    const [first, second] = model.requests;
    expect(first?.body).toMatchObject({
      model: "scripted-1",
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: "system" }, { role: "user", content: "What is planned?" }],
      tools: [{ function: { name: "find_stops", parameters: { type: "object" } } }],
    });
    expect(first?.headers.authorization).toBe(`Bearer ${model.key}`);
    expect(second?.body.messages.slice(2)).toEqual([
      {
        role: "assistant",
        content: "Let me see.",
        tool_calls: [
          {
            id: expect.stringMatching(/^call_/),
            type: "function",
            function: { name: "find_stops", arguments: '{"text":"拉面 🍜 at “Ichiran”"}' },
          },
        ],
      },
      {
        role: "tool",
        tool_call_id: second?.body.messages[2]?.tool_calls?.[0]?.id,
        content: '{"stops":["Ichiran"]}',
      },
    ]);
  });

  test("several tools at once", async () => {
    model.script([{ toolCalls: [...CALL.toolCalls, { name: "find_stops", args: { text: "" } }] }, {}]);
    const { run, calls } = startRun(model);
    await partsOf(run);
    expect(calls).toEqual([{ text: "拉面 🍜 at “Ichiran”" }, { text: "" }]);
    expect(await run.text).toBe("");
  });

  test("an answer in one piece", async () => {
    model.script([{ text: "All of it.", finish: "length", usage: { input: 3, output: 4 } }]);
    const provider = createOpenAICompatible({ name: "model", baseURL: model.baseUrl, apiKey: model.key });
    const whole = await generateText({ model: provider(model.model), prompt: "Say it.", maxRetries: 0 });
    expect([whole.text, whole.finishReason, whole.usage.totalTokens]).toEqual(["All of it.", "length", 7]);
  });

  test("a script can be a function of what is asked", async () => {
    model.script(async ({ messages }) => ({ text: `${messages.length} messages` }));
    expect(await startRun(model).run.text).toBe("2 messages");
  });

  test.each([
    ["arguments that are no JSON", { name: "find_stops", rawArguments: '{"text": "I' }],
    ["arguments that the schema refuses", { name: "find_stops", args: { text: 7 } }],
    ["a tool that was not offered", { name: "drop_tables", args: {} }],
  ])("%s are an invalid call", async (_, call) => {
    model.script([{ toolCalls: [call] }, { text: "So be it." }]);
    const { run, calls } = startRun(model);
    const parts = await partsOf(run);
    expect(parts.find((part) => part.type === "tool-call")).toMatchObject({
      toolName: call.name,
      invalid: true,
    });
    expect(calls).toEqual([]);
  });
});

describe("errors", () => {
  test.each([
    [401, "invalid_request_error", false],
    [403, "request_forbidden", false],
    [404, "invalid_request_error", false],
    [429, "requests", true],
    [500, "server_error", true],
    [503, "server_error", true],
  ])("%i", async (status, type, isRetryable) => {
    model.script([{ status, retryAfter: status === 429 ? 17 : undefined }]);
    const error = await errorOf(startRun(model).run);
    if (!APICallError.isInstance(error)) throw new TypeError("It broke otherwise.", { cause: error });
    expect(error).toMatchObject({ statusCode: status, isRetryable, data: { error: { type } } });
    expect(error.responseHeaders?.["retry-after"]).toBe(status === 429 ? "17" : undefined);
  });

  test("a wrong key and another model are refused, and the key is not said", async () => {
    const key = "sk-wrong-key-of-somebody-else";
    const refused = await errorOf(startRun(model, { key }).run);
    expect(refused).toMatchObject({ statusCode: 401, data: { error: { code: "invalid_api_key" } } });
    expect(String(refused)).not.toContain(key);
    expect(await errorOf(startRun(model, { name: "scripted-2" }).run)).toMatchObject({
      statusCode: 404,
      data: { error: { code: "model_not_found" } },
    });
  });

  test("a script that is over is an error that is not tried again", async () => {
    model.script([]);
    expect(await errorOf(startRun(model, { maxRetries: 2 }).run)).toMatchObject({ statusCode: 400 });
    expect(model.requests).toHaveLength(1);
  });

  test.each<[string, ModelStep, RegExp]>([
    [
      "reset",
      { text: "One two three", breaks: { after: 2, by: "reset" } },
      /Failed to process successful response/,
    ],
    ["garbage", { text: "One two three", breaks: { after: 2, by: "garbage" } }, /JSON parsing failed/],
  ])("a stream that ends by %s has said what came before", async (_, step, message) => {
    model.script([step]);
    const parts = await partsOf(startRun(model).run);
    const said = parts.filter((part) => part.type === "text-delta").map(({ text }) => text);
    expect(said).toEqual(["One", " two"]);
    expect(String(parts.find((part) => part.type === "error")?.error)).toMatch(message);
  });

  test("a reset is not taken for a client that hung up", async () => {
    model.script([{ text: "One two", breaks: { after: 1, by: "reset" } }]);
    await errorOf(startRun(model).run);
    expect(await model.requests[0]?.closed).toBe("broken");
  });

  test("an error in the stream", async () => {
    const by = { message: "Overloaded.", type: "server_error", param: null, code: null };
    model.script([{ text: "One two three", breaks: { after: 1, by } }]);
    expect(await errorOf(startRun(model).run)).toMatchObject({ message: "Overloaded.", data: by });
  });

  test("a stream that just ends has no reason to", async () => {
    model.script([{ text: "One two three", breaks: { after: 1, by: "end" } }]);
    const { run } = startRun(model);
    await partsOf(run);
    expect(await run.finishReason).not.toBe("stop");
  });
});

describe("a client that goes", () => {
  test.each<[string, ModelStep]>([
    ["no headers come", { hang: true }],
    ["a stream stalls", { text: "One two", breaks: { after: 1, by: "stall" } }],
    ["words never end", { endless: "words" }],
    ["arguments never end", { endless: { call: "find_stops" } }],
  ])("while %s", async (_, step) => {
    model.script([step]);
    const abort = new AbortController();
    const { run } = startRun(model, { abortSignal: abort.signal });
    const parts = partsOf(run);
    await expect.poll(() => model.open()).toBe(1);
    abort.abort();
    await parts;
    expect(await model.requests[0]?.closed).toBe("hung up");
    expect(model.open()).toBe(0);
  });

  test("while an answer is held", async () => {
    model.script([{ text: "One two three" }]);
    model.hold(1);
    const abort = new AbortController();
    const { run } = startRun(model, { abortSignal: abort.signal });
    const parts = partsOf(run);
    await model.held();
    abort.abort();
    expect((await parts).map(({ type }) => type)).toContain("abort");
    expect(await model.requests[0]?.closed).toBe("hung up");
  });
});

describe("what is held", () => {
  test("comes when it is released, and not before", async () => {
    model.script([{ text: "One two three four" }]);
    model.hold(1);
    const words = startRun(model).run.textStream[Symbol.asyncIterator]();
    expect(await words.next()).toMatchObject({ value: "One" });
    await model.held();
    expect(model.requests[0]).toMatchObject({ status: null, outcome: "open" });
    model.release(1);
    expect(await words.next()).toMatchObject({ value: " two" });
    await model.held();
    model.release();
    expect([await words.next(), await words.next(), await words.next()]).toMatchObject([
      { value: " three" },
      { value: " four" },
      { done: true },
    ]);
    expect(await model.requests[0]?.closed).toBe("answered");
  });
});
