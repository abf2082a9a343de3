import type { StoredEvent } from "#db/queries/events.ts";
import type { AgentPart, ChangedLine } from "#lib/shared/agent.ts";
import { shortened } from "./tools/short-text.ts";

type Written = Pick<StoredEvent, "seq" | "op" | "entityId" | "before" | "after"> & {
  /** Of all that the run has written. */
  count: number;
  lastSeq: number;
};

/** A card names so many at most, and says how many more there are. */
export const CARD_LINES = 50;
/** About: a first line is told, however long its texts are. */
const CARD_BYTES = 64 * 1024;
const TEXT_LENGTH = 500;
const NAME_LENGTH = 200;
/**
 * Clients find out by comparing whether a change was taken back: its texts are told whole or not at all. Of what came or
 * went they only ask whether it is there.
 */
const COMPARED = /\.(?:updated|moved)$/;
const MAKES = /\.(?:created|restored)$/;
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

/** What a run has changed, as a card with one undo; null when that is nothing. `written`: the first of it, oldest first. */
export function changesPart(groupId: string, written: Written[]): AgentPart | null {
  const [first] = written;
  if (!first) return null;
  const made = new Set<string>();
  const lines = written.map((each) => {
    if (MAKES.test(each.op)) made.add(each.entityId);
    return lineOf(each, made.has(each.entityId) || !COMPARED.test(each.op));
  });
  return { type: "changes", groupId, seq: first.lastSeq, lines: withinBytes(lines), count: first.count };
}

/** No line is left out before a later one: what a thing was before is told by its first. */
function withinBytes(lines: ChangedLine[]): ChangedLine[] {
  let bytes = 0;
  const end = lines.findIndex((line, index) => {
    bytes += Buffer.byteLength(JSON.stringify(line));
    return index > 0 && bytes > CARD_BYTES;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function lineOf({ seq, op, entityId, before, after }: Written, isShort: boolean): ChangedLine {
  const named = NAMES.map((field) => after[field] ?? before?.[field]).find(
    (name) => typeof name === "string",
  );
  const fields = before ?? Object.fromEntries(Object.keys(after).map((field) => [field, null]));
  const changed = Object.entries(fields).filter(([field]) => !HIDDEN.has(field) && field in after);
  const pairs = changed.map(([field, old]) => [field, [old, after[field] ?? null]] as const);
  const told = pairs.filter(([, [old, now]]) => old !== null || (now !== null && now !== ""));
  const tell = isShort ? beginning : (value: unknown) => value;
  return {
    seq,
    op,
    entityId,
    name: shortened(named ?? "", NAME_LENGTH),
    changes: Object.fromEntries(told.map(([field, [old, now]]) => [field, [tell(old), tell(now)]])),
  };
}

function beginning(value: unknown): unknown {
  return typeof value === "string" ? shortened(value, TEXT_LENGTH) : value;
}
