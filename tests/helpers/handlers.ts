import { allEndpoints } from "#lib/shared/api/registry.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { checkAnswer } from "./answer-check.ts";

type Params = Record<string, string> | undefined;
type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;
type RouteModule = Record<string, Handler>;

const ORIGIN = "http://localhost:3000";

/** The route file that serves a path of the API. */
export function routeFileOf(path: string): string {
  return `app${path.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`;
}

export async function loadRoute(path: string): Promise<RouteModule> {
  return import(/* @vite-ignore */ `../../${routeFileOf(path)}`);
}

const paths = [...new Set(allEndpoints.map(({ path }) => path))];
const parameters = (path: string) => path.split("{").length;

/** As Next does it, a name in a path goes before a parameter in its place. */
const patterns = paths
  .toSorted((a, b) => parameters(a) - parameters(b))
  .map((path) => ({
    path,
    regex: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }));

/**
 * `fetch` that runs the exported route handlers in this process, on the test file's own database. Every answer that
 * comes by is held against the contract.
 */
export async function handlerFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input instanceof Request ? input : new URL(input, ORIGIN), init);
  const { pathname } = new URL(request.url);
  const match = patterns.find(({ regex }) => regex.test(pathname));
  const found = match ? await loadRoute(match.path) : await loadRoute("/api/{...path}");
  // As Next does it: HEAD is GET without the body.
  const method = request.method === "HEAD" ? "GET" : request.method;
  const handler = found[method];
  if (!handler) throw new Error(`${request.method} ${pathname} has no handler.`);
  const raw = match?.regex.exec(pathname)?.groups;
  // Next gives none at all to a path without parameters.
  const params =
    raw && Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decodeURIComponent(value)]));
  const response = await handler(request, { params: Promise.resolve(params) });
  const endpoint = allEndpoints.find(
    (candidate) => candidate.path === match?.path && candidate.method === method,
  );
  if (endpoint) await checkAnswer(endpoint, request, response.clone());
  return response;
}

/** The body of an answer as it came, for tests that assert whole bodies. */
export interface Sent {
  status: number;
  body: unknown;
  text: string;
  headers: Headers;
}

export interface SendInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Text is sent as it is, everything else as JSON. */
  body?: unknown;
  /** A form in place of a body. */
  form?: FormData;
  /** Session token, sent as a bearer. */
  token?: string;
  headers?: Record<string, string>;
  /** Which host the request says that it is for. */
  origin?: string;
}

/** Sends a request to an endpoint without checking the input, so that bad input can be sent too. */
export async function send(
  endpoint: Pick<Endpoint, "path" | "method">,
  input: SendInput = {},
): Promise<Sent> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? name),
  );
  const url = new URL(path, input.origin ?? ORIGIN);
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, value);
  const headers = new Headers(input.headers);
  if (input.token) headers.set("authorization", `Bearer ${input.token}`);
  const init: RequestInit = { method: endpoint.method, headers };
  if (input.body !== undefined) {
    init.body = isRaw(input.body) ? input.body : JSON.stringify(input.body);
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
  }
  if (input.form) init.body = input.form;
  const response = await handlerFetch(url, init);
  const text = isStream(response) ? "" : await response.text();
  return {
    status: response.status,
    body: isJson(response) && text !== "" ? JSON.parse(text) : undefined,
    text,
    headers: response.headers,
  };
}

/** Never over: that it began is all that there is to see of it here. */
function isStream({ headers, body }: Response): boolean {
  if (headers.get("content-type") !== "text/event-stream") return false;
  void body?.cancel();
  return true;
}

function isJson({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("application/json") === true;
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}
