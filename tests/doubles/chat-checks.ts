import { badRequest, type ChatRefusal, noSuchModel } from "./chat-refusals.ts";

type Fields = Readonly<Record<string, unknown>>;

const ROLES = ["system", "developer", "user", "assistant", "tool"];
const CHOICES = ["none", "auto", "required"];
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MOST_TOOLS = 128;

/** Returns the reason for which OpenAI would refuse the request, or null if it would accept it. */
export function findFault(body: unknown, models: readonly string[]): ChatRefusal | null {
  if (!isFields(body)) return badRequest("We could not parse the JSON body of your request.");
  if (typeof body.model !== "string") return badRequest("you must provide a model parameter");
  if (!models.includes(body.model)) return noSuchModel(body.model);
  return faultOfMessages(body.messages) ?? faultOfTools(body) ?? faultOfSettings(body);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function missing(param: string): ChatRefusal {
  return badRequest(`Missing required parameter: '${param}'.`, param, "missing_required_parameter");
}

function wrongType(param: string, expected: string): ChatRefusal {
  return badRequest(`Invalid type for '${param}': expected ${expected}.`, param, "invalid_type");
}

function empty(param: string): ChatRefusal {
  const expected = "Expected an array with minimum length 1, but got an empty array instead.";
  return badRequest(`Invalid '${param}': empty array. ${expected}`, param, "empty_array");
}

function faultOfMessages(messages: unknown): ChatRefusal | null {
  if (messages === undefined) return missing("messages");
  if (!Array.isArray(messages)) return wrongType("messages", "an array of objects");
  if (messages.length === 0) return empty("messages");
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const at = `messages.[${index}]`;
    if (!isFields(message)) return wrongType(at, "an object");
    const fault = faultOfMessage(message, at);
    if (fault) return fault;
    if (message.role === "tool") {
      if (!open.delete(String(message.tool_call_id))) return unasked(at);
      continue;
    }
    if (open.size > 0) return unanswered(open, at);
    open = new Set(callsOf(message).map(({ id }) => String(id)));
  }
  return open.size > 0 ? unanswered(open, `messages.[${messages.length}]`) : null;
}

function unasked(at: string): ChatRefusal {
  return badRequest(
    "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
    `${at}.role`,
  );
}

function unanswered(ids: ReadonlySet<string>, at: string): ChatRefusal {
  const rule =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
  const which = `The following tool_call_ids did not have response messages: ${[...ids].join(", ")}`;
  return badRequest(`${rule} ${which}`, `${at}.role`);
}

function callsOf({ tool_calls: calls }: Fields): Fields[] {
  return Array.isArray(calls) ? calls.filter(isFields) : [];
}

function faultOfMessage(message: Fields, at: string): ChatRefusal | null {
  const { role, content, tool_calls: calls } = message;
  if (!ROLES.includes(String(role))) {
    const supported = ROLES.map((known) => `'${known}'`).join(", ");
    const what = `Invalid value: '${String(role)}'. Supported values are: ${supported}.`;
    return badRequest(what, `${at}.role`, "invalid_value");
  }
  if (role === "tool" && typeof message.tool_call_id !== "string") return missing(`${at}.tool_call_id`);
  if (calls !== undefined) return faultOfCalls(message, at);
  return faultOfContent(content, at) ?? faultOfPictures(message, at);
}

/** Returns the fault of a message with pictures; only messages of the user may contain pictures. */
function faultOfPictures({ role, content }: Fields, at: string): ChatRefusal | null {
  const isText = !Array.isArray(content) || content.every((part) => isFields(part) && part.type === "text");
  if (isText || role === "user") return null;
  const rule = `Image URLs are only allowed for messages with role 'user', but this message with role '${String(role)}' contains an image URL.`;
  return badRequest(`Invalid '${at}'. ${rule}`, at);
}

function faultOfContent(content: unknown, at: string): ChatRefusal | null {
  if (typeof content === "string") return null;
  if (!Array.isArray(content)) {
    const got = content === null ? "null" : typeof content;
    return badRequest(`Invalid value for 'content': expected a string, got ${got}.`, `${at}.content`);
  }
  const isWhole = content.every((part) => isFields(part) && typeof part.type === "string");
  return isWhole ? null : wrongType(`${at}.content`, "parts with a type");
}

