/** A person who has seen a row for longer than this, in milliseconds, may be about to press it. */
export const STABLE_ROW_MS = 150;

/** The rows in the state in which they are shown. */
export interface ShownRows<T> {
  /** The search text. */
  text: string;
  /** The results of the last search, in the order of the answer. */
  found: readonly T[];
  rows: readonly T[];
  /** When the first answer to exactly this text came, in milliseconds since 1970; null before that. */
  since: number | null;
}

interface Found<T> {
  text: string;
  found: readonly T[];
  /** When the newest answer to exactly this text came; null before the first. */
  at: number | null;
}

/**
 * Returns the rows to show after further results for the same text: a row that was visible keeps its position, and new
 * rows come below. Returns the same object when nothing is new.
 */
export function mergeShownRows<T>(
  shown: ShownRows<T>,
  { text, found, at }: Found<T>,
  keyOf: (row: T) => string,
): ShownRows<T> {
  const since = text === shown.text ? (shown.since ?? at) : at;
  if (text === shown.text && found === shown.found && since === shown.since) return shown;
  const isSeen = text === shown.text && shown.since !== null && !isJustAfter(shown.since, at);
  return { text, found, since, rows: isSeen ? inPlace(shown.rows, found, keyOf) : found };
}

/** Whether an answer came so soon after the first one that nobody can have read the first one yet. */
function isJustAfter(since: number, at: number | null): boolean {
  return at !== null && at > since && at - since <= STABLE_ROW_MS;
}

function inPlace<T>(shown: readonly T[], found: readonly T[], keyOf: (row: T) => string): T[] {
  const newest = new Map(found.map((row) => [keyOf(row), row]));
  const kept = shown.map((row) => newest.get(keyOf(row)) ?? row);
  for (const row of shown) newest.delete(keyOf(row));
  return [...kept, ...newest.values()];
}
