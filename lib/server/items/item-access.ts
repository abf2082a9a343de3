import type { Db } from "#db/client.ts";
import { selectMember } from "#db/queries/members.ts";
import { AppError, invalidField, notFound } from "#lib/shared/errors.ts";
import { type ItemDto, MAX_ITEMS } from "#lib/shared/items.ts";
import { roleAtLeast } from "#lib/shared/roles.ts";
import { idNow, readMergedIds } from "../members/merged-ids.ts";
import { requireRole } from "../access.ts";
import type { Ctx } from "../context.ts";
import { memberOf, type TripWrite } from "../write.ts";

/** The item, or 404 where there is none, it was deleted, or it is somebody else's alone. */
export function requireItem(ctx: Ctx, rows: { item: ItemDto }[], deleted: "live" | "any" = "live"): ItemDto {
  const item = rows[0]?.item;
  const isHidden = item && item.ownerId !== null && item.ownerId !== ctx.viewer.userId;
  if (!item || isHidden || (deleted === "live" && item.deletedAt)) throw notFound("item");
  return item;
}

/**
 * @param count with what is to come
 * @throws AppError LIMIT_REACHED
 */
export function requireRoom(count: number): void {
  if (count <= MAX_ITEMS) return;
  throw new AppError("LIMIT_REACHED", `A trip holds at most ${MAX_ITEMS} items. Delete some first.`);
}

/** Viewers keep lists of their own; what everybody sees is an editor's to change. */
export function requireMayChange(write: TripWrite, item: Pick<ItemDto, "ownerId">): void {
  if (item.ownerId === null) requireRole(memberOf(write).role, "editor");
}

/** Whoever has to do something says whether it is done, whatever their role. */
export function requireMayEdit(write: TripWrite, item: ItemDto, fields: string[]): void {
  const { id, role } = memberOf(write);
  if (roleAtLeast(role, "editor")) return;
  if (item.ownerId === null) {
    if (item.assigneeId !== id) return requireRole(role, "editor");
    if (fields.every((field) => field === "isDone")) return;
    throw new AppError("FORBIDDEN", "You can tick this off; changing it needs the role editor.", {
      details: { role, need: "editor" },
    });
  }
  // What everybody sees from then on is as good as added to their list.
  if (fields.includes("isPrivate")) requireRole(role, "editor");
}

/**
 * @returns who it is for: a placeholder that was merged since is the member
 * @throws AppError VALIDATION_FAILED unless they are in the trip now, with an account or without
 */
export async function requireAssignee(
  tx: Db,
  tripId: string,
  assigneeId: string | null | undefined,
  path = "assigneeId",
): Promise<{ assigneeId?: string }> {
  if (!assigneeId) return {};
  const [row] = await selectMember(tx, { tripId, id: assigneeId });
  if (row && !row.member.leftAt) return { assigneeId };
  const id = idNow(await readMergedIds(tx, tripId, [assigneeId]), assigneeId);
  if (id !== assigneeId) return requireAssignee(tx, tripId, id, path);
  throw invalidField(path, "This is no member of the trip.");
}
