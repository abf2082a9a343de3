import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import { type HistoryGroup, eventKind } from "../_model/history/history-groups.ts";

export const HISTORY_KINDS = ["plan", "bookings", "money", "votes", "talk", "lists", "people"] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

export interface HistoryFilter {
  /** A user id; null means everyone. */
  actorId: string | null;
  kind: HistoryKind | null;
}

export const NO_FILTER: HistoryFilter = { actorId: null, kind: null };

const KINDS: Record<string, HistoryKind> = {
  trip: "plan",
  day: "plan",
  stop: "plan",
  reservation: "bookings",
  attachment: "bookings",
  expense: "money",
  settlement: "money",
  decision: "votes",
  vote: "votes",
  suggestion: "votes",
  comment: "talk",
  item: "lists",
  ...Object.fromEntries(LIST_KINDS.map((kind) => [kind, "lists"])),
  member: "people",
  members: "people",
};

export function isShown(group: HistoryGroup, { actorId, kind }: HistoryFilter): boolean {
  if (actorId !== null && group.actorId !== actorId) return false;
  return kind === null || group.events.some(({ op }) => KINDS[eventKind(op)] === kind);
}
