import { customType, integer, timestamp, uuid } from "drizzle-orm/pg-core";

/** The columns hold milliseconds, the precision of JavaScript and of the wire format. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3 });
}

export function id() {
  return uuid("id").primaryKey();
}

export function createdAt() {
  return instant("created_at").notNull().defaultNow();
}

/** Columns of every entity: a version that counts its changes, and the time of the last change. */
export function revision() {
  return {
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  };
}

/** Ordering keys compare as bytes, whatever the database's locale. */
export const orderKey = customType<{ data: string }>({ dataType: () => `text COLLATE "C"` });
