import { DecisionClose, DecisionDto, DecisionPatch, NewDecision } from "../decisions.ts";
import { Id } from "../fields.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";
import * as z from "zod";

const DecisionParams = TripParams.extend({ decisionId: Id });
const decision = { params: DecisionParams, response: DecisionDto, status: 200, access: "editor" } as const;

export const decisionsApi = {
  list: endpoint({
    id: "decisions.list",
    method: "GET",
    path: "/api/trips/{tripId}/decisions",
    access: "guest",
    summary: "The trip's decisions, oldest first.",
    params: TripParams,
    response: z.array(DecisionDto),
    status: 200,
  }),
  create: endpoint({
    id: "decisions.create",
    method: "POST",
    path: "/api/trips/{tripId}/decisions",
    access: "editor",
    summary: "Ask the group to choose among stops.",
    params: TripParams,
    body: NewDecision,
    response: DecisionDto,
    status: 201,
  }),
  update: endpoint({
    ...decision,
    id: "decisions.update",
    method: "PATCH",
    path: "/api/trips/{tripId}/decisions/{decisionId}",
    summary: "Change an unclosed decision: its candidates, deadline or target day.",
    body: DecisionPatch,
  }),
  close: endpoint({
    ...decision,
    id: "decisions.close",
    method: "POST",
    path: "/api/trips/{tripId}/decisions/{decisionId}/close",
    summary: "Put the winner into its day and the others back to Ideas; a tie needs a `winnerId`.",
    body: DecisionClose,
  }),
  reopen: endpoint({
    ...decision,
    id: "decisions.reopen",
    method: "POST",
    path: "/api/trips/{tripId}/decisions/{decisionId}/reopen",
    summary: "Ask again; the stops stay where they are.",
  }),
  delete: endpoint({
    id: "decisions.delete",
    method: "DELETE",
    path: "/api/trips/{tripId}/decisions/{decisionId}",
    access: "editor",
    summary: "Delete a decision; its stops stay.",
    params: DecisionParams,
    status: 204,
  }),
  restore: endpoint({
    ...decision,
    id: "decisions.restore",
    method: "POST",
    path: "/api/trips/{tripId}/decisions/{decisionId}/restore",
    summary: "Bring a deleted decision back.",
  }),
};
