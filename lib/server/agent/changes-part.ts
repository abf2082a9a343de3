import type { StoredEvent } from "#db/queries/events.ts";
import type { AgentPart, ChangedLine } from "#lib/shared/agent.ts";

type Written = Pick<StoredEvent, "seq" | "op" | "entityId" | "before" | "after">;

/** A card names so many. */
const LINES = 50;
/** What people call it by. */
const NAMES = ["name", "title", "text", "date"];
/** Of the row's own keeping, which nobody reads. */
const HIDDEN = new Set([
  "id",
  "version",
  "createdAt",
  "updatedAt",
  "createdBy",
  "deletedAt",
  "position",
  "commentCount",
  "votes",
  "attachments",
]);

/** What a run has changed, as a card with one undo; null when that is nothing. */
export function changesPart(groupId: string, written: Written[]): AgentPart | null {
  const last = written.at(-1);
  if (!last) return null;
  const lines = written.slice(0, LINES).map(lineOf);
  return { type: "changes", groupId, seq: last.seq, lines, count: written.length };
}

function lineOf({ seq, op, entityId, before, after }: Written): ChangedLine {
  const named = NAMES.map((field) => after[field] ?? before?.[field]).find(
    (name) => typeof name === "string",
  );
  const fields = before ?? Object.fromEntries(Object.keys(after).map((field) => [field, null]));
  const changed = Object.entries(fields).filter(([field]) => !HIDDEN.has(field) && field in after);
  const pairs = changed.map(([field, old]) => [field, [old, after[field] ?? null]] as const);
  const told = pairs.filter(([, [old, now]]) => old !== null || (now !== null && now !== ""));
  return {
    seq,
    op,
    entityId,
    name: named ?? "",
    changes: Object.fromEntries(told.map(([f, v]) => [f, [...v]])),
  };
}
