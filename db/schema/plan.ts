import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { OpeningHours } from "#lib/shared/opening-hours.ts";
import type { Place } from "#lib/shared/stops.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import { id, instant, orderKey, revision } from "./columns.ts";
import { tripMembers } from "./members.ts";
import { trips } from "./trips.ts";

/**
 * One row per calendar date. A retired day keeps its row, and is used again when the trip's dates include its date
 * again.
 */
export const days = pgTable(
  "days",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    /** The calendar date, unique among the live days of a trip by the deferred exclusion `days_trip_id_date_excl`. */
    date: date("date").notNull(),
    title: text("title"),
    notes: text("notes"),
    timezone: text("timezone"),
    deletedAt: instant("deleted_at"),
    ...revision(),
  },
  (t) => [
    unique("days_trip_id_id_key").on(t.tripId, t.id),
    index("days_trip_id_date_idx").on(t.tripId, t.date),
    check("days_text_check", sql`length(${t.title}) <= 120 and length(${t.notes}) <= 10000`),
  ],
);

export const stops = pgTable(
  "stops",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    /** null: the stop is in Ideas. */
    dayId: uuid("day_id"),
    position: orderKey("position").notNull(),
    name: text("name").notNull(),
    place: jsonb("place").$type<Place>(),
    category: text("category").notNull().default("other"),
    startTime: text("start_time"),
    endTime: text("end_time"),
    timezone: text("timezone"),
    notes: text("notes"),
    url: text("url"),
    costAmount: bigint("cost_amount", { mode: "number" }),
    costCurrency: text("cost_currency"),
    participants: uuid("participants").array(),
    /** Opening hours by weekday; null: nobody has entered them. */
    hours: jsonb("hours").$type<OpeningHours>(),
    /** How the group gets to this stop; null: the mode that the distance suggests. */
    travelMode: text("travel_mode").$type<TravelMode>(),
    /** The date of the retired day from which the stop was moved to Ideas. */
    formerDate: date("former_date"),
    createdBy: uuid("created_by"),
    deletedAt: instant("deleted_at"),
    ...revision(),
  },
  (t) => [
    foreignKey({
      name: "stops_day_fkey",
      columns: [t.tripId, t.dayId],
      foreignColumns: [days.tripId, days.id],
    }),
    unique("stops_trip_id_id_key").on(t.tripId, t.id),
    // The index includes deleted stops, which a purge of the trip has to find, too.
    index("stops_trip_id_day_id_position_idx").on(t.tripId, t.dayId, t.position),
    check("stops_name_check", sql`length(${t.name}) between 1 and 200`),
    check("stops_travel_mode_check", sql`${t.travelMode} in ('walk', 'cycle', 'drive', 'transit')`),
    check("stops_position_check", sql`length(${t.position}) between 1 and 64`),
    check(
      "stops_time_check",
      sql`${t.startTime} ~ '^[0-2][0-9]:[0-5][0-9]$' and ${t.endTime} ~ '^[0-2][0-9]:[0-5][0-9]$'`,
    ),
    check(
      "stops_cost_check",
      sql`(${t.costAmount} is null) = (${t.costCurrency} is null) and ${t.costAmount} >= 0`,
    ),
  ],
);

export const votes = pgTable(
  "votes",
  {
    stopId: uuid("stop_id")
      .notNull()
      .references(() => stops.id, { onDelete: "cascade" }),
    memberId: uuid("member_id")
      .notNull()
      .references(() => tripMembers.id, { onDelete: "cascade" }),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    value: smallint("value").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.stopId, t.memberId] }),
    index("votes_trip_id_idx").on(t.tripId),
    index("votes_member_id_idx").on(t.memberId),
    check("votes_value_check", sql`${t.value} in (-1, 0, 1)`),
  ],
);
