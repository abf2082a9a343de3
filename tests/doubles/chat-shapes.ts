/* The parts of OpenAI's chat completions, requests and answers, that the service uses. */

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
  /** An arbitrary text that is sent in place of `args`. */
  rawArguments?: string;
  /** Whether the arguments are sent in one piece. */
  isWhole?: boolean;
  id?: string;
}

export interface Answer {
  /** The text, which is sent word by word; a list is sent element by element. */
  text?: string | readonly string[];
  toolCalls?: readonly AnswerCall[];
  /** The reason for which the answer ends; by default `tool_calls` if there are calls, else `stop`. */
  finish?: Finish;
  /** The number of tokens; by default an estimate, and null if the server reports none. */
  usage?: { input: number; output: number } | null;
}

export function textOf({ content }: ChatMessage): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("");
}
