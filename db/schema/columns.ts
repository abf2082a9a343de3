import { customType, integer, timestamp, uuid } from "drizzle-orm/pg-core";

/** Milliseconds are what JavaScript and the wire can hold, so the column holds no more. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3 });
}

export function id() {
  return uuid("id").primaryKey();
}

export function createdAt() {
  return instant("created_at").notNull().defaultNow();
}

/** Every entity counts its changes and says when the last one was. */
export function revision() {
  return {
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  };
}

/** Ordering keys compare as bytes, whatever the database's locale. */
export const orderKey = customType<{ data: string }>({ dataType: () => `text COLLATE "C"` });
