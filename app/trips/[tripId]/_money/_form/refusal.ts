import { ApiError } from "#lib/client/api.ts";

/**
 * Whether what was typed has to come back to its form: the service took none of it. A conflict with a row keeps it itself,
 * beside the row; of a row that is gone no form can be opened.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === 404) return false;
  return error.body.code !== "FIELD_CONFLICT" || isStrayRate(error);
}

/** Whether its id was used before: it can be recorded under another one alone. */
export function isTakenId(error: unknown): boolean {
  return error instanceof ApiError && error.body.code === "ID_TAKEN";
}

/** Whether a new row was refused for its rate, which leads to what is the trip's currency no more: all but that is good. */
export function isStrayRate(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.body.code !== "FIELD_CONFLICT") return false;
  const current = error.body.details?.current;
  return typeof current === "object" && current !== null && !("id" in current);
}
