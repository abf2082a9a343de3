import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { EXPENSE_CATEGORIES } from "#lib/shared/expense-categories.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import type { Rate } from "#lib/shared/rates.ts";
import { id, instant, revision } from "./columns.ts";
import { tripMembers } from "./members.ts";
import { stops } from "./plan.ts";
import { reservations } from "./reservations.ts";
import { trips } from "./trips.ts";

/** Expenses: money that members paid for others. */
export const expenses = pgTable(
  "expenses",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    /** Amount, currency, payers and split are one field, so that they always agree. */
    money: jsonb("money").$type<ExpenseMoney>().notNull(),
    /**
     * The rate to the currency that the trip had when the expense was recorded; null: the amount is in that currency.
     */
    rate: jsonb("rate").$type<Rate>(),
    category: text("category", { enum: EXPENSE_CATEGORIES }).notNull(),
    spentOn: date("spent_on").notNull(),
    notes: text("notes"),
    stopId: uuid("stop_id"),
    reservationId: uuid("reservation_id"),
    nights: integer("nights"),
    /** null: everybody sees the row; otherwise the members who do. */
    people: uuid("people").array(),
    /** The member who added the row. */
    createdBy: uuid("created_by"),
    deletedAt: instant("deleted_at"),
    ...revision(),
  },
  (t) => [
    unique("expenses_trip_id_id_key").on(t.tripId, t.id),
    foreignKey({
      name: "expenses_stop_fkey",
      columns: [t.tripId, t.stopId],
      foreignColumns: [stops.tripId, stops.id],
    }),
    foreignKey({
      name: "expenses_reservation_fkey",
      columns: [t.tripId, t.reservationId],
      foreignColumns: [reservations.tripId, reservations.id],
    }),
    /** The index in the order in which the screens show expenses. */
    index("expenses_trip_id_spent_on_id_idx")
      .on(t.tripId, t.spentOn.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null`),
    index("expenses_trip_id_stop_id_idx").on(t.tripId, t.stopId),
    index("expenses_trip_id_reservation_id_idx").on(t.tripId, t.reservationId),
    check("expenses_title_check", sql`length(${t.title}) between 1 and 200`),
    check("expenses_money_check", sql`(${t.money}->>'amount')::numeric <> 0`),
  ],
);

/** Settlements: payments from one member to another that reduce a debt. */
export const settlements = pgTable(
  "settlements",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    fromId: uuid("from_id")
      .notNull()
      .references(() => tripMembers.id),
    toId: uuid("to_id")
      .notNull()
      .references(() => tripMembers.id),
    amount: bigint("amount", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    rate: jsonb("rate").$type<Rate>(),
    paidOn: date("paid_on").notNull(),
    note: text("note"),
    private: boolean("private").notNull().default(false),
    createdBy: uuid("created_by"),
    deletedAt: instant("deleted_at"),
    ...revision(),
  },
  (t) => [
    index("settlements_trip_id_idx").on(t.tripId),
    index("settlements_from_id_idx").on(t.fromId),
    index("settlements_to_id_idx").on(t.toId),
    check("settlements_amount_check", sql`${t.amount} > 0`),
    check("settlements_people_check", sql`${t.fromId} <> ${t.toId}`),
  ],
);
