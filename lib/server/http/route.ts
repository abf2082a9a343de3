import { newId } from "#lib/server/process/new-id.ts";
import type { Answer, Endpoint, Method, ParsedRequest, Upload } from "#lib/shared/api/endpoint.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { DEMO_TRIP_ID } from "#lib/shared/trips.ts";
import { guestLimited } from "../access/access.ts";
import type { Ctx, ReadCtx, Reply } from "../context.ts";
import { freshDatabase } from "../process/database.ts";
import { runInCallerQueue } from "../fairness/admit-request.ts";
import { requireFeature } from "../features.ts";
import {
  findSession,
  findSessionAndRead,
  type Presumed,
  presumeSession,
  SessionChanged,
  type Viewer,
} from "../access/session.ts";
import { isFromTrustedPages, preflight } from "./cors.ts";
import type { FileText } from "./file-text.ts";
import { answerRequest } from "./answer-request.ts";
import { readUrlInput, readBodyInput, readInput, readWriteOptions } from "./input.ts";
import type { JsonText } from "./json-text.ts";
import { requirePageUser } from "./page-user.ts";
import { json, replayedResponse, toResponse } from "./to-response.ts";

type Result<E extends Endpoint> = E["download"] extends readonly string[]
  ? FileText
  : Answer<E> | JsonText<Answer<E>>;
type NextHandler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

/** An endpoint together with the function that answers it. */
export interface Route {
  endpoint: Endpoint;
  handle: NextHandler;
}

/**
 * Checks, before any byte of an upload is read, whether the caller may send it. `ctx.write` has the idempotency key,
 * but not yet the hash of the request.
 */
type Admission<E extends Endpoint> = (
  input: Pick<ParsedRequest<E>, "params" | "query"> & { ctx: Ctx },
) => Promise<void>;

/** Parses, authenticates, runs `verb` and answers. Only this function and {@link publicRoute} know HTTP. */
export function route<E extends Endpoint>(
  endpoint: E,
  verb: (input: ParsedRequest<E> & { ctx: Ctx }) => Promise<Result<E>>,
  ...[admit]: E["upload"] extends Upload ? [admit: Admission<E>] : []
): Route {
  return sessionRoute(endpoint, respond, admit);

  function respond({ url }: Request, input: ParsedRequest<E> & { ctx: Ctx }): Promise<Response> {
    const toAnswer = (result: Result<E>) => toResponse(endpoint, result, input.ctx.reply, url);
    return verb(input).then(toAnswer, replayedResponse);
  }
}

/** Like {@link route}, for endpoints whose `respond` builds the whole response itself, such as a file. */
export function sessionRoute<E extends Endpoint>(
  endpoint: E,
  respond: (request: Request, input: ParsedRequest<E> & { ctx: Ctx }) => Promise<Response>,
  admit?: Admission<E>,
): Route {
  return {
    endpoint,
    handle: (request, { params }) =>
      framed(request, endpoint, async (requestId) => {
        const opening = {
          request,
          raw: await params,
          requestId,
          content: () => readBodyInput(request, endpoint),
        };
        const viewer = await authenticate(request);
        const { ctx, input } = await openRequest(endpoint, opening, { viewer }, admit);
        const response = await respond(request, { ...input, ctx });
        if (ctx.viewer.refreshCookie) response.headers.append("set-cookie", ctx.viewer.refreshCookie);
        return response;
      }),
  };
}

/**
 * Like {@link route}, for an endpoint that is one write on a trip. If this process has seen the session before, the
 * session is read together with the trip, which saves one round trip.
 */
export function writeRoute<
  E extends Endpoint & { method: Exclude<Method, "GET">; download?: undefined; upload?: undefined },
