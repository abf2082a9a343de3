import { env } from "#lib/server/env/env.ts";
import { corsHeaders } from "./cors.ts";
import { toErrorResponse } from "./errors.ts";
import { noteFinished } from "./finished.ts";
import { newId } from "../process/new-id.ts";
import { runInRequest, type RequestRecord } from "./request-record.ts";
import { dataHeaders } from "./security-headers.ts";
import { startTelemetry, telemetry } from "../telemetry/telemetry.ts";

/**
 * Adds to every API answer its request id, its headers for caches, CORS and security, the one error format for anything
 * that is thrown, and a log line.
 */
export function answerRequest(
  { method, headers }: Request,
  pattern: string,
  work: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const record = { id: newId(), method, route: pattern, headers, startedAt: performance.now() };
  const starting = startTelemetry();
  return runInRequest(record, () => {
    if (starting !== null) return starting.then(() => traced(record, work));
    return telemetry() === null ? framed(record, work) : traced(record, work);
  });
}

function traced(record: RequestRecord, work: (requestId: string) => Promise<Response>): Promise<Response> {
  return telemetry()?.inRequest(record, () => framed(record, work)) ?? framed(record, work);
}

async function framed(
  record: RequestRecord,
  work: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const { id, method, route } = record;
  const response = await work(id).catch((error: unknown) => toErrorResponse(error, id, `${method} ${route}`));
  response.headers.set("x-request-id", id);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "private, no-store");
  for (const [name, value] of Object.entries(dataHeaders(env()))) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  for (const [name, value] of Object.entries(corsHeaders(record.headers.get("origin")))) {
    response.headers.append(name, value);
  }
  noteFinished(record, response.status);
  return response;
}
