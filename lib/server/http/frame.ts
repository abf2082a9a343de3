import { v7 as uuidv7 } from "uuid";
import { env } from "#lib/server/env.ts";
import { corsHeaders } from "./cors.ts";
import { toErrorResponse } from "./errors.ts";
import { dataHeaders } from "./security-headers.ts";

/** The frame of every API answer: request id, cache, CORS and security headers, and one shape for whatever is thrown. */
export async function answer(
  request: Request,
  pattern: string,
  work: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const requestId = uuidv7();
  const response = await work(requestId).catch((error: unknown) =>
    toErrorResponse(error, requestId, `${request.method} ${pattern}`),
  );
  response.headers.set("x-request-id", requestId);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "private, no-store");
  for (const [name, value] of Object.entries(dataHeaders(env()))) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  for (const [name, value] of Object.entries(corsHeaders(request.headers.get("origin")))) {
    response.headers.append(name, value);
  }
  return response;
}
