import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startAgentModel } from "#tests/doubles/agent-model.ts";

const model = await startAgentModel();
const USER = { role: "user", content: "Hello" };
const CALL = { id: "call_1", type: "function", function: { name: "read_trip", arguments: "{}" } };
const CALLING = { role: "assistant", content: null, tool_calls: [CALL] };
const ANSWER = { role: "tool", tool_call_id: "call_1", content: "{}" };
const TOOL = { type: "function", function: { name: "read_trip", parameters: { type: "object" } } };

afterAll(() => model.stop());
beforeEach(() => model.reset());

function ask(body: unknown, path = "/chat/completions", headers: Record<string, string> = {}) {
  return fetch(`${model.baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${model.key}`, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

function say(messages: unknown, more: object = {}) {
  return ask({ model: model.model, messages, ...more });
}

describe("requests that OpenAI refuses", () => {
  test.each<[string, unknown, string | null]>([
    ["no messages", undefined, "messages"],
    ["none in the list", [], "messages"],
    ["a role that does not exist", [{ role: "robot", content: "" }], "messages.[0].role"],
    ["a user who says nothing", [{ role: "user", content: null }], "messages.[0].content"],
    ["a tool's answer that nobody asked for", [USER, ANSWER], "messages.[1].role"],
    ["another call's answer", [USER, CALLING, { ...ANSWER, tool_call_id: "call_2" }], "messages.[2].role"],
    ["an answer twice", [USER, CALLING, ANSWER, ANSWER], "messages.[3].role"],
    ["a call without an answer", [USER, CALLING], "messages.[2].role"],
    ["a call that is answered too late", [USER, CALLING, USER, ANSWER], "messages.[2].role"],
    ["an answer without an id", [USER, CALLING, { role: "tool", content: "" }], "messages.[2].tool_call_id"],
    ["a user who calls a tool", [{ ...USER, tool_calls: [CALL] }], "messages.[0].tool_calls"],
    ["an empty list of calls", [{ ...CALLING, tool_calls: [] }], "messages.[0].tool_calls"],
    [
      "arguments that are no text",
      [USER, { ...CALLING, tool_calls: [{ ...CALL, function: { name: "x", arguments: {} } }] }],
      "messages.[1].tool_calls[0].function.arguments",
    ],
  ])("%s", async (_, messages, param) => {
    const answer = await say(messages);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: {
        message: expect.any(String),
        type: "invalid_request_error",
        param,
        code: expect.toBeOneOf([null, expect.any(String)]),
      },
    });
  });

  test.each<[string, object, string]>([
    ["no tools in the list", { tools: [] }, "tools"],
    ["two tools of one name", { tools: [TOOL, TOOL] }, "tools[1]"],
    [
      "a name with a blank",
      { tools: [{ ...TOOL, function: { name: "read trip" } }] },
      "tools[0].function.name",
    ],
    [
      "a schema that is no object",
      { tools: [{ ...TOOL, function: { name: "read_trip", parameters: { anyOf: [] } } }] },
      "tools[0].function.parameters",
    ],
    ["a choice without tools", { tool_choice: "auto" }, "tool_choice"],
    [
      "a choice of another tool",
      { tools: [TOOL], tool_choice: { type: "function", function: { name: "x" } } },
      "tool_choice",
    ],
    ["options of a stream that is none", { stream_options: { include_usage: true } }, "stream_options"],
    ["no token to say anything with", { max_tokens: 0 }, "max_tokens"],
  ])("%s", async (_, more, param) => {
    const answer = await say([USER], more);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param } });
  });

  test.each([
    ["no JSON", "{", "{}"],
    ["no object", "[]", "{}"],
    ["no model", "{}", "{}"],
  ])("%s", async (_, body) => {
    expect((await ask(body)).status).toBe(400);
  });

  test("no key", async () => {
    const answer = await ask({}, "/chat/completions", { authorization: "" });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: null, param: null } });
  });

  test("what there is not", async () => {
    expect((await ask({}, "/completions")).status).toBe(404);
    const got = await fetch(`${model.baseUrl}/chat/completions`, {
      headers: { authorization: `Bearer ${model.key}` },
    });
    expect(got.status).toBe(405);
    expect(model.requests.map(({ status }) => status)).toEqual([405]);
  });
});

describe("requests that are fine", () => {
  test("a call and its answer", async () => {
    expect((await say([USER, CALLING, ANSWER, USER], { tools: [TOOL] })).status).toBe(200);
  });

  test("content in parts", async () => {
    expect((await say([{ role: "user", content: [{ type: "text", text: "Hello" }] }])).status).toBe(200);
  });

  test("the list of models", async () => {
    const headers = { authorization: `Bearer ${model.key}` };
    const list = await fetch(`${model.baseUrl}/models`, { headers });
    expect(await list.json()).toMatchObject({ object: "list", data: [{ id: "scripted-1" }] });
    expect((await fetch(`${model.baseUrl}/models/scripted-1`, { headers })).status).toBe(200);
    expect((await fetch(`${model.baseUrl}/models/other`, { headers })).status).toBe(404);
    expect(model.requests).toEqual([]);
  });
});

/** Returns the data of a stream's events, one per text line, without the fields that differ each time. */
async function chunksOf(answer: Response): Promise<unknown[]> {
  const events = (await answer.text()).split("\n\n").filter((event) => event !== "");
  return events.map((event) => {
    const data = /^data: (.+)$/.exec(event)?.[1] ?? "";
    return data === "[DONE]" ? data : (JSON.parse(data) as unknown);
  });
}

test("a stream is what OpenAI's is", async () => {
  model.script([{ text: "Let me", toolCalls: [{ name: "read_trip", args: { a: "b" }, id: "call_7" }] }]);
  const answer = await say([USER], { stream: true, stream_options: { include_usage: true }, tools: [TOOL] });
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const chunks = await chunksOf(answer);
  const frame = {
    id: expect.stringMatching(/^chatcmpl-/),
    object: "chat.completion.chunk",
    created: expect.any(Number),
    model: "scripted-1",
    system_fingerprint: null,
  };
  const started = {
    index: 0,
    id: "call_7",
    type: "function",
    function: { name: "read_trip", arguments: "" },
  };
  const chunk = (delta: object, finish: string | null = null) => ({
    ...frame,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    usage: null,
  });
  expect(chunks).toEqual([
    chunk({ role: "assistant", content: "", refusal: null }),
    chunk({ content: "Let" }),
    chunk({ content: " me" }),
    chunk({ tool_calls: [started] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a":"b' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '"}' } }] }),
    chunk({}, "tool_calls"),
    { ...frame, choices: [], usage: expect.objectContaining({ prompt_tokens: 9, completion_tokens: 5 }) },
    "[DONE]",
  ]);
});

test("nobody is told what it cost who did not ask", async () => {
  const chunks = await chunksOf(await say([USER], { stream: true }));
  expect(chunks).toHaveLength(5);
  expect(JSON.stringify(chunks)).not.toContain("usage");
});
