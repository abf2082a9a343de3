import type { Method } from "#lib/shared/api/endpoint.ts";
import { AppError } from "#lib/shared/errors.ts";
import { preflight } from "./cors.ts";
import { answerRequest } from "./answer-request.ts";

type Plain = (request: Request) => Promise<Response>;
type Handler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Promise<Response>;
type Exports<Rest extends unknown[]> = Record<Method | "OPTIONS", Handler<Rest> | Plain>;

/**
 * Returns the exports of a route file that is no endpoint object of the API, such as a redirect: one method, and 405
 * for the other methods.
 */
export function onlyMethod<Rest extends unknown[]>(method: Method, handle: Handler<Rest>): Exports<Rest> {
  return onlyMethods<Rest>({ [method]: handle });
}

/** Returns the exports of a route file with several methods that is no endpoint object of the API. */
export function onlyMethods<Rest extends unknown[]>(
  handlers: Partial<Record<Method, Handler<Rest>>>,
): Exports<Rest> {
  const allowed = Object.keys(handlers).join(", ");
  const refuse: Plain = async (request) => {
    const response = await answerRequest(request, new URL(request.url).pathname, async () => {
      throw new AppError("METHOD_NOT_ALLOWED", `This path takes ${allowed}.`);
    });
    response.headers.set("allow", `${allowed}, OPTIONS`);
    return response;
  };
  return { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, ...handlers, OPTIONS };
}

function OPTIONS(request: Request): Promise<Response> {
  return Promise.resolve(preflight(request));
}
