import type { Method } from "#lib/shared/api/endpoint.ts";
import { AppError } from "#lib/shared/errors.ts";
import { preflight } from "./cors.ts";
import { answer } from "./frame.ts";

type Handler = (request: Request) => Promise<Response>;

/** The exports of a route file that answers by redirects or stands outside the API's endpoint objects: one method, 405 for the rest. */
export function onlyMethod(method: "GET" | "POST", handle: Handler): Record<Method | "OPTIONS", Handler> {
  async function refuse(request: Request): Promise<Response> {
    const response = await answer(request, new URL(request.url).pathname, async () => {
      throw new AppError("METHOD_NOT_ALLOWED", `This path takes ${method}.`);
    });
    response.headers.set("allow", `${method}, OPTIONS`);
    return response;
  }
  const none = { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse };
  return { ...none, [method]: handle, OPTIONS: (request) => Promise.resolve(preflight(request)) };
}