function faultOfCalls({ role, content, tool_calls: calls }: Fields, at: string): ChatRefusal | null {
  if (role !== "assistant") return badRequest(`Only assistants have 'tool_calls'.`, `${at}.tool_calls`);
  if (!Array.isArray(calls)) return wrongType(`${at}.tool_calls`, "an array of objects");
  if (calls.length === 0) return empty(`${at}.tool_calls`);
  for (const [index, call] of calls.entries()) {
    const where = `${at}.tool_calls[${index}]`;
    if (!isFields(call) || typeof call.id !== "string") return missing(`${where}.id`);
    if (call.type !== "function") return missing(`${where}.type`);
    if (!isFields(call.function) || typeof call.function.name !== "string") {
      return missing(`${where}.function.name`);
    }
    if (typeof call.function.arguments !== "string") {
      return wrongType(`${where}.function.arguments`, "a string");
    }
  }
  return content === null || content === undefined ? null : faultOfContent(content, at);
}

function faultOfTools({ tools, tool_choice: choice }: Fields): ChatRefusal | null {
  if (tools === undefined) {
    if (choice === undefined) return null;
    const rule = "'tool_choice' is only allowed when 'tools' are specified.";
    return badRequest(`Invalid value for 'tool_choice': ${rule}`, "tool_choice");
  }
  if (!Array.isArray(tools)) return wrongType("tools", "an array of objects");
  if (tools.length === 0) return empty("tools");
  if (tools.length > MOST_TOOLS) return badRequest(`Invalid 'tools': more than ${MOST_TOOLS}.`, "tools");
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    const fault = faultOfTool(tool, `tools[${index}]`);
    if (fault) return fault;
    const { name } = (tool as { function: { name: string } }).function;
    if (names.has(name)) return badRequest(`Duplicate function name '${name}'.`, `tools[${index}]`);
    names.add(name);
  }
  return faultOfChoice(choice, names);
}

function faultOfTool(tool: unknown, at: string): ChatRefusal | null {
  if (!isFields(tool) || tool.type !== "function") return missing(`${at}.type`);
  if (!isFields(tool.function)) return missing(`${at}.function`);
  const { name, parameters } = tool.function;
  if (typeof name !== "string") return missing(`${at}.function.name`);
  if (!TOOL_NAME.test(name)) {
    const rule =
      "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.";
    return badRequest(`Invalid '${at}.function.name': ${rule}`, `${at}.function.name`, "invalid_value");
  }
  if (parameters === undefined) return null;
  if (!isFields(parameters) || parameters.type !== "object") {
    const type = isFields(parameters) && typeof parameters.type === "string" ? parameters.type : "None";
    const rule = `schema must be a JSON Schema of 'type: "object"', got 'type: "${type}"'.`;
    const message = `Invalid schema for function '${name}': ${rule}`;
    return badRequest(message, `${at}.function.parameters`, "invalid_function_parameters");
  }
  return null;
}

function faultOfChoice(choice: unknown, names: ReadonlySet<string>): ChatRefusal | null {
  if (choice === undefined || CHOICES.some((known) => known === choice)) return null;
  const named = isFields(choice) && isFields(choice.function) ? String(choice.function.name) : "";
  return names.has(named) ? null : badRequest("Tool choice not found in 'tools' parameter.", "tool_choice");
}

function faultOfSettings(body: Fields): ChatRefusal | null {
  if (body.stream_options !== undefined && body.stream !== true) {
    const rule = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
    return badRequest(rule, "stream_options");
  }
  const { max_tokens: most } = body;
  if (most !== undefined && !(Number.isInteger(most) && Number(most) >= 1)) {
    const rule = "Expected a whole number of at least 1.";
    return badRequest(`Invalid 'max_tokens': ${rule}`, "max_tokens", "integer_below_min_value");
  }
  return null;
}
