import { relations, sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns.ts";

/* better-auth's tables: properties have the names of its fields, so they don't always follow the rest of the schema. */

function updatedAt() {
  return instant("updated_at").notNull().defaultNow();
}

export const users = pgTable(
  "users",
  {
    id: id(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    /** The currency that the forms preselect for the costs of new stops. */
    defaultCurrency: text("default_currency").notNull().default("JPY"),
    twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
    /** Whether the user is a guest: somebody without an account, in one trip. */
    isAnonymous: boolean("is_anonymous").notNull().default(false),
    /** Since when an operator lets nobody sign in as this user; null: sign-in is allowed. */
    blockedAt: instant("blocked_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("users_email_idx").on(t.email),
    /** The index for the purge of unverified sign-ups. */
    index("users_unverified_created_at_idx")
      .on(t.createdAt)
      .where(sql`not ${t.emailVerified} and ${t.email} not like '%.invalid'`),
    /** The index for the purge of guests who can't come back. */
    index("users_anonymous_idx")
      .on(t.id)
      .where(sql`${t.isAnonymous}`),
    check("users_email_check", sql`${t.email} = lower(${t.email})`),
    check("users_default_currency_check", sql`${t.defaultCurrency} ~ '^[A-Z]{3}$'`),
  ],
);

function userId() {
  return uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
}

export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: userId(),
    token: text("token").notNull(),
    expiresAt: instant("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("sessions_token_idx").on(t.token),
    index("sessions_user_id_idx").on(t.userId),
    index("sessions_expires_at_idx").on(t.expiresAt),
  ],
);

/** Ways to sign in: a password (`credential`) or an identity at a provider. */
export const accounts = pgTable(
  "accounts",
  {
    id: id(),
    userId: userId(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("accounts_account_id_provider_id_idx").on(t.accountId, t.providerId),
    index("accounts_user_id_idx").on(t.userId),
  ],
);

/** One-time codes, reset links and sign-in challenges; identifiers and codes are stored hashed. */
export const verifications = pgTable(
  "verifications",
  {
    id: id(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("verifications_identifier_created_at_idx").on(t.identifier, t.createdAt),
    index("verifications_expires_at_idx").on(t.expiresAt),
    /** The index for deletions by the user in the value. It is a hash index, which takes values of any length. */
    index("verifications_value_idx").using("hash", t.value),
  ],
);

export const twoFactors = pgTable(
  "two_factors",
  {
    id: id(),
    userId: userId(),
    secret: text("secret").notNull(),
    backupCodes: text("backup_codes").notNull(),
    verified: boolean("verified").notNull().default(true),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: instant("locked_until"),
    /** The half minute (since 1970) of the code that was used last: codes of it or of earlier ones are refused. */
    lastUsedStep: integer("last_used_step"),
  },
  (t) => [uniqueIndex("two_factors_user_id_idx").on(t.userId)],
);

/* Relations with which better-auth reads a session together with its user in one statement. */
export const usersRelations = relations(users, ({ many }) => ({
  sessions: many(sessions),
  accounts: many(accounts),
}));
export const sessionsRelations = relations(sessions, ({ one }) => ({
  users: one(users, { fields: [sessions.userId], references: [users.id] }),
}));
export const accountsRelations = relations(accounts, ({ one }) => ({
  users: one(users, { fields: [accounts.userId], references: [users.id] }),
}));
