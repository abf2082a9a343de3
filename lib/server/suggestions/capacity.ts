import type { OpenSuggestions } from "#db/queries/suggestions.ts";
import { AppError } from "#lib/shared/errors.ts";
import { MAX_OPEN_SUGGESTION_BYTES, MAX_OPEN_SUGGESTIONS } from "#lib/shared/suggestions.ts";

/**
 * Checks the limits of open suggestions, including the new one.
 * @throws AppError LIMIT_REACHED
 */
export function requireSuggestionCapacity({ count, bytes }: OpenSuggestions): void {
  if (count > MAX_OPEN_SUGGESTIONS) throw tooMany();
  if (bytes > MAX_OPEN_SUGGESTION_BYTES) throw noRoom();
}

function tooMany(): AppError {
  return new AppError(
    "LIMIT_REACHED",
    `A trip holds at most ${MAX_OPEN_SUGGESTIONS} open suggestions. Ask an editor to answer some.`,
  );
}

function noRoom(): AppError {
  const message = "The open suggestions of this trip are too large together. Ask an editor to answer some.";
  return new AppError("LIMIT_REACHED", message);
}
