import { runPipelined } from "#db/client.ts";
import { listStatements } from "#db/queries/list-rows.ts";
import { invalidField, notFound } from "#lib/shared/errors.ts";
import type { ListKind } from "#lib/shared/resources/list-resources.ts";
import type { ListMove, ListPatch, ListRow, NewListRow } from "#lib/shared/resources/list-schemas.ts";
import { requireAccess } from "../access/access.ts";
import { changesSinceRead, definedFields, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { createOnce } from "../writes/creation.ts";
import { positionAfter, positionsAtEnd } from "../writes/order-rows.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { changeRow, requireListCapacity, writeNewRow } from "./list-row.ts";

/** The rows of one list, all of one kind. */
type RowsOf<K extends ListKind> = { [Each in K]: ListRow<Each>[] }[K];

/** Lists the live rows of a list resource, in order. */
export async function listRows<K extends ListKind>(ctx: Ctx, kind: K, tripId: string): Promise<RowsOf<K>> {
  await requireAccess(ctx, tripId, "guest");
  const rows = await listStatements(kind).selectLive(ctx.db, { tripId });
  return rows.map(({ row }) => row);
}

/**
 * Adds a row at the end of its list.
 * @throws AppError LIMIT_REACHED
 */
export function addRow<K extends ListKind>(
  ctx: Ctx,
  kind: K,
  tripId: string,
  input: NewListRow<K>,
): Promise<ListRow<K>> {
  const { select, selectEnd } = listStatements(kind);
  return createOnce(
    ctx,
    { kind, tripId, input },
    (id, claim) =>
      writeTrip(ctx, tripId, "editor", {
        read: (tx) => selectEnd(tx, { tripId }),
        work: async (write, [end]) => {
          requireListCapacity(kind, (end?.count ?? 0) + 1);
          const read = () => readList(write, kind);
          const [position] = await positionsAtEnd(end?.position ?? null, 1, read, placeIn(write, kind));
          if (position === undefined) throw new Error("A row has no position.");
          write.claim(claim);
          return writeNewRow(write, kind, { ...input, id, position }, ctx.viewer.userId);
        },
      }),
    async (id) => (await select(ctx.db, { tripId, id }))[0]?.row,
  );
}

/**
 * Changes a row.
 * @throws AppError FIELD_CONFLICT
 */
export function updateRow<K extends ListKind>(
  ctx: Ctx,
  kind: K,
  tripId: string,
  id: string,
  input: ListPatch<K>,
): Promise<ListRow<K>> {
  const patch = definedFields(input);
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        listStatements(kind).select(tx, { tripId, id }),
        changesSinceRead(ctx, tx, tripId, { kind, id }, Object.keys(patch)),
      ]),
    work: async (write, [rows, conflicts]) => {
      const row = requireLive(kind, rows);
      refuseConflict(conflicts, row);
      // The cast is safe because a patch has fields of its kind's rows.
      return changeRow(write, kind, row, patch as Partial<ListRow<K>>, `${kind}.updated`);
    },
  });
}

/** Moves a row behind another one. It writes one row, unless no position is left between the two neighbours. */
export function moveRow<K extends ListKind>(
  ctx: Ctx,
  kind: K,
  tripId: string,
  id: string,
  { afterId }: ListMove,
): Promise<ListRow<K>> {
  const { select } = listStatements(kind);
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        select(tx, { tripId, id }),
        afterId ? select(tx, { tripId, id: afterId }) : Promise.resolve([]),
      ]),
    work: async (write, [rows, anchors]) => {
      const row = requireLive(kind, rows);
      if (afterId && anchors.length === 0) throw invalidField("afterId", `This is no ${kind} of the trip.`);
      const others = (await readList(write, kind)).filter((other) => other.id !== id);
      const position = positionAfter(row, others, afterId, placeIn(write, kind));
      return changeRow(write, kind, row, withPosition(position), `${kind}.moved`);
    },
  });
}

export function deleteRow(ctx: Ctx, kind: ListKind, tripId: string, id: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => listStatements(kind).select(tx, { tripId, id }),
    work: async (write, rows) => {
      const row = requireLive(kind, rows);
      changeRow(write, kind, row, { deletedAt: write.at.toISOString() }, `${kind}.deleted`);
      return undefined;
    },
  });
}

/**
 * Restores a deleted row.
 * @throws AppError LIMIT_REACHED
 */
export function restoreRow<K extends ListKind>(
  ctx: Ctx,
  kind: K,
  tripId: string,
  id: string,
): Promise<ListRow<K>> {
  const { select, selectEnd } = listStatements(kind);
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => runPipelined([select(tx, { tripId, id }), selectEnd(tx, { tripId })]),
    work: async (write, [[found], [end]]) => {
      if (!found) throw notFound(kind);
      const { row } = found;
      if (row.deletedAt !== null) requireListCapacity(kind, (end?.count ?? 0) + 1);
      return changeRow(write, kind, row, notDeleted(), `${kind}.restored`);
    },
  });
}

function requireLive<K extends ListKind>(kind: K, [found]: { row: ListRow<K> }[]): ListRow<K> {
  if (!found || found.row.deletedAt !== null) throw notFound(kind);
  return found.row;
}

async function readList<K extends ListKind>(write: TripWrite, kind: K): Promise<ListRow<K>[]> {
  const rows = await listStatements(kind).selectLive(write.tx, { tripId: write.trip.id });
  return rows.map(({ row }) => row);
}

function placeIn<K extends ListKind>(write: TripWrite, kind: K) {
  return (row: ListRow<K>, position: string) =>
    changeRow(write, kind, row, withPosition(position), `${kind}.moved`);
}

function withPosition<Row extends { position: string }>(position: string): Partial<Row> {
  return { position } as Partial<Row>;
}

function notDeleted<Row extends { deletedAt: string | null }>(): Partial<Row> {
  return { deletedAt: null } as Partial<Row>;
}
