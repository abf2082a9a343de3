import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { env } from "../env.ts";
import { currentRequest } from "../http/request-record.ts";
import { callerKey } from "../session.ts";
import { PersonQueues } from "./person-queues.ts";
import { kindOf, REQUEST_LIMITS, type RequestKind } from "./request-limits.ts";

const UNIT_BYTES = 256 * 1024;

let queues: Record<RequestKind, PersonQueues> | undefined;

function createQueues(): Record<RequestKind, PersonQueues> {
  const factor = env().PERSON_REQUEST_FACTOR;
  const queueOf = (kind: RequestKind) => {
    const { perMinute, burst, ...limit } = REQUEST_LIMITS[kind];
    return new PersonQueues({ ...limit, perMinute: perMinute * factor, burst: burst * factor });
  };
  return {
    light: queueOf("light"),
    trip: queueOf("trip"),
    heavy: queueOf("heavy"),
    account: queueOf("account"),
  };
}

/**
 * Runs `work` when it is its caller's turn. Nothing is read of the body before, and no question is asked of the database.
 * @throws AppError RATE_LIMITED
 */
export function admitted(
  request: Request,
  endpoint: Pick<Endpoint, "id">,
  work: () => Promise<Response>,
): Promise<Response> {
  return inTurn(callerKey(request.headers), kindOf(endpoint), request, work);
}

/**
 * The same for whoever is known by nothing but an address, behind which there may be many people.
 * @throws AppError RATE_LIMITED
 */
export function admittedFrom(
  address: string | null,
  request: Request,
  work: () => Promise<Response>,
): Promise<Response> {
  return inTurn(address, "light", request, work);
}

async function inTurn(
  key: string | null,
  kind: RequestKind,
  request: Request,
  work: () => Promise<Response>,
): Promise<Response> {
  // Without a session there is nothing to do but to say so.
  if (key === null) return work();
  const record = currentRequest();
  if (record) record.asker = key;
  queues ??= createQueues();
  const queue = queues[kind];
  const response = await queue.pass(key, request, work);
  if (REQUEST_LIMITS[kind].countsBytes) queue.charge(key, bytesOf(request, record?.bytes) / UNIT_BYTES);
  return response;
}

function bytesOf({ headers }: Request, answered = 0): number {
  return Number(headers.get("content-length") ?? 0) + answered;
}
