import { Id } from "../fields.ts";
import { NewSuggestion, SuggestionAccept, SuggestionDismiss, SuggestionDto } from "../suggestions.ts";
import { endpoint } from "./endpoint.ts";
import { PageQuery, TripParams } from "./params.ts";
import * as z from "zod";

const SuggestionParams = TripParams.extend({ suggestionId: Id });
const suggestion = { params: SuggestionParams, response: SuggestionDto, status: 200 } as const;

export const suggestionsApi = {
  list: endpoint({
    id: "suggestions.list",
    method: "GET",
    path: "/api/trips/{tripId}/suggestions",
    access: "guest",
    summary: "Suggestions, newest first; those that were answered too.",
    params: TripParams,
    query: PageQuery,
    response: z.array(SuggestionDto),
    status: 200,
  }),
  create: endpoint({
    id: "suggestions.create",
    method: "POST",
    path: "/api/trips/{tripId}/suggestions",
    access: "viewer",
    summary: "Suggest changes that editors may take, all or line by line.",
    params: TripParams,
    body: NewSuggestion,
    response: SuggestionDto,
    status: 201,
  }),
  accept: endpoint({
    ...suggestion,
    id: "suggestions.accept",
    method: "POST",
    path: "/api/trips/{tripId}/suggestions/{suggestionId}/accept",
    access: "editor",
    summary: "Write the suggested lines into the plan; the others are dismissed.",
    body: SuggestionAccept,
  }),
  dismiss: endpoint({
    ...suggestion,
    id: "suggestions.dismiss",
    method: "POST",
    path: "/api/trips/{tripId}/suggestions/{suggestionId}/dismiss",
    access: "editor",
    summary: "Decline a suggestion, with a word why.",
    body: SuggestionDismiss,
  }),
  withdraw: endpoint({
    ...suggestion,
    id: "suggestions.withdraw",
    method: "POST",
    path: "/api/trips/{tripId}/suggestions/{suggestionId}/withdraw",
    access: "viewer",
    summary: "Take one's own suggestion back.",
  }),
};
