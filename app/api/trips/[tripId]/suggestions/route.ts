import { resource, route } from "#lib/server/http/route.ts";
import { addSuggestion } from "#lib/server/suggestions/add-suggestion.ts";
import { listSuggestions } from "#lib/server/suggestions/list-suggestions.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(suggestionsApi.list, ({ ctx, params, query }) => listSuggestions(ctx, params.tripId, query)),
  route(suggestionsApi.create, ({ ctx, params, body }) => addSuggestion(ctx, params.tripId, body)),
);
