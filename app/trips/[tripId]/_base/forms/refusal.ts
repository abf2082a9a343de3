import { ApiError } from "#lib/client/base/api.ts";

/**
 * Whether a failed write returns its input to the form. It does not after a conflict with a row, which shows the
 * input beside the row, and not if the row is deleted, since its form cannot be opened.
 */
export function canCorrectInForm(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === 404) return false;
  return error.body.code !== "FIELD_CONFLICT" || isRateOfFormerCurrency(error);
}

/** Whether the row's id was used before, so that it can be saved only with another id. */
export function isTakenId(error: unknown): boolean {
  return error instanceof ApiError && error.body.code === "ID_TAKEN";
}

/** Whether a new row was refused only because its rate converts to a currency that is no longer the trip's. */
export function isRateOfFormerCurrency(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.body.code !== "FIELD_CONFLICT") return false;
  const current = error.body.details?.current;
  return typeof current === "object" && current !== null && !("id" in current);
}