>(endpoint: E, verb: (input: ParsedRequest<E> & { ctx: Ctx }) => Promise<Result<E>>): Route {
  async function respond(opening: Opening, caller: Caller): Promise<Response> {
    const { ctx, input } = await openRequest(endpoint, opening, caller);
    const response = await verb({ ...input, ctx }).then(
      (result) => toResponse(endpoint, result, ctx.reply, opening.request.url),
      replayedResponse,
    );
    if (caller.viewer.refreshCookie) response.headers.append("set-cookie", caller.viewer.refreshCookie);
    return response;
  }
  return {
    endpoint,
    handle: (request, { params }) =>
      framed(request, endpoint, async (requestId) => {
        let read: ReturnType<typeof readBodyInput> | undefined;
        const content = () => (read ??= readBodyInput(request, endpoint));
        const opening = { request, raw: await params, requestId, content };
        const presumed = presumeSession(request.headers);
        const response = presumed && (await ifConfirmed(presumed, () => respond(opening, presumed)));
        return response ?? respond(opening, { viewer: await authenticate(request) });
      }),
  };
}

/** Answers a request that needs a session, after the request has waited for its turn. */
function framed(
  request: Request,
  endpoint: Endpoint,
  work: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const inTurn = (requestId: string) => runInCallerQueue(request, endpoint, () => work(requestId));
  return answerRequest(request, endpoint.path, inTurn);
}

/**
 * Runs `work` for an unconfirmed session. The outcome counts only once the session is confirmed; null: it is invalid.
 */
