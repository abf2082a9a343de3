import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./auth.ts";
import { createdAt, instant } from "./columns.ts";

/**
 * Users whose name or picture has changed since their trips were last told. A trigger on `users` writes it with the
 * change itself, whoever makes it.
 */
export const profileChanges = pgTable(
  "profile_changes",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Grows with every change: whoever has told the trips of an older one is not done. */
    version: integer("version").notNull().default(1),
    /** When the tick takes it up; until then it is in the hands of who made it, or of another tick. */
    dueAt: instant("due_at").notNull(),
  },
  (t) => [index("profile_changes_due_at_idx").on(t.dueAt)],
);

/** Accounts that are gone and whose trips are still to be left; the row goes with the last of them. */
export const accountDeletions = pgTable(
  "account_deletions",
  {
    userId: uuid("user_id").primaryKey(),
    /** The picture that the account had, so that what was uploaded can be removed. */
    image: text("image"),
    createdAt: createdAt(),
    /** As in {@link profileChanges}. */
    dueAt: instant("due_at").notNull(),
  },
  (t) => [index("account_deletions_due_at_idx").on(t.dueAt)],
);

/** Guests who have signed in: what they did is to become the account's. The row goes with the guest. */
export const guestClaims = pgTable(
  "guest_claims",
  {
    guestId: uuid("guest_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** As in {@link profileChanges}. */
    dueAt: instant("due_at").notNull(),
  },
  (t) => [index("guest_claims_due_at_idx").on(t.dueAt), index("guest_claims_user_id_idx").on(t.userId)],
);
