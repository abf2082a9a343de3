import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { findFault } from "./chat-checks.ts";
import { type ChatRefusal, noKey, noSuchModel, unknownUrl, wrongKey, wrongMethod } from "./chat-refusals.ts";
import type { ChatRequest } from "./chat-shapes.ts";
import { answerJson, type LoopbackServer, readText, startLoopback } from "./loopback-server.ts";

/** `broken`: the server broke off the answer. `hung up`: the client disconnected before the end. */
export type Outcome = "answered" | "broken" | "hung up";

export interface ChatExchange {
  headers: IncomingHttpHeaders;
  /** The parsed body, unchecked; a body that was refused can have any shape. */
  body: ChatRequest;
  /** The answer's status; null until there is an answer. */
  status: number | null;
  outcome: Outcome | "open";
  closed: Promise<Outcome>;
}

export interface ChatServer extends LoopbackServer {
  /** The value for `AGENT_BASE_URL`. */
  baseUrl: string;
  key: string;
  model: string;
  /** The requests for answers; requests for the list of models are not included. */
  requests: ChatExchange[];
}

/** Answers a request that has passed all checks. */
export type Answerer = (exchange: ChatExchange, response: ServerResponse) => Promise<void> | void;

interface Options {
  key: string;
  model: string;
  answer: Answerer;
}

const ANSWERS = "/v1/chat/completions";

/** Starts the HTTP side of OpenAI's chat completions. */
export async function startChatServer({ key, model, answer }: Options): Promise<ChatServer> {
  const requests: ChatExchange[] = [];
  const server = await startLoopback((request, response) => void respond(request, response));

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://model.test");
    // A client that disconnects while it sends its request gets no answer, and no exchange is recorded.
    const text = await readText(request).catch(() => null);
    if (text === null) return;
    const refused = refusalOf(request, pathname, key);
    if (pathname !== ANSWERS) {
      return refused ? refuse(response, refused) : listModels(response, pathname, model);
    }
    const exchange = note(request, response, parsed(text));
    requests.push(exchange);
    const fault = refused ?? findFault(exchange.body, [model]);
    if (fault) return refuse(response, fault);
    await answer(exchange, response);
  }

  return { ...server, baseUrl: `${server.url}/v1`, key, model, requests };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function note({ headers }: IncomingMessage, response: ServerResponse, body: unknown): ChatExchange {
  const closed = Promise.withResolvers<Outcome>();
  const exchange: ChatExchange = {
    headers,
    body: body as ChatRequest,
    status: null,
    outcome: "open",
    closed: closed.promise,
  };
  response.on("close", () => {
    if (response.headersSent) exchange.status = response.statusCode;
    // An exchange that the double itself broke off has its outcome already.
    if (exchange.outcome === "open") exchange.outcome = response.writableFinished ? "answered" : "hung up";
    closed.resolve(exchange.outcome);
  });
  return exchange;
}

function refusalOf(
  { headers, method = "GET" }: IncomingMessage,
  path: string,
  key: string,
): ChatRefusal | null {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
  if (given === undefined) return noKey();
  if (given !== key) return wrongKey(given);
  if (path !== ANSWERS && !/^\/v1\/models(\/|$)/.test(path)) return unknownUrl(method, path);
  return method === (path === ANSWERS ? "POST" : "GET") ? null : wrongMethod(method, path);
}

function listModels(response: ServerResponse, path: string, model: string): void {
  const entry = { id: model, object: "model", created: 1_760_000_000, owned_by: "tests" };
  const asked = /^\/v1\/models\/(.+)$/.exec(path)?.[1];
  if (asked === undefined) return answerJson(response, 200, { object: "list", data: [entry] });
  return asked === encodeURIComponent(model)
    ? answerJson(response, 200, entry)
    : refuse(response, noSuchModel(asked));
}

export function refuse(response: ServerResponse, { status, error, headers = {} }: ChatRefusal): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  answerJson(response, status, { error });
}

/** Breaks the answer off from the server's side, at any point. */
export function breakOff(exchange: ChatExchange, response: ServerResponse): void {
  exchange.outcome = "broken";
  response.destroy();
}
