export const NOTIFICATION_KINDS = [
  "mention",
  "decision_closed",
  "decision_tied",
  "suggestion",
  "suggestion_answered",
  "settlement",
] as const;

/** What a person gets who has not chosen. */
export const DEFAULT_DELIVERY = {
  mention: "push",
  decision_closed: "inbox",
  decision_tied: "push",
  suggestion: "inbox",
  suggestion_answered: "push",
  settlement: "push",
} as const satisfies Record<(typeof NOTIFICATION_KINDS)[number], "off" | "inbox" | "push">;
