import { saveSuggestion, selectSuggestion } from "#db/queries/suggestions.ts";
import type { Db } from "#db/client.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { previousValues } from "../writes/changes.ts";
import { changedRow } from "../writes/row-fields.ts";
import type { TripWrite } from "../writes/write.ts";

export function readSuggestion(tripId: string, id: string) {
  return (tx: Db) => selectSuggestion(tx, { tripId, id });
}

export function requireSuggestion(rows: { suggestion: SuggestionDto }[]): SuggestionDto {
  const suggestion = rows[0]?.suggestion;
  if (!suggestion) throw notFound("suggestion");
  return suggestion;
}

/**
 * Checks that the suggestion is open.
 * @throws AppError NOT_OPEN with the answer that it got meanwhile
 */
export function requireOpen(suggestion: SuggestionDto): void {
  if (suggestion.status === "open") return;
  throw new AppError("NOT_OPEN", "This suggestion was answered already.", {
    details: { current: suggestion },
  });
}

/** Writes the answer of a suggestion, or removes it, and records the event. */
export function changeSuggestion(
  write: TripWrite,
  suggestion: SuggestionDto,
  change: Partial<SuggestionDto>,
  op: Extract<EventOp, `suggestion.${string}`>,
): SuggestionDto {
  const before = previousValues(suggestion, change);
  if (!before) return suggestion;
  const saved = changedRow(write, suggestion, change);
  const row = { tripId: write.trip.id, id: suggestion.id, suggestion: JSON.stringify(saved), at: write.at };
  write.send(saveSuggestion(write.tx, row));
  write.record({ op, entityId: suggestion.id, before, after: saved });
  return saved;
}
