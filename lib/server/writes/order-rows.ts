import { keyBetween, keysAfter, spreadKeys } from "#lib/shared/order.ts";

interface Ordered {
  id: string;
  position: string;
}

/** Writes a row's new position and returns the row. */
type Place<Row> = (row: Row, position: string) => Row;

/**
 * Returns positions behind the last row, in order.
 * @param read reads the rows in order; only called when the positions would become too long, and all are made anew
 */
export async function positionsAtEnd<Row extends Ordered>(
  last: string | null,
  count: number,
  read: () => Promise<Row[]>,
  place: Place<Row>,
): Promise<string[]> {
  const keys = keysAfter(last, count);
  if (keys) return keys;
  const spread = spreadRows(await read(), place).at(-1);
  const fresh = keysAfter(spread?.position ?? null, count);
  if (!fresh) throw new Error("Fresh keys are too long.");
  return fresh;
}

/**
 * Returns the position of `row` behind `afterId` (null: first), or at the end when that row is not among `others`. If
 * the row stands there already, its position stays, since a move would only add a useless event to the log.
 */
export function positionAfter<Row extends Ordered>(
  row: Row,
  others: Row[],
  afterId: string | null,
  place: Place<Row>,
): string {
  if (row.id === afterId) return row.position;
  const slot = slotBehind(others, afterId);
  if (isBetween(row.position, slot)) return row.position;
  const key = keyBetween(slot.before, slot.after);
  if (key !== null) return key;
  const spread = slotBehind(spreadRows(others, place), afterId);
  const fresh = keyBetween(spread.before, spread.after);
  if (fresh === null) throw new Error("Fresh keys are too long.");
  return fresh;
}

/** Gives rows short positions again, in the same order, when no position is left between two. */
function spreadRows<Row extends Ordered>(rows: Row[], place: Place<Row>): Row[] {
  const keys = spreadKeys(rows.length);
  return rows.map((row, index) => {
    const position = keys[index];
    return position === undefined || position === row.position ? row : place(row, position);
  });
}

interface Slot {
  before: string | null;
  after: string | null;
}

function slotBehind(others: readonly Ordered[], afterId: string | null): Slot {
  const found = others.findIndex(({ id }) => id === afterId);
  const at = afterId !== null && found < 0 ? others.length - 1 : found;
  return { before: others[at]?.position ?? null, after: others[at + 1]?.position ?? null };
}

function isBetween(position: string, { before, after }: Slot): boolean {
  return (before === null || before < position) && (after === null || position < after);
}
