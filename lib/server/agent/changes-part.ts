import type { StoredEvent } from "#db/queries/events.ts";
import type { AgentPart, ChangedRow } from "#lib/shared/agent.ts";
import { shortenText } from "./tools/short-text.ts";

type Written = Pick<StoredEvent, "seq" | "op" | "entityId" | "before" | "after"> & {
  /** The number of all events that the run has written. */
  count: number;
  lastSeq: number;
};

/** The most changes that a card lists; it also says how many more there are. */
export const MAX_CARD_CHANGES = 50;
/** The approximate limit of a card in bytes. Its first change is listed however long its texts are. */
const CARD_BYTES = 64 * 1024;
const TEXT_LENGTH = 500;
const NAME_LENGTH = 200;
/**
 * Changes whose texts clients compare to find out whether they were undone, so these texts are complete or absent. For
 * created and deleted rows clients only check whether the row exists.
 */
const COMPARED = /\.(?:updated|moved)$/;
const MAKES = /\.(?:created|restored)$/;
/** The fields that name a row. */
const NAMES = ["name", "title", "text", "date"];
/** Fields of a row that no card shows. */
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

/**
 * Returns a card of the run's changes with one undo, or null when it changed nothing. `written`: the run's first
 * events, oldest first.
 */
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

/** Shortens the list from its end only, because the first change of a row says what the row was before. */
function withinBytes(lines: ChangedRow[]): ChangedRow[] {
  let bytes = 0;
  const end = lines.findIndex((line, index) => {
    bytes += Buffer.byteLength(JSON.stringify(line));
    return index > 0 && bytes > CARD_BYTES;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function lineOf({ seq, op, entityId, before, after }: Written, isShort: boolean): ChangedRow {
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
    name: shortenText(named ?? "", NAME_LENGTH),
    changes: Object.fromEntries(told.map(([field, [old, now]]) => [field, [tell(old), tell(now)]])),
  };
}

function beginning(value: unknown): unknown {
  return typeof value === "string" ? shortenText(value, TEXT_LENGTH) : value;
}
