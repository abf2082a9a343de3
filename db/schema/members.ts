import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, revision } from "./columns.ts";
import { trips } from "./trips.ts";

/**
 * A member outlives the account: votes, comments and balances refer to the row, so there is no foreign key to users.
 */
export const tripMembers = pgTable(
  "trip_members",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    userId: uuid("user_id"),
    name: text("name").notNull(),
    image: text("image"),
    role: text("role", { enum: ["guest", "viewer", "editor", "owner"] }).notNull(),
    leftAt: instant("left_at"),
    /** When this member was last removed or demoted: only later invites let the member in again or raise the role. */
    invitesAfter: instant("invites_after"),
    /** The invite by which a guest joined; an account that claims the guest gets the invite's role. */
    inviteId: uuid("invite_id"),
    ...revision(),
  },
  (t) => [
    uniqueIndex("trip_members_trip_id_user_id_idx").on(t.tripId, t.userId),
    index("trip_members_user_id_idx")
      .on(t.userId)
      .where(sql`${t.leftAt} is null`),
    index("trip_members_former_user_id_idx")
      .on(t.userId)
      .where(sql`${t.leftAt} is not null`),
    uniqueIndex("trip_members_owner_idx")
      .on(t.tripId)
      .where(sql`${t.role} = 'owner' and ${t.leftAt} is null`),
    check("trip_members_role_check", sql`${t.role} in ('guest', 'viewer', 'editor', 'owner')`),
  ],
);

export const invites = pgTable(
  "invites",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, base64url; the token itself is only in the link. */
    tokenHash: text("token_hash").notNull(),
    role: text("role", { enum: ["guest", "viewer", "editor"] }).notNull(),
    /** The placeholder whose row the first user to accept the invite gets. */
    memberId: uuid("member_id").references(() => tripMembers.id, { onDelete: "cascade" }),
    email: text("email"),
    expiresAt: instant("expires_at").notNull(),
    maxUses: integer("max_uses"),
    uses: integer("uses").notNull().default(0),
    revokedAt: instant("revoked_at"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => tripMembers.id, { onDelete: "cascade" }),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("invites_token_hash_idx").on(t.tokenHash),
    index("invites_trip_id_idx").on(t.tripId),
    index("invites_created_by_idx").on(t.createdBy),
    index("invites_member_id_idx").on(t.memberId),
    check("invites_role_check", sql`${t.role} in ('guest', 'viewer', 'editor')`),
    check("invites_uses_check", sql`${t.uses} >= 0 and (${t.maxUses} is null or ${t.uses} <= ${t.maxUses})`),
  ],
);
