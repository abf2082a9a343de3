import { allEndpoints } from "#lib/shared/api/registry.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { checkAnswer } from "./answer-check.ts";

type Params = Record<string, string> | undefined;
type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;
type RouteModule = Record<string, Handler>;

const ORIGIN = "http://localhost:3000";

/** Returns the route file that serves an API path. */
export function routeFileOf(path: string): string {
  return `app${path.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`;
}

export async function loadRoute(path: string): Promise<RouteModule> {
  return import(/* @vite-ignore */ `../../${routeFileOf(path)}`);
}

const paths = [...new Set(allEndpoints.map(({ path }) => path))];
const parameters = (path: string) => path.split("{").length;

/** The patterns of API paths. As in Next, a fixed segment takes precedence over a parameter at the same position. */
const patterns = paths
  .toSorted((a, b) => parameters(a) - parameters(b))
  .map((path) => ({
    path,
    regex: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }));

/**
 * A `fetch` that runs the exported route handlers in this process, on the test file's own database. Every answer is
 * checked against the contract.
 */
export async function handlerFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input instanceof Request ? input : new URL(input, ORIGIN), init);
  const { pathname } = new URL(request.url);
  const match = patterns.find(({ regex }) => regex.test(pathname));
  const found = match ? await loadRoute(match.path) : await loadRoute("/api/{...path}");
  // As in Next, HEAD is GET without the body.
  const method = request.method === "HEAD" ? "GET" : request.method;
  const handler = found[method];
  if (!handler) throw new Error(`${request.method} ${pathname} has no handler.`);
  const raw = match?.regex.exec(pathname)?.groups;
  // Next passes no parameters at all for a path that has none.
  const params =
    raw && Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decodeURIComponent(value)]));
  const response = await handler(request, { params: Promise.resolve(params) });
  const endpoint = allEndpoints.find(
    (candidate) => candidate.path === match?.path && candidate.method === method,
  );
  if (endpoint) await checkAnswer(endpoint, request, response.clone());
  return response;
}

/** An answer with its body unparsed by any schema, for tests that assert whole bodies. */
export interface RawAnswer {
  status: number;
  body: unknown;
  text: string;
  headers: Headers;
}

export interface SendInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The request's body: a string is sent as it is, everything else as JSON. */
  body?: unknown;
  /** A form that is sent in place of a body. */
  form?: FormData;
  /** The session token, which is sent as a bearer token. */
  token?: string;
  headers?: Record<string, string>;
  /** The origin that the request's URL has. */
  origin?: string;
}

/** Sends a request to an endpoint without checking the input, so that a test can send invalid input. */
export async function send(
  endpoint: Pick<Endpoint, "path" | "method">,
  input: SendInput = {},
): Promise<RawAnswer> {
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

/** Whether the answer is an event stream. It never ends, so a test can only see here that it has begun. */
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
