export const NOTIFICATION_KINDS = [
  "mention",
  "decision_closed",
  "decision_tied",
  "suggestion",
  "suggestion_answered",
  "settlement",
] as const;

/** The delivery of each kind of notification for a user who has not chosen one. */
export const DEFAULT_DELIVERY = {
  mention: "push",
  decision_closed: "inbox",
  decision_tied: "push",
  suggestion: "inbox",
  suggestion_answered: "push",
  settlement: "push",
} as const satisfies Record<(typeof NOTIFICATION_KINDS)[number], "off" | "inbox" | "push">;
