import type { NOTIFICATION_KINDS } from "#lib/shared/notification-kinds.ts";

type Kind = (typeof NOTIFICATION_KINDS)[number];

/** The kinds of notifications that can be configured, with the keys of their texts. */
export const KINDS = [
  ["mention", "mention"],
  ["decision_closed", "decisionClosed"],
  ["decision_tied", "decisionTied"],
  ["suggestion", "suggestion"],
  ["suggestion_answered", "suggestionAnswered"],
  ["settlement", "settlement"],
] as const satisfies readonly (readonly [Kind, string])[];

export const DELIVERIES = ["off", "inbox", "push"] as const;
