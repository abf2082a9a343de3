/** What the agent can do, in the order in which the model is told of it. */
export const AGENT_TOOLS = [
  "read_trip",
  "read_day",
  "read_balances",
  "read_history",
  "search_places",
  "find_nearby",
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

/** Code points that one may ask in. */
export const MAX_ASK = 4000;