async function ifConfirmed<T>({ confirm }: Presumed, work: () => Promise<T>): Promise<T | null> {
  const [outcome] = await Promise.allSettled([work()]);
  const isKnown = outcome.status === "fulfilled" || isAnswer(outcome.reason);
  // Errors that are no answer, such as a database that is down, reveal nothing; the session is not read again.
  if (!isKnown) throw outcome.reason;
  try {
    await confirm(freshDatabase());
  } catch (error) {
    if (error instanceof SessionChanged) return null;
    throw error;
  }
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

function isAnswer(error: unknown): boolean {
  return error instanceof AppError || error instanceof SessionChanged;
}

interface Opening {
  request: Request;
  raw: object;
  requestId: string;
  content: () => ReturnType<typeof readBodyInput>;
}

interface Caller {
  viewer: Viewer;
  confirm?: Ctx["confirm"];
  noteConfirmed?: Ctx["noteConfirmed"];
}

/** Parses the request and builds its context. @throws AppError when the caller or the input is refused */
async function openRequest<E extends Endpoint>(
  endpoint: E,
  { request, raw, requestId, content }: Opening,
  { viewer, confirm, noteConfirmed }: Caller,
  admit?: Admission<E>,
): Promise<{ ctx: Ctx; input: ParsedRequest<E> }> {
  const db = freshDatabase();
  requirePageUser(request, viewer);
  requireTrustedOrigin(request, endpoint, viewer);
  refuseGuest(viewer, endpoint, raw);
  // The feature is checked before the input: if it is off, the caller gets 404 and not a validation error.
  requireFeature(endpoint);
  const address = readUrlInput(request, endpoint, raw);
  const reply: Reply = { status: null, tripSeq: null, nextCursor: null };
  const clock = { now: () => new Date(), newId };
  const { headers, signal } = request;
  const caller = { viewer, confirm, noteConfirmed, requestId, headers, signal };
  const asked = { db, ...caller, ...clock, reply, via: "user", open: null } as const;
  if (admit) {
    const ctx: Ctx = { ...asked, write: readWriteOptions(request, endpoint, "") };
    await admit({ ctx, ...(address as Pick<ParsedRequest<E>, "params" | "query">) });
  }
  const { text, ...rest } = await content();
  const ctx: Ctx = { ...asked, write: readWriteOptions(request, endpoint, text) };
  // The cast is safe because zod's output has the types of the endpoint's schemas.
  return { ctx, input: { ...address, ...rest } as ParsedRequest<E> };
}

/**
 * Like {@link route}, for a read whose statements find the caller by the session's token. They are sent together with
 * the query for the session, so that the whole answer costs one round trip.
 */
export function readRoute<E extends Endpoint & { method: "GET" }>(
  endpoint: E,
  verb: (input: ParsedRequest<E> & { ctx: ReadCtx }) => Promise<Result<E>>,
): Route {
  async function respond(request: Request, raw: object): Promise<Response> {
    const reply: Reply = { status: null, tripSeq: null, nextCursor: null };
    const found = await findSessionAndRead(freshDatabase(), request.headers, async (db, token) => {
      const { text: _, ...input } = await readInput(request, endpoint, raw);
      // The cast is safe because zod's output has the types of the endpoint's schemas.
      return verb({ ...(input as ParsedRequest<E>), ctx: { db, token, now: () => new Date(), reply } });
    });
    if (!found) throw unauthenticated();
    requirePageUser(request, found.viewer);
    refuseGuest(found.viewer, endpoint, raw);
    const response = toResponse(endpoint, found.result, reply, request.url);
    if (found.viewer.refreshCookie) response.headers.append("set-cookie", found.viewer.refreshCookie);
    return response;
  }
  return {
    endpoint,
    handle: (request, { params }) => framed(request, endpoint, async () => respond(request, await params)),
  };
}

/** For the few endpoints that need no session. */
export function publicRoute<E extends Endpoint & { access: "public" }>(
  endpoint: E,
  work: (request: Request) => Promise<{ body: Answer<E>; status?: number }>,
): Route {
  const handle: NextHandler = (request) =>
    answerRequest(request, endpoint.path, async () => {
      const { body, status } = await work(request);
      return json(JSON.stringify(body), status ?? endpoint.status);
    });
  return { endpoint, handle };
}

/** For endpoints that everybody with a link may read, signed in or not; `respond` builds the response. */
export function linkRoute<E extends Endpoint & { method: "GET"; access: "public" }>(
  endpoint: E,
  respond: (request: Request, input: ParsedRequest<E>) => Promise<Response>,
): Route {
  return {
    endpoint,
    handle: (request, { params }) =>
      answerRequest(request, endpoint.path, async () => {
        const { text: _, ...input } = await readInput(request, endpoint, await params);
        // The cast is safe because zod's output has the types of the endpoint's schemas.
        return respond(request, input as ParsedRequest<E>);
      }),
  };
}

async function authenticate(request: Request): Promise<Viewer> {
  const viewer = await findSession(freshDatabase(), request.headers);
  if (!viewer) throw unauthenticated();
  return viewer;
}

function requireTrustedOrigin({ headers }: Request, { method }: Endpoint, { via }: Viewer): void {
  if (via !== "cookie" || method === "GET" || isFromTrustedPages(headers)) return;
  throw new AppError("INVALID_ORIGIN", "Requests from this origin are not accepted.");
}

/** A guest may use the endpoints of trips, but not the demo trip, and other endpoints only if they allow guests. */
export function refuseGuest({ user }: Viewer, { access, guests }: Endpoint, raw: object | undefined): void {
  if (!user.isAnonymous) return;
  if (access === "user" && !guests) throw guestLimited();
  // Next passes no parameters at all for a path without parameters.
  const tripId = raw && "tripId" in raw ? String(raw.tripId).toLowerCase() : null;
  if (tripId === DEMO_TRIP_ID) throw notFound("trip");
}

function unauthenticated(): AppError {
  return new AppError("UNAUTHENTICATED", "Sign in first.");
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * The exports of one route file: its routes by method, the preflight, and 405 in the API's error format for the other
 * methods.
 */
export function resource(...routes: Route[]): Record<Method | "OPTIONS", NextHandler> {
  const refuse = refuseMethod(routes.map(({ endpoint }) => endpoint));
  const entries = METHODS.map((method) => {
    const bound = routes.find(({ endpoint }) => endpoint.method === method);
    return [method, bound?.handle ?? refuse] as const;
  });
  // The cast is safe because the entries contain every method of METHODS.
  const handlers = Object.fromEntries(entries) as Record<Method, NextHandler>;
  return { ...handlers, OPTIONS: (request) => Promise.resolve(preflight(request)) };
}

function refuseMethod(endpoints: Endpoint[]): NextHandler {
  const allowed = endpoints.map(({ method }) => method).join(", ");
  return async (request) => {
    const response = await answerRequest(request, endpoints[0]?.path ?? "", async () => {
      throw new AppError("METHOD_NOT_ALLOWED", `This path takes ${allowed}.`);
    });
    response.headers.set("allow", `${allowed}, OPTIONS`);
    return response;
  };
}
