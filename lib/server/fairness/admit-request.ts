import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { env } from "../env/env.ts";
import { currentRequest } from "../http/request-record.ts";
import { callerKey, knownCaller } from "../access/session.ts";
import { PersonQueues } from "./person-queues.ts";
import { requestKindOf, REQUEST_LIMITS, type RequestKind } from "./request-limits.ts";

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
    signIn: queueOf("signIn"),
    trip: queueOf("trip"),
    heavy: queueOf("heavy"),
    account: queueOf("account"),
  };
}

/**
 * Runs `work` when it is its caller's turn. Before that nothing is read of the body, and no query is sent.
 * @throws AppError RATE_LIMITED
 */
export function runInCallerQueue(
  request: Request,
  endpoint: Pick<Endpoint, "id">,
  work: () => Promise<Response>,
): Promise<Response> {
  return inTurn(callerKey(request.headers), requestKindOf(endpoint), request, work);
}

/**
 * Runs `work` when it is the caller's turn, at a sign-in: a client without a known session counts by its IP address,
 * behind which there may be many people.
 * @throws AppError RATE_LIMITED
 */
export function runInAddressQueue(
  address: string | null,
  request: Request,
  work: () => Promise<Response>,
): Promise<Response> {
  const userId = knownCaller(request.headers);
  if (userId !== null) return inTurn(userId, "light", request, work);
  return inTurn(address, "signIn", request, work);
}

async function inTurn(
  key: string | null,
  kind: RequestKind,
  request: Request,
  work: () => Promise<Response>,
): Promise<Response> {
  // A request without a session is only answered with an error, so it needs no limit.
  if (key === null) return work();
  const record = currentRequest();
  if (record) record.asker = key;
  queues ??= createQueues();
  const { countsBytes } = REQUEST_LIMITS[kind];
  return queues[kind].pass(key, request, work, () =>
    countsBytes ? bytesOf(request, record?.bytes) / UNIT_BYTES : 0,
  );
}

function bytesOf({ headers }: Request, answered = 0): number {
  return Number(headers.get("content-length") ?? 0) + answered;
}
