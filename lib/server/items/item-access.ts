import type { Db } from "#db/client.ts";
import { selectMember } from "#db/queries/members.ts";
import { AppError, invalidField, notFound } from "#lib/shared/errors.ts";
import { type ItemDto, MAX_ITEMS } from "#lib/shared/items.ts";
import { roleAtLeast } from "#lib/shared/roles.ts";
import { currentIdOf, readMergedIds } from "../members/merged-ids.ts";
import { requireRole } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { requireWriteMember, type TripWrite } from "../writes/write.ts";

/**
 * Returns the item.
 * @throws AppError NOT_FOUND when it does not exist, was deleted, or is private to another member
 */
export function requireItem(ctx: Ctx, rows: { item: ItemDto }[], deleted: "live" | "any" = "live"): ItemDto {
  const item = rows[0]?.item;
  const isHidden = item && item.ownerId !== null && item.ownerId !== ctx.viewer.userId;
  if (!item || isHidden || (deleted === "live" && item.deletedAt)) throw notFound("item");
  return item;
}

/**
 * Checks the limit of items.
 * @param count the number of items including the new ones
 * @throws AppError LIMIT_REACHED
 */
export function requireItemCapacity(count: number): void {
  if (count <= MAX_ITEMS) return;
  throw new AppError("LIMIT_REACHED", `A trip holds at most ${MAX_ITEMS} items. Delete some first.`);
}

/**
 * Checks that the caller may change an item: viewers have private lists, and items that everybody sees need an editor.
 */
export function requireMayChange(write: TripWrite, item: Pick<ItemDto, "ownerId">): void {
  if (item.ownerId === null) requireRole(requireWriteMember(write).role, "editor");
}

/**
 * Checks that the caller may change these fields. The assignee of an item may tick it, whatever the assignee's role.
 */
export function requireMayEdit(write: TripWrite, item: ItemDto, fields: string[]): void {
  const { id, role } = requireWriteMember(write);
  if (roleAtLeast(role, "editor")) return;
  if (item.ownerId === null) {
    if (item.assigneeId !== id) return requireRole(role, "editor");
    if (fields.every((field) => field === "isDone")) return;
    throw new AppError("FORBIDDEN", "You can tick this off; changing it needs the role editor.", {
      details: { role, need: "editor" },
    });
  }
  // An item that becomes visible to everybody counts as added to the shared list, which needs an editor.
  if (fields.includes("isPrivate")) requireRole(role, "editor");
}

/**
 * Checks an item's assignee.
 * @returns the assignee's current id: the id of a merged placeholder is replaced by its member's
 * @throws AppError VALIDATION_FAILED unless the assignee is in the trip now, with an account or without
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
  const id = currentIdOf(await readMergedIds(tx, tripId, [assigneeId]), assigneeId);
  if (id !== assigneeId) return requireAssignee(tx, tripId, id, path);
  throw invalidField(path, "This is no member of the trip.");
}
