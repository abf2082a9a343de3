import * as z from "zod";
import {
  AgentEventPage,
  AgentMessageDto,
  AgentSettingsPatch,
  AgentStatusDto,
  NewAgentMessage,
} from "../agent.ts";
import { endpoint } from "./endpoint.ts";
import { PageQuery, TripParams } from "./params.ts";

const Cursor = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** All endpoints of the agent answer 404 `AGENT_DISABLED` if the operator has configured no model. */
const feature = "agent";

export const agentApi = {
  messages: endpoint({
    feature,
    id: "agent.messages",
    method: "GET",
    path: "/api/trips/{tripId}/agent/messages",
    access: "guest",
    summary: "What was asked of the trip's agent and what it answered, newest first.",
    params: TripParams,
    query: PageQuery,
    response: z.array(AgentMessageDto),
    status: 200,
  }),
  ask: endpoint({
    feature,
    id: "agent.ask",
    method: "POST",
    path: "/api/trips/{tripId}/agent/messages",
    access: "viewer",
    summary: "Ask the agent; it works on whether or not anyone listens. 409 `AGENT_BUSY` while it works.",
    params: TripParams,
    body: NewAgentMessage,
    response: AgentMessageDto,
    status: 201,
  }),
  events: endpoint({
    feature,
    id: "agent.events",
    method: "GET",
    path: "/api/trips/{tripId}/agent/events",
    access: "guest",
    summary:
      "Everything that happened with the agent after a cursor, oldest first; none is missed or repeated.",
    params: TripParams,
    query: z.strictObject({
      after: Cursor.default(0),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    response: AgentEventPage,
    status: 200,
  }),
  stream: endpoint({
    feature,
    id: "agent.stream",
    method: "GET",
    path: "/api/trips/{tripId}/agent/stream",
    access: "guest",
    summary:
      "The same events as they come (server-sent events, `id` is the cursor); `Last-Event-ID` resumes.",
    params: TripParams,
    query: z.strictObject({ after: Cursor.default(0) }),
    download: ["text/event-stream"],
    status: 200,
  }),
  status: endpoint({
    feature,
    id: "agent.status",
    method: "GET",
    path: "/api/trips/{tripId}/agent/status",
    access: "guest",
    summary: "Whether the agent works just now, and for whom.",
    params: TripParams,
    response: AgentStatusDto,
    status: 200,
  }),
  cancel: endpoint({
    feature,
    id: "agent.cancel",
    method: "POST",
    path: "/api/trips/{tripId}/agent/cancel",
    access: "viewer",
    summary: "Stop the run under way: whoever asked may, and editors.",
    params: TripParams,
    response: AgentStatusDto,
    status: 200,
  }),
  settings: endpoint({
    feature,
    id: "agent.settings",
    method: "PATCH",
    path: "/api/trips/{tripId}/agent/settings",
    access: "editor",
    summary: "Whether the agent writes at once or proposes, from the next question on.",
    params: TripParams,
    body: AgentSettingsPatch,
    response: AgentStatusDto,
    status: 200,
  }),
};
