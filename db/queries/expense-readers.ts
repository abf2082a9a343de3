import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses } from "#db/schema/money.ts";
import { param } from "./projection.ts";

const tripId = param("tripId", "uuid");

export interface TripPerson {
  memberId: string;
  /** The member's user; null: the member has no account. */
  userId: string | null;
  name: string;
  hasLeft: boolean;
}

/** Everybody who is or was a member of the trip. */
export const selectPeople = statement<{ tripId: string }, TripPerson>(
  "select_people",
  sql`select ${tripMembers.id} as "memberId", ${tripMembers.userId} as "userId", ${tripMembers.name} as name, ${tripMembers.leftAt} is not null as "hasLeft"
    from ${tripMembers} where ${tripMembers.tripId} = ${tripId}`,
);

export interface ExpenseReaders {
  title: string;
  isDeleted: boolean;
  /** The members who see the row; null: everybody in the trip. */
  memberIds: string[] | null;
  userIds: string[] | null;
}

export const selectExpenseReaders = statement<{ tripId: string; expenseId: string }, ExpenseReaders>(
  "select_expense_readers",
  sql`select ${expenses.title} as title, ${expenses.deletedAt} is not null as "isDeleted", ${expenses.people} as "memberIds",
      case when ${expenses.people} is not null then array(select ${tripMembers.userId} from ${tripMembers}
        where ${tripMembers.id} = any(${expenses.people}) and ${tripMembers.userId} is not null) end as "userIds"
    from ${expenses} where ${expenses.tripId} = ${tripId} and ${expenses.id} = ${param("expenseId", "uuid")}`,
);
