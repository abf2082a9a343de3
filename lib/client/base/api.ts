import { deviceClock } from "./device-clock.ts";
import { v7 as uuidv7 } from "uuid";
import type { Answer, CallInput, Endpoint, Upload } from "#lib/shared/api/endpoint.ts";
import type { RegisteredEndpoint } from "#lib/shared/api/registry.ts";
import type { ErrorBody } from "#lib/shared/errors.ts";
import { PAGE_USER_FIELD, PAGE_USER_HEADER } from "#lib/shared/page-user.ts";
import { reportPageUserDoubt, pageUserId } from "./page-user.ts";

const UPLOAD_FIELD: Upload["field"] = "file";

/** A refusal by the service; `status` is the HTTP status. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
  }
}

/**
 * The service gave no answer: the client is offline, the connection broke, a proxy answered in its place, or a server
 * is starting. Sending again with the same idempotency key is safe.
 */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super("The service could not be reached.", { cause });
    this.name = "ConnectionError";
  }
}

export interface CallOptions {
  /** Origin of the service for clients outside the browser; empty in the web app. */
  baseUrl?: string;
  /** Session token of a native client, sent as `Authorization: Bearer`. */
  token?: string;
  /** A retry of the same write passes the same key. When the key is absent, `call` makes a new one. */
  idempotencyKey?: string;
  /** The seq that the edited fields were read at. */
  baseSeq?: number;
  /** Overwrites what others have changed since `baseSeq`. */
  force?: boolean;
  /** The id of the user whose page sends the request; when absent, the user of this page. */
  pageUser?: string;
  signal?: AbortSignal;
  fetch?: typeof fetch;
}

export interface CallResult<T> {
  data: T;
  /**
   * The number of the header `x-trip-seq`, else null: for a write, the seq of its last event; for answers about money,
   * the seq of the last event that they count.
   */
  seq: number | null;
  status: number;
  /** The header `x-partial`: it names the open service that gave no answer, so that results may be missing. */
  partial?: string;
}

/**
 * The part of an endpoint that a request needs: an entry of `base/operations.ts`, or the whole endpoint where the size of
 * the schemas does not matter.
 */
export type Operation = Pick<Endpoint, "method" | "path">;

/** The endpoint that belongs to an operation; its schemas give the types. */
export type EndpointOf<O extends Operation> = O extends Endpoint ? O : Extract<RegisteredEndpoint, O>;

type LooseInput = { params?: object; query?: object; body?: unknown; file?: Blob };

/** Calls one endpoint. Throws {@link ApiError} for a refusal and {@link ConnectionError} when no answer came. */
export async function call<O extends Operation>(
  operation: O,
  input: CallInput<EndpointOf<O>>,
  options: CallOptions = {},
): Promise<CallResult<Answer<EndpointOf<O>>>> {
  // The type of `input` depends on the endpoint, so that only a loose type can name the four parts here.
  const loose = input as LooseInput;
  const response = await send(operation, loose, options);
  const text = response.status === 204 ? "" : await response.text();
  if (!response.ok) throw noted(refusalOf(response, text, sizeOf(loose)));
  const seq = response.headers.get("x-trip-seq");
  // The service checks its answers against their schemas in its own tests; the client trusts their shape.
  const data = (text === "" ? undefined : JSON.parse(text)) as Answer<EndpointOf<O>>;
  const partial = response.headers.get("x-partial");
  const called = { data, seq: seq === null ? null : Number(seq), status: response.status };
  return partial === null ? called : { ...called, partial };
}

async function send(operation: Operation, input: LooseInput, options: CallOptions): Promise<Response> {
  const init: RequestInit = { method: operation.method, headers: requestHeaders(operation, input, options) };
  if (input.body !== undefined) init.body = JSON.stringify(input.body);
  if (input.file) init.body = formOf(input.file);
  if (options.signal) init.signal = options.signal;
  try {
    const answer = await (options.fetch ?? fetch)(
      `${options.baseUrl ?? ""}${pathOf(operation, input)}`,
      init,
    );
    deviceClock.learn(answer.headers.get("date"));
    return answer;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ConnectionError(error);
  }
}

function requestHeaders(operation: Operation, input: LooseInput, options: CallOptions): Headers {
  const headers = new Headers();
  if (input.body !== undefined) headers.set("content-type", "application/json");
  if (operation.method !== "GET") headers.set("idempotency-key", options.idempotencyKey ?? uuidv7());
  if (options.token) headers.set("authorization", `Bearer ${options.token}`);
  if (options.baseSeq !== undefined) headers.set("x-base-seq", String(options.baseSeq));
  if (options.force) headers.set("x-force", "true");
  const whose = options.pageUser ?? pageUserId();
  if (whose !== null) headers.set(PAGE_USER_HEADER, whose);
  return headers;
}

/** The form gets no content type here: the browser sets it, with the boundary that it chooses. */
function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append(UPLOAD_FIELD, file);
  return form;
}

/** The operation's path with its parameters and query filled in. */
export function pathOf(operation: Operation, input: LooseInput): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name) ?? "")),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.toString();
  return search === "" ? path : `${path}?${search}`;
}

/**
 * Returns a path like {@link pathOf}, for requests that the browser sends by itself, such as a download. The query
 * names the user whose page sends the request.
 */
export function browserRequestPath(operation: Operation, input: LooseInput, whose = pageUserId()): string {
  return pathOf(operation, {
    ...input,
    query: { ...input.query, [PAGE_USER_FIELD]: whose ?? undefined },
  });
}

/** Returns about how many bytes were sent. */
function sizeOf({ body, file }: LooseInput): number {
  return file?.size ?? (body === undefined ? 0 : JSON.stringify(body).length);
}

function noted(error: Error): Error {
  if (error instanceof ApiError && error.body.code === "OTHER_ACCOUNT") reportPageUserDoubt();
  return error;
}

/** The size in bytes up to which every proxy and platform accepts a request's body. */
const ALWAYS_TAKEN = 64 * 1024;

/**
 * Only an error body of the service is a refusal: a 403 or 404 of a proxy or a captive portal says nothing about the
 * request.
 */
function refusalOf(response: Response, text: string, sent: number): Error {
  const { status, headers } = response;
  const body = readError(text);
  if (body) return new ApiError(status, body);
  const message = `The service answered ${status}.`;
  // A limit on the size of bodies concerns this request, whoever sets the limit: sending the same body again would
  // change nothing.
  if (status === 413 && sent > ALWAYS_TAKEN)
    return new ApiError(status, { code: "TOO_LARGE", message, requestId: "" });
  if (status < 500) return new ConnectionError(new Error(message));
  return new ApiError(status, {
    code: "UNAVAILABLE",
    message,
    requestId: headers.get("x-request-id") ?? "",
  });
}

/**
 * Returns null when the body is not an error of the service, such as a proxy's page or an answer that was cut short.
 */
function readError(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text);
    const isOurs =
      typeof body === "object" && body !== null && "code" in body && "message" in body && "requestId" in body;
    return isOurs ? (body as ErrorBody) : null;
  } catch {
    return null;
  }
}
