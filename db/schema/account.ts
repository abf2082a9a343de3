import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./auth.ts";
import { createdAt, instant } from "./columns.ts";

/**
 * Users whose name or picture has changed since their trips were last updated. A trigger on `users` writes the row
 * together with the change itself, whoever makes it.
 */
export const profileChanges = pgTable(
  "profile_changes",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Grows with every change: an update of the trips by an older version is not the end of the work. */
    version: integer("version").notNull().default(1),
    /** When the tick may take the row up; until then the process of the change, or another tick, works on it. */
    dueAt: instant("due_at").notNull(),
  },
  (t) => [index("profile_changes_due_at_idx").on(t.dueAt)],
);

/** Deleted accounts that are still members of trips; the row is deleted with the last of these memberships. */
export const accountDeletions = pgTable(
  "account_deletions",
  {
    userId: uuid("user_id").primaryKey(),
    /** The picture that the account had, so that an uploaded one can be deleted. */
    image: text("image"),
    createdAt: createdAt(),
    /** When the tick may take the row up, as in {@link profileChanges}. */
    dueAt: instant("due_at").notNull(),
  },
  (t) => [index("account_deletions_due_at_idx").on(t.dueAt)],
);

/** Guests who have signed in: their rows are to be handed over to the account. The row is deleted with the guest. */
export const guestClaims = pgTable(
  "guest_claims",
  {
    guestId: uuid("guest_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** When the tick may take the row up, as in {@link profileChanges}. */
    dueAt: instant("due_at").notNull(),
  },
  (t) => [index("guest_claims_due_at_idx").on(t.dueAt), index("guest_claims_user_id_idx").on(t.userId)],
);
