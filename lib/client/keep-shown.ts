/** Whoever has seen a row for longer than this may be about to press it. */
export const SEEN_MS = 150;

/** Rows as somebody sees them. */
export interface Shown<T> {
  /** What was looked for. */
  text: string;
  /** The rows that were found last, in the order in which they were found. */
  found: readonly T[];
  rows: readonly T[];
  /** When the first answer to this very text came, in milliseconds since 1970; null: not yet. */
  since: number | null;
}

interface Found<T> {
  text: string;
  found: readonly T[];
  /** When the newest of the answers to this very text came; null: not yet. */
  at: number | null;
}

/**
 * What is shown once more is found for the same text: a row that could be seen keeps its place, and new ones come below.
 * The same object when nothing is new.
 */
export function keepShown<T>(
  shown: Shown<T>,
  { text, found, at }: Found<T>,
  keyOf: (row: T) => string,
): Shown<T> {
  const since = text === shown.text ? (shown.since ?? at) : at;
  if (text === shown.text && found === shown.found && since === shown.since) return shown;
  const isSeen = text === shown.text && shown.since !== null && !isJustAfter(shown.since, at);
  return { text, found, since, rows: isSeen ? inPlace(shown.rows, found, keyOf) : found };
}

/** Whether an answer came so soon after the first one that nobody can have read that one yet. */
function isJustAfter(since: number, at: number | null): boolean {
  return at !== null && at > since && at - since <= SEEN_MS;
}

function inPlace<T>(shown: readonly T[], found: readonly T[], keyOf: (row: T) => string): T[] {
  const newest = new Map(found.map((row) => [keyOf(row), row]));
  const kept = shown.map((row) => newest.get(keyOf(row)) ?? row);
  for (const row of shown) newest.delete(keyOf(row));
  return [...kept, ...newest.values()];
}
