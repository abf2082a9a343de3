import { v7 as uuidv7 } from "uuid";
import { corsHeaders } from "./cors.ts";
import { toErrorResponse } from "./errors.ts";

/** The frame of every API answer: request id, cache and CORS headers, and one shape for whatever is thrown. */
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
  for (const [name, value] of Object.entries(corsHeaders(request.headers.get("origin")))) {
    response.headers.append(name, value);
  }
  return response;
}
