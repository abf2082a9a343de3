import type { ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { toolCallPiece, toolCallStart, ChunkStream, completion, deltasOf } from "./chat-answers.ts";
import { badRequest, type ChatError, refusalWithStatus } from "./chat-refusals.ts";
import { breakOff, type ChatExchange, type ChatServer, refuse, startChatServer } from "./chat-server.ts";
import type { Answer, ChatRequest } from "./chat-shapes.ts";
import { AnswerGate } from "./gate.ts";
import { obedientModel } from "./obedient-model.ts";

/** How a stream breaks off: after `after` pieces of text and of calls, in the manner `by`. */
export interface Break {
  after: number;
  /**
   * `stall` sends nothing more, `end` closes without the final event, `garbage` sends half an event; an error is sent
   * as an event.
   */
  by: "reset" | "stall" | "end" | "garbage" | ChatError;
}

export interface Failure {
  status: number;
  error?: Partial<ChatError>;
  /** The value of the `Retry-After` header, in seconds. */
  retryAfter?: number;
}

/**
 * What the model does with one request. `hang` does not even send headers; `endless` continues until the client
 * disconnects.
 */
export type ModelStep =
  | (Answer & { breaks?: Break })
  | Failure
  | { hang: true }
  /** What is sent without end: words, comments without content, or the arguments of a call to the tool of this name. */
  | { endless: Endless };

const MORE = "and so on ".repeat(100);
type Endless = "words" | "comments" | { call: string };

export type ModelScript = (request: ChatRequest) => ModelStep | Promise<ModelStep>;

export interface AgentModel extends ChatServer {
  /** Sets one step for each request, in this order. Requests beyond them are refused. */
  script(steps: readonly ModelStep[] | ModelScript): void;
  /**
   * Makes the model call each tool for which it reads an instruction `AGENT: call <tool> <json>`, and then answer with
   * this text.
   */
  obey(words?: string): void;
  /** Limits how many pieces of text and of calls are sent from now on, over all answers together. */
  hold(pieces?: number): void;
  /** Allows this many more pieces; without a number, it removes the limit. */
  release(pieces?: number): void;
  /** Resolves when an answer waits because of `hold`. */
  held(): Promise<void>;
  /** Returns the number of requests whose answers have not ended. */
  open(): number;
  /** Restores the initial behaviour and clears the log. */
  reset(): void;
}

interface Options {
  key?: string;
  model?: string;
}

/** Starts a double of a model behind OpenAI's chat completions, whose answers the test sets. */
export async function startAgentModel({
  key = "sk-test-secret-of-the-model-in-tests",
  model = "scripted-1",
}: Options = {}): Promise<AgentModel> {
  const gate = new AnswerGate();
  let script: ModelScript = sayYes;
  const server = await startChatServer({
    key,
    model,
    answer: async (exchange, response) => act(await script(exchange.body), exchange, response, gate),
  });
  return {
    ...server,
    script: (steps) => void (script = typeof steps === "function" ? steps : inOrder(steps)),
    obey: (words = "Done.") => void (script = obedientModel(words)),
    hold: (pieces = 0) => gate.hold(pieces),
    release: (pieces) => gate.release(pieces),
    held: () => gate.held(),
    open: () => server.requests.filter(({ outcome }) => outcome === "open").length,
    reset() {
      script = sayYes;
      gate.release();
      server.requests.length = 0;
    },
  };
}

function sayYes(): ModelStep {
  return { text: "All right." };
}

/** Returns a script of the steps. Later requests get a refusal that clients do not retry, unlike a server error. */
function inOrder(steps: readonly ModelStep[]): ModelScript {
  const left = [...steps];
  return () => left.shift() ?? { status: 400, error: badRequest("The script has no more steps.").error };
}

async function act(
  step: ModelStep,
  exchange: ChatExchange,
  response: ServerResponse,
  gate: AnswerGate,
): Promise<void> {
  if ("hang" in step) return;
  if ("status" in step) return refuse(response, refusalWithStatus(step.status, step.error, step.retryAfter));
  if (exchange.body.stream !== true) return sendWhole(step, exchange, response, gate);
  const stream = new ChunkStream(exchange.body, response);
  await stream.start();
  if ("endless" in step) return goOn(step.endless, stream, response, gate);
  const { breaks } = step;
  let sent = 0;
  for (const delta of deltasOf(step)) {
    if (sent++ === breaks?.after) break;
    if (!(await gate.pass(response))) return;
    await stream.delta(delta);
  }
  return breaks ? breakStream(breaks.by, stream, exchange, response) : stream.finish(step);
}

async function sendWhole(
  step: (Answer & { breaks?: Break }) | { endless: unknown },
  exchange: ChatExchange,
  response: ServerResponse,
  gate: AnswerGate,
): Promise<void> {
  if ("endless" in step || step.breaks?.by === "stall") return;
  if (!(await gate.pass(response))) return;
  const by = step.breaks?.by;
  if (by === "reset" || by === "end") return breakOff(exchange, response);
  if (typeof by === "object") return refuse(response, { status: 500, error: by });
  const text = JSON.stringify(completion(exchange.body, step));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(by === "garbage" ? text.slice(0, text.length / 2) : text);
}

async function breakStream(
  by: Break["by"],
  stream: ChunkStream,
  exchange: ChatExchange,
  response: ServerResponse,
): Promise<void> {
  if (by === "stall") return;
  if (by === "reset") return breakOff(exchange, response);
  if (by === "garbage") await stream.raw('data: {"id":"chatcmpl-1","choices":[{"index":0,"del\n\n');
  if (typeof by === "object") await stream.error(by);
  response.end();
}

async function goOn(
  what: Endless,
  stream: ChunkStream,
  response: ServerResponse,
  gate: AnswerGate,
): Promise<void> {
  if (typeof what === "object") {
    await stream.delta(toolCallStart(0, { name: what.call }));
    await stream.delta(toolCallPiece(0, '{"text":"'));
  }
  while (await gate.pass(response)) {
    if (what === "words") await stream.delta({ content: "and so on " });
    else if (what === "comments") await stream.raw(`: ${MORE}\n\n`);
    else await stream.delta(toolCallPiece(0, MORE));
    // The client may run in this process, so the event loop must get a turn.
    await turn();
  }
}
