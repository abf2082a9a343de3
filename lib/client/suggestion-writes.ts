import type { NewSuggestion, SuggestionDto } from "#lib/shared/suggestions.ts";
import { call } from "./api.ts";
import type { Change } from "./changes.ts";
import { suggestionsApi } from "./operations.ts";
import { predictChanges } from "./suggested-write.ts";
import type { Scene, Write } from "./write.ts";

/** Sends what was gathered; the view shows it as the draft that it is until the answer. */
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

/** Takes some lines, by index, or all; the plan shows them at once. */
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

/** Declines it, with a word why. */
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

/** Takes one's own suggestion back. */
export function withdrawSuggestionWrite(tripId: string, suggestionId: string): Write<SuggestionDto> {
  const params = { tripId, suggestionId };
  return {
    label: { action: "withdrawSuggestion", entityId: suggestionId },
    send: (options) => call(suggestionsApi.withdraw, { params }, options),
    predict: (scene) => answered(scene, findSuggestion(scene, suggestionId), "withdrawn"),
    confirm: (suggestion) => [{ op: "suggestion.answered", entity: suggestion }],
  };
}

function findSuggestion({ trip }: Scene, suggestionId: string): SuggestionDto | undefined {
  return trip.suggestions.find(({ id }) => id === suggestionId);
}

function answered(
  { now }: Scene,
  suggestion: SuggestionDto | undefined,
  status: SuggestionDto["status"],
): Change[] {
  return suggestion
    ? [{ op: "suggestion.answered", entity: { ...suggestion, status, answeredAt: now } }]
    : [];
}
