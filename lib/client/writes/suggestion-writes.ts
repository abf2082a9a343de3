import type { NewSuggestion, SuggestionDto } from "#lib/shared/suggestions.ts";
import { call } from "../base/api.ts";
import type { Change } from "./changes.ts";
import { suggestionsApi } from "../base/operations.ts";
import { predictChanges } from "./suggested-write.ts";
import type { PredictionContext, Write } from "./write.ts";

/** A write that sends the draft as a suggestion; the view shows the draft until the answer comes. */
export function addSuggestionWrite(
  tripId: string,
  input: NewSuggestion & { id: string },
  baseSeq: number,
): Write<SuggestionDto> {
  return {
    label: { action: "addSuggestion", entityId: input.id },
    send: (options) =>
      call(suggestionsApi.create, { params: { tripId }, body: input }, { ...options, baseSeq }),
    predict: () => [],
    confirm: (suggestion) =>
      suggestion.status === "open" ? [{ op: "suggestion.created", entity: suggestion }] : [],
  };
}

/** A write that accepts some changes of a suggestion, by index, or all; the plan shows them at once. */
export function acceptSuggestionWrite(
  tripId: string,
  suggestionId: string,
  { lines, force = false }: { lines?: readonly number[] | undefined; force?: boolean },
): Write<SuggestionDto> {
  const params = { tripId, suggestionId };
  const body = lines === undefined ? {} : { lines: [...lines] };
  return {
    label: { action: "acceptSuggestion", entityId: suggestionId },
    send: (options) => call(suggestionsApi.accept, { params, body }, { ...options, force }),
    predict: (scene) => {
      const suggestion = findSuggestion(scene, suggestionId);
      if (!suggestion) return [];
      const taken = suggestion.lines.filter((_, index) => lines?.includes(index) ?? true);
      const status = taken.length === suggestion.lines.length ? "accepted" : "partly";
      return [...predictChanges(taken, scene), ...answered(scene, suggestion, status)];
    },
  };
}

/** A write that dismisses a suggestion, with a note about the reason. */
export function dismissSuggestionWrite(
  tripId: string,
  suggestionId: string,
  note: string,
): Write<SuggestionDto> {
  const params = { tripId, suggestionId };
  const body = note === "" ? {} : { note };
  return {
    label: { action: "dismissSuggestion", entityId: suggestionId },
    send: (options) => call(suggestionsApi.dismiss, { params, body }, options),
    predict: (scene) => answered(scene, findSuggestion(scene, suggestionId), "dismissed"),
    confirm: (suggestion) => [{ op: "suggestion.answered", entity: suggestion }],
  };
}

/** A write that withdraws one's own suggestion. */
export function withdrawSuggestionWrite(tripId: string, suggestionId: string): Write<SuggestionDto> {
  const params = { tripId, suggestionId };
  return {
    label: { action: "withdrawSuggestion", entityId: suggestionId },
    send: (options) => call(suggestionsApi.withdraw, { params }, options),
    predict: (scene) => answered(scene, findSuggestion(scene, suggestionId), "withdrawn"),
    confirm: (suggestion) => [{ op: "suggestion.answered", entity: suggestion }],
  };
}

function findSuggestion({ trip }: PredictionContext, suggestionId: string): SuggestionDto | undefined {
  return trip.suggestions.find(({ id }) => id === suggestionId);
}

function answered(
  { now }: PredictionContext,
  suggestion: SuggestionDto | undefined,
  status: SuggestionDto["status"],
): Change[] {
  return suggestion
    ? [{ op: "suggestion.answered", entity: { ...suggestion, status, answeredAt: now } }]
    : [];
}
