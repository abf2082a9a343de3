/* What goes to and comes from a server of OpenAI's chat completions, as far as it is used. */

export interface ChatToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export interface ChatMessage {
  role: "system" | "developer" | "user" | "assistant" | "tool";
  content?: string | null | readonly { type: string; text?: string; image_url?: { url: string } }[];
  tool_calls?: ChatToolCall[];
  tool_call_id?: string;
}

export interface ChatTool {
  type: "function";
  function: { name: string; description?: string; parameters?: Record<string, unknown> };
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools?: ChatTool[];
  tool_choice?: string | { type: "function"; function: { name: string } };
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  max_tokens?: number;
  temperature?: number;
}

export type Finish = "stop" | "tool_calls" | "length" | "content_filter";

export interface AnswerCall {
  name: string;
  args?: object;
  /** In place of `args`, whatever it is. */
  rawArguments?: string;
  /** Its arguments come in one piece. */
  isWhole?: boolean;
  id?: string;
}

export interface Answer {
  /** Goes out word by word, or in these pieces. */
  text?: string | readonly string[];
  toolCalls?: readonly AnswerCall[];
  /** `tool_calls` where there are some, else `stop`. */
  finish?: Finish;
  /** Tokens; estimated where they are not given, and null where the server tells none. */
  usage?: { input: number; output: number } | null;
}

export function textOf({ content }: ChatMessage): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("");
}
