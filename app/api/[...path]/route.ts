import { preflight } from "#lib/server/http/cors.ts";
import { answer } from "#lib/server/http/frame.ts";
import { AppError } from "#lib/shared/errors.ts";

/** Paths that no other route takes get the API's own refusal, not a page. */
function refuse(request: Request): Promise<Response> {
  return answer(request, "/api/{unknown}", async () => {
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
