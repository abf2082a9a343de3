import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { comments } from "#db/schema/comments.ts";
import { expenses } from "#db/schema/money.ts";
import { tripMembers } from "#db/schema/members.ts";
import { stops } from "#db/schema/plan.ts";
import { reservations } from "#db/schema/reservations.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { jsonObject, param } from "./projection.ts";
import { expenseFields } from "./projections.ts";

export const expenseJson = jsonObject<ExpenseDto>({
  ...expenseFields,
  commentCount: sql`(select count(*) from ${comments} where ${comments.tripId} = ${expenses.tripId}
    and ${comments.targetKind} = 'expense' and ${comments.targetId} = ${expenses.id} and ${comments.deletedAt} is null)`,
});

const tripId = param("tripId", "uuid");
/** The reader's membership; null for readers of the demo trip who are not members. */
export const readerMemberId = sql`(select ${tripMembers.id} from ${tripMembers} where ${tripMembers.tripId} = ${tripId}
  and ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null)`;

/** A condition: whether this member sees an expense. */
export function isVisibleTo(member: SQL): SQL {
  return sql`(${expenses.people} is null or ${member} = any(${expenses.people}))`;
}

/** An expense, even a deleted or private one; `deletedAt` and `people` say whether it is. */
export const selectExpense = statement<
  { tripId: string; expenseId: string },
  { expense: ExpenseDto; people: string[] | null }
>(
  "select_expense",
  sql`select ${expenseJson} as expense, ${expenses.people} as people from ${expenses}
    where ${expenses.tripId} = ${tripId} and ${expenses.id} = ${param("expenseId", "uuid")}`,
);

/** Expenses by their ids, even deleted and private ones. */
export const selectExpensesById = statement<{ tripId: string; ids: string[] }, { expense: ExpenseDto }>(
  "select_expenses_by_id",
  sql`select ${expenseJson} as expense from ${expenses}
    where ${expenses.tripId} = ${tripId} and ${expenses.id} = any(${param("ids", "uuid[]")})`,
);

interface Page {
  tripId: string;
  userId: string;
  /** The last row of the page before, or null. */
  afterDate: string | null;
  afterId: string | null;
  limit: number;
}

/** Live expenses that the reader may see, newest day first. */
export const selectExpenses = statement<Page, { expense: ExpenseDto }>(
  "select_expenses",
  sql`select ${expenseJson} as expense from ${expenses}
    where ${expenses.tripId} = ${tripId} and ${expenses.deletedAt} is null and ${isVisibleTo(readerMemberId)}
      and (${param("afterId", "uuid")} is null
        or (${expenses.spentOn}, ${expenses.id}) < (${param("afterDate", "date")}, ${param("afterId", "uuid")}))
    order by ${expenses.spentOn} desc, ${expenses.id} desc limit ${param("limit", "int")}`,
);

export interface ExpenseCapacity {
  /**
   * The number of expenses that the caller sees. A limit that includes others' private expenses would reveal their
   * number.
   */
  expenseCount: number;
  /** The number of expenses that everybody sees. */
  sharedCount: number;
  /**
   * Whether the expense's stop is in the trip and not deleted; false for an expense without a stop. The field
   * `isReservationLive` says this of the reservation.
   */
  isStopLive: boolean;
  isReservationLive: boolean;
}

/** The data by which a new expense is checked against the limits; always one row. */
export const selectExpenseCapacity = statement<
  { tripId: string; userId: string; stopId: string | null; reservationId: string | null },
  ExpenseCapacity
>(
  "select_expense_room",
  sql`select counts."expenseCount", counts."sharedCount",
      exists (select 1 from ${stops} where ${stops.tripId} = ${tripId} and ${stops.id} = ${param("stopId", "uuid")}
        and ${stops.deletedAt} is null) as "isStopLive",
      exists (select 1 from ${reservations} where ${reservations.tripId} = ${tripId}
        and ${reservations.id} = ${param("reservationId", "uuid")} and ${reservations.deletedAt} is null) as "isReservationLive"
    from (select count(*)::int as "expenseCount", (count(*) filter (where ${expenses.people} is null))::int as "sharedCount" from ${expenses}
      where ${expenses.tripId} = ${tripId} and ${expenses.deletedAt} is null and ${isVisibleTo(readerMemberId)}) counts`,
);

const fields =
  sql.raw(`title text, money jsonb, rate jsonb, category text, "spentOn" date, notes text, "stopId" uuid,
  "reservationId" uuid, nights int, "createdBy" uuid, "deletedAt" timestamptz`);
const record = sql`jsonb_to_record(${param("expense", "jsonb")}) as r(${fields})`;

interface Row {
  tripId: string;
  id: string;
  /** JSON of ExpenseFields; id and instants in it are not read. */
  expense: string;
  people: string[] | null;
  at: Date;
}

export const insertExpense = statement<Row, never>(
  "insert_expense",
  sql`insert into ${expenses} (id, trip_id, title, money, rate, category, spent_on, notes, stop_id, reservation_id, nights, people,
      created_by, created_at, updated_at)
    select ${param("id", "uuid")}, ${tripId}, r.title, r.money, nullif(r.rate, 'null'::jsonb), r.category, r."spentOn", r.notes,
      r."stopId", r."reservationId", r.nights, ${param("people", "uuid[]")}, r."createdBy", ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from ${record}`,
);

/** Writes every field that can change; callers merge into what they read under the trip's lock. */
export const saveExpense = statement<Row, never>(
  "save_expense",
  sql`update ${expenses} set title = r.title, money = r.money, rate = nullif(r.rate, 'null'::jsonb), category = r.category,
      spent_on = r."spentOn", notes = r.notes, stop_id = r."stopId", reservation_id = r."reservationId", nights = r.nights,
      people = ${param("people", "uuid[]")}, created_by = r."createdBy", deleted_at = r."deletedAt", version = ${expenses.version} + 1,
      updated_at = ${param("at", "timestamptz")}
    from ${record} where ${expenses.tripId} = ${tripId} and ${expenses.id} = ${param("id", "uuid")}`,
);

/** Writes several expenses that everybody sees; `expenses` is a JSON array of ExpenseFields with their new versions. */
export const saveExpenses = statement<{ tripId: string; expenses: string; at: Date }, never>(
  "save_expenses",
  sql`update ${expenses} set title = r.title, money = r.money, rate = nullif(r.rate, 'null'::jsonb), category = r.category,
      spent_on = r."spentOn", notes = r.notes, stop_id = r."stopId", reservation_id = r."reservationId", nights = r.nights,
      created_by = r."createdBy", deleted_at = r."deletedAt", version = r.version, updated_at = ${param("at", "timestamptz")}
    from jsonb_to_recordset(${param("expenses", "jsonb")}) as r(id uuid, version int, ${fields})
    where ${expenses.tripId} = ${tripId} and ${expenses.id} = r.id`,
);
