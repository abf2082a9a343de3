/** The agent's tools, in the order in which the model gets their descriptions. */
export const AGENT_TOOLS = [
  "read_trip",
  "read_day",
  "read_balances",
  "read_history",
  "search_places",
  "find_nearby",
  "look_up_place",
  "read_weather",
  "look_at_street",
  "check_trip",
  "estimate_route",
  "add_stop",
  "edit_stop",
  "move_stop",
  "remove_stop",
  "write_day_note",
  "add_reservation",
  "add_packing_item",
  "draft_expense",
  "preview_dates",
] as const;

export type AgentTool = (typeof AGENT_TOOLS)[number];

/** Why a step of the agent failed, as the members who follow the run see it. */
export const STEP_REFUSALS = [
  "ALREADY_THERE",
  "ARCHIVED",
  "FIELD_CONFLICT",
  "FORBIDDEN",
  "INTERNAL",
  "LIMIT_REACHED",
  "NOT_FOUND",
  "NOT_LOOKED_UP",
  "NOT_READ",
  "RATE_LIMITED",
  "UNAVAILABLE",
  "VALIDATION_FAILED",
] as const;

export type StepRefusalCode = (typeof STEP_REFUSALS)[number];

/** The maximum length of a message to the agent, in code points. */
export const MAX_AGENT_MESSAGE_LENGTH = 4000;
