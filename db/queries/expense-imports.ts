import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { isVisibleTo, readerInTrip } from "./expenses.ts";
import { param } from "./projection.ts";
import { isSettlementVisibleTo } from "./settlements.ts";

const tripId = param("tripId", "uuid");

export interface MoneyRow {
  kind: "expense" | "settlement";
  date: string;
  /** Of a settlement, its note. */
  title: string;
  amount: number;
  currency: string;
}

/** By which rows of a file are known again: all live ones that the user may see. */
export const selectMoneyRows = statement<{ tripId: string; userId: string }, MoneyRow>(
  "select_money_rows",
  sql`select 'expense' as kind, ${expenses.spentOn}::text as date, ${expenses.title} as title,
      (${expenses.money}->>'amount')::float8 as amount, ${expenses.money}->>'currency' as currency
    from ${expenses} where ${expenses.tripId} = ${tripId} and ${expenses.deletedAt} is null and ${isVisibleTo(readerInTrip)}
    union all select 'settlement', ${settlements.paidOn}::text, coalesce(${settlements.note}, ''), ${settlements.amount}::float8,
      ${settlements.currency}
    from ${settlements} where ${settlements.tripId} = ${tripId} and ${settlements.deletedAt} is null and ${isSettlementVisibleTo(readerInTrip)}`,
);
