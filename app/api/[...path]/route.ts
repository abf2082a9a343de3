import { preflight } from "#lib/server/http/cors.ts";
import { answerRequest } from "#lib/server/http/answer-request.ts";
import { AppError } from "#lib/shared/errors.ts";

/** Answers paths without a route with an error of the API instead of a page. */
function refuse(request: Request): Promise<Response> {
  return answerRequest(request, "/api/{unknown}", async () => {
    throw new AppError("NOT_FOUND", "This path does not exist. /api-docs lists those that do.");
  });
}

export {
  refuse as DELETE,
  refuse as GET,
  preflight as OPTIONS,
  refuse as PATCH,
  refuse as POST,
  refuse as PUT,
};
