import { resource, route } from "#lib/server/http/route.ts";
import { withdrawSuggestion } from "#lib/server/suggestions/answer-suggestion.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(suggestionsApi.withdraw, ({ ctx, params }) =>
    withdrawSuggestion(ctx, params.tripId, params.suggestionId),
  ),
);
