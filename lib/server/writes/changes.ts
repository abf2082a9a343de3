import { isDeepStrictEqual } from "node:util";
import type { Db } from "#db/client.ts";
import { selectEventsOfEntity, selectEventsOfEntities } from "#db/queries/events.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { ListKind } from "#lib/shared/resources/list-resources.ts";
import type { Ctx } from "../context.ts";

type Fields = Record<string, unknown>;

/**
 * Returns the old values of the fields that `patch` really changes, or null when the patch changes nothing. A field
 * that the patch does not have stays as it is.
 */
export function previousValues(current: object, patch: object): Fields | null {
  const held = new Map<string, unknown>(Object.entries(current));
  const changed = Object.entries(patch).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(held.get(field) ?? null, value ?? null),
  );
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map(([field]) => [field, held.get(field) ?? null]));
}

/** Returns the patch without the fields that are undefined. */
export function definedFields<T extends object>(patch: T): Partial<T> {
  // The cast is safe because filtering the entries does not change their types.
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/**
 * Returns the patched fields that somebody else changed after the caller read them. The query can be sent together with
 * the statement that locks the trip.
 */
export async function changesSinceRead(
  ctx: Ctx,
  tx: Db,
  tripId: string,
  {
    kind,
    id,
  }: {
    kind:
      | "trip"
      | "day"
      | "stop"
      | "comment"
      | "reservation"
      | "decision"
      | "item"
      | "expense"
      | "settlement"
      | "member"
      | ListKind;
    id: string;
  },
  fields: string[],
): Promise<string[]> {
  const { baseSeq, force, ownGroups } = ctx.write;
  if (baseSeq === null || force) return [];
  const later = await selectEventsOfEntity(tx, {
    tripId,
    kinds: [kind],
    entityId: id,
    after: baseSeq,
    fields,
  });
  // An agent run writes several times, so the run's own events are no conflict.
  const others = later.filter(({ groupId }) => groupId !== ctx.run?.groupId && !ownGroups?.has(groupId));
  const touched = new Set(others.flatMap(({ before }) => Object.keys(before ?? {})));
  return fields.filter((field) => touched.has(field));
}

/** Whether somebody else changed one of these fields in any of these rows after the caller read them. */
export async function isChangedSinceRead(
  ctx: Ctx,
  tx: Db,
  tripId: string,
  { kind, ids, fields }: { kind: "stop"; ids: readonly string[]; fields: string[] },
): Promise<boolean> {
  const { baseSeq, force } = ctx.write;
  if (baseSeq === null || force || ids.length === 0) return false;
  const asks = JSON.stringify(ids.map((entityId) => ({ entityId, kinds: [kind], fields })));
  return (await selectEventsOfEntities(tx, { tripId, after: baseSeq, asks })).length > 0;
}

/**
 * Refuses the write if `fields`, the conflicting fields, are not empty.
 * @throws AppError FIELD_CONFLICT with the current row, so that the client can show both versions.
 */
export function refuseConflict(fields: string[], current: object): void {
  if (fields.length === 0) return;
  throw new AppError("FIELD_CONFLICT", "Someone else changed this in the meantime.", {
    details: { fields, current },
  });
}
