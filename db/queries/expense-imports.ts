import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripEvents } from "#db/schema/events.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { isVisibleTo, readerMemberId } from "./expenses.ts";
import { initialRowState } from "./initial-row-state.ts";
import { jsonObject, param } from "./projection.ts";
import { isSettlementVisibleTo } from "./settlements.ts";

const tripId = param("tripId", "uuid");

/** The values by which a later import recognizes a row of a file. */
export interface MoneyRowValues {
  kind: "expense" | "settlement";
  date: string;
  /** For a settlement: its note. */
  title: string;
  amount: number;
  currency: string;
}

export interface MoneyRow extends MoneyRowValues {
  /** The values that the row had when an import created it, if they have changed since. */
  made: MoneyRowValues | null;
}

const madeExpense = initialRowState({
  kind: "expense",
  id: expenses.id,
  fields: jsonObject({ title: expenses.title, money: expenses.money, spentOn: expenses.spentOn }),
  // The values that a private row had before it was published are shown to nobody.
  when: sql`${expenses.version} > 1 and ${expenses.people} is null and not exists (select from ${tripEvents} e
    where e.trip_id = ${tripId} and e.entity_id = ${expenses.id} and e.op = 'expense.published')`,
});
const madeSettlement = initialRowState({
  kind: "settlement",
  id: settlements.id,
  fields: jsonObject({
    note: settlements.note,
    amount: settlements.amount,
    currency: settlements.currency,
    paidOn: settlements.paidOn,
  }),
  when: sql`${settlements.version} > 1 and not ${settlements.private}`,
});

/** All live rows that the user may see. */
export const selectMoneyRows = statement<{ tripId: string; userId: string }, MoneyRow>(
  "select_money_rows",
  sql`select 'expense' as kind, ${expenses.spentOn}::text as date, ${expenses.title} as title,
      (${expenses.money}->>'amount')::float8 as amount, ${expenses.money}->>'currency' as currency,
      case when made.fields is not null then ${jsonObject<MoneyRowValues>({
        kind: sql`'expense'`,
        date: sql`made.fields->>'spentOn'`,
        title: sql`made.fields->>'title'`,
        amount: sql`(made.fields->'money'->>'amount')::float8`,
        currency: sql`made.fields->'money'->>'currency'`,
      })} end as made
    from ${expenses} left join lateral ${madeExpense} made on true
    where ${expenses.tripId} = ${tripId} and ${expenses.deletedAt} is null and ${isVisibleTo(readerMemberId)}
    union all select 'settlement', ${settlements.paidOn}::text, coalesce(${settlements.note}, ''), ${settlements.amount}::float8,
      ${settlements.currency}, case when made.fields is not null then ${jsonObject<MoneyRowValues>({
        kind: sql`'settlement'`,
        date: sql`made.fields->>'paidOn'`,
        title: sql`coalesce(made.fields->>'note', '')`,
        amount: sql`(made.fields->>'amount')::float8`,
        currency: sql`made.fields->>'currency'`,
      })} end
    from ${settlements} left join lateral ${madeSettlement} made on true
    where ${settlements.tripId} = ${tripId} and ${settlements.deletedAt} is null and ${isSettlementVisibleTo(readerMemberId)}`,
);
