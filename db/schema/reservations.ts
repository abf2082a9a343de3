import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { RESERVATION_KINDS } from "#lib/shared/reservation-kinds.ts";
import type { NamedPlace } from "#lib/shared/reservations.ts";
import { id, instant, revision } from "./columns.ts";
import { stops } from "./plan.ts";
import { trips } from "./trips.ts";

export const reservations = pgTable(
  "reservations",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: RESERVATION_KINDS }).notNull(),
    title: text("title").notNull(),
    /** Local time in its own zone, "YYYY-MM-DDTHH:mm", or "YYYY-MM-DD" while the time is unknown. */
    startLocal: text("start_local"),
    startZone: text("start_zone"),
    /** The earliest instant that the start can mean; reservations are ordered by it. */
    startAt: instant("start_at"),
    endLocal: text("end_local"),
    endZone: text("end_zone"),
    fromPlace: jsonb("from_place").$type<NamedPlace>(),
    toPlace: jsonb("to_place").$type<NamedPlace>(),
    confirmation: text("confirmation"),
    provider: text("provider"),
    contact: text("contact"),
    url: text("url"),
    notes: text("notes"),
    costAmount: bigint("cost_amount", { mode: "number" }),
    costCurrency: text("cost_currency"),
    stopId: uuid("stop_id"),
    participants: uuid("participants").array(),
    createdBy: uuid("created_by"),
    deletedAt: instant("deleted_at"),
    ...revision(),
  },
  (t) => [
    unique("reservations_trip_id_id_key").on(t.tripId, t.id),
    foreignKey({
      name: "reservations_stop_fkey",
      columns: [t.tripId, t.stopId],
      foreignColumns: [stops.tripId, stops.id],
    }),
    index("reservations_trip_id_stop_id_idx").on(t.tripId, t.stopId),
    check("reservations_title_check", sql`length(${t.title}) between 1 and 200`),
    check(
      "reservations_ends_check",
      sql`(${t.startLocal} is null) = (${t.startZone} is null) and (${t.endLocal} is null) = (${t.endZone} is null)
        and (${t.endLocal} is null or ${t.startLocal} is not null)`,
    ),
    check(
      "reservations_cost_check",
      sql`(${t.costAmount} is null) = (${t.costCurrency} is null) and ${t.costAmount} >= 0`,
    ),
  ],
);

/** The attachments of a trip. Their bytes are in the object store under keys that nobody can guess. */
export const attachments = pgTable(
  "attachments",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    targetKind: text("target_kind", { enum: ["trip", "stop", "reservation", "expense"] }).notNull(),
    targetId: uuid("target_id").notNull(),
    name: text("name").notNull(),
    contentType: text("content_type", {
      enum: ["application/pdf", "image/jpeg", "image/png", "image/webp"],
    }).notNull(),
    /** The size of the attachment in bytes. */
    size: integer("size").notNull(),
    /** SHA-256 of the bytes, base64url. */
    digest: text("digest").notNull(),
    objectKey: text("object_key").notNull(),
    /** The member who added the attachment. */
    memberId: uuid("member_id"),
    deletedAt: instant("deleted_at"),
    /** When the object was deleted from the store, after 30 days; then the attachment can't be restored. */
    purgedAt: instant("purged_at"),
    ...revision(),
  },
  (t) => [
    index("attachments_trip_id_target_idx").on(t.tripId, t.targetKind, t.targetId),
    unique("attachments_object_key_key").on(t.objectKey),
    index("attachments_deleted_at_idx")
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null and ${t.purgedAt} is null`),
    check("attachments_size_check", sql`${t.size} between 1 and 10485760`),
    check("attachments_name_check", sql`length(${t.name}) between 1 and 200`),
    check(
      "attachments_target_kind_check",
      sql`${t.targetKind} in ('trip', 'stop', 'reservation', 'expense')`,
    ),
  ],
);
