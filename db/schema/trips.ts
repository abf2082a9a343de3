import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { FormerCurrency } from "#lib/shared/balances.ts";
import type { BudgetDto } from "#lib/shared/budget.ts";
import type { CoverChoice } from "#lib/shared/covers.ts";
import type { Destination } from "#lib/shared/trips.ts";
import { id, instant, revision } from "./columns.ts";

export const trips = pgTable(
  "trips",
  {
    id: id(),
    title: text("title").notNull(),
    destination: jsonb("destination").$type<Destination>(),
    startDate: date("start_date"),
    endDate: date("end_date"),
    timezone: text("timezone").notNull(),
    currency: text("currency").notNull(),
    /** The currencies that the trip had before, and what one unit of each is worth in the current currency. */
    formerCurrencies: jsonb("former_currencies").$type<FormerCurrency[]>().notNull().default([]),
    budget: jsonb("budget").$type<BudgetDto>(),
    /** The cover that was chosen; null: the cover is the destination's picture, or else the map. */
    cover: jsonb("cover").$type<CoverChoice>(),
    isSample: boolean("is_sample").notNull().default(false),
    isDemo: boolean("is_demo").notNull().default(false),
    archivedAt: instant("archived_at"),
    deletedAt: instant("deleted_at"),
    createdBy: uuid("created_by"),
    /** The sequence number of the trip's last event. */
    seq: integer("seq").notNull().default(0),
    /**
     * The number of live stops. Every write updates it by its own events, so that neither the trip list nor a new stop
     * counts rows.
     */
    stopCount: integer("stop_count").notNull().default(0),
    /**
     * An upper bound of the bytes of the trip's live rows, which `lib/server/writes/trip-size.ts` updates; null: they were
     * never counted.
     */
    sizeBytes: integer("size_bytes"),
    /** The sequence number of the last event that reached the room; the later events are the outbox. */
    publishedSeq: integer("published_seq").notNull().default(0),
    /**
     * Whether the outbox of the trip holds events. It is a column, since an index on the comparison itself would get a
     * new entry, and so would every other index of the table, whenever `seq` changes: with each write.
     */
    isBehind: boolean("is_behind")
      .notNull()
      .generatedAlwaysAs(sql`published_seq < seq`),
    /**
     * Positive while a room holds this trip's event log and must get every event. It grows whenever a room asks for the
     * log, and turns negative when a room reports that it holds none and has no sockets.
     */
    roomEpoch: integer("room_epoch").notNull().default(0),
    /** The time of the last change of any row of the trip; `updated_at` is about the trip's own row. */
    activeAt: instant("active_at").notNull().defaultNow(),
    ...revision(),
  },
  (t) => [
    index("trips_unpublished_idx")
      .on(t.id)
      .where(sql`${t.isBehind}`),
    index("trips_is_demo_idx")
      .on(t.id)
      .where(sql`${t.isDemo}`),
    /** The index for the purge of trips whose time in the trash has ended. */
    index("trips_deleted_at_idx")
      .on(t.deletedAt, t.id)
      .where(sql`${t.deletedAt} is not null`),
    check("trips_title_check", sql`length(${t.title}) between 1 and 120`),
    check(
      "trips_dates_check",
      sql`(${t.startDate} is null) = (${t.endDate} is null) and ${t.startDate} <= ${t.endDate}`,
    ),
    check("trips_currency_check", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check("trips_published_seq_check", sql`${t.publishedSeq} between 0 and ${t.seq}`),
  ],
);
