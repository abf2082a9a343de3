import { selectExpenses } from "#db/queries/expenses.ts";
import { isCalendarDate } from "#lib/shared/dates.ts";
import { invalidField } from "#lib/shared/errors.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Lists the expenses that everybody sees and the private ones of the caller: newest day first, page by page. */
export async function listExpenses(
  ctx: Ctx,
  tripId: string,
  { limit, cursor }: ListQuery,
): Promise<ExpenseDto[]> {
  await requireAccess(ctx, tripId, "guest");
  const after = cursor === undefined ? { date: null, id: null } : readCursor(cursor);
  const { userId } = ctx.viewer;
  const place = { afterDate: after.date, afterId: after.id };
  const rows = await selectExpenses(ctx.db, { tripId, userId, ...place, limit });
  const last = rows.at(-1)?.expense;
  if (last && rows.length === limit) ctx.reply.nextCursor = `${last.spentOn}~${last.id}`;
  return rows.map(({ expense }) => expense);
}

const CURSOR = /^(\d{4}-\d{2}-\d{2})~([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/;

function readCursor(cursor: string): { date: string; id: string } {
  const [, date, id] = CURSOR.exec(cursor) ?? [];
  if (date !== undefined && isCalendarDate(date) && id !== undefined) return { date, id };
  throw invalidField("query.cursor", "Take the cursor from the Link header.");
}
