import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import { drizzle } from "drizzle-orm/node-postgres";
import { newId } from "#lib/server/process/new-id.ts";
import type { Database } from "#db/client.ts";
import * as schema from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";
import { defer } from "#lib/server/http/defer.ts";
import { log, withoutSecrets } from "#lib/server/http/log.ts";
import {
  SESSION_EXTENDED_EVERY_SECONDS,
  SESSION_LIFETIME_SECONDS,
} from "#lib/server/access/session-token.ts";
import { isUniqueViolation } from "#lib/server/auth/unique-violation.ts";
import { Currency } from "#lib/shared/fields.ts";
import { avatarImage } from "./avatar-image.ts";
import { refuseGuessable } from "./guessable-password.ts";
import { sendChangeEmailLink, sendResetLink } from "./mails.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { verifyByLink } from "./pending-sign-up.ts";
import { authPlugins } from "./plugins.ts";
import { configuredStore, rateLimiter } from "./rate-limit.ts";
import { RATE_DEFAULT, RATE_RULES } from "./rate-rules.ts";
import { PASSWORD_LENGTH, requestHooks } from "./request-hooks.ts";
import { requestScope } from "./request-scope.ts";
import { sessionHooks } from "./session-age.ts";
import { rowHooks } from "./row-hooks.ts";
import { noteCreatedSession } from "./security-events.ts";

export const AUTH_PATH = "/api/auth";
const APP_NAME = "Wayfare";
const SESSION_HOOKS = { ...sessionHooks, create: { ...sessionHooks.create, after: noteCreatedSession } };

export type Auth = ReturnType<typeof createAuth>;

let current: { database: Database; auth: Auth } | undefined;

/**
 * Returns the process's instance of better-auth. It is made at first use, so that a build needs no environment
 * variables.
 * @throws AppError UNAVAILABLE
 */
export function auth(): Auth {
  const database = freshDatabase();
  if (current?.database !== database) current = { database, auth: createAuth(database) };
  return current.auth;
}

function createAuth(database: Database) {
  const { BASE_URL, BETTER_AUTH_SECRET, CLIENT_IP_HEADER, TRUSTED_ORIGINS } = env();
  const plugins = authPlugins({ appName: APP_NAME, secret: BETTER_AUTH_SECRET });
  return betterAuth({
    appName: APP_NAME,
    baseURL: BASE_URL,
    basePath: AUTH_PATH,
    secret: BETTER_AUTH_SECRET,
    trustedOrigins: TRUSTED_ORIGINS,
    database: drizzleAdapter(drizzle(database.pool, { schema }), {
      provider: "pg",
      schema,
      usePlural: true,
      // Transactions are off by default, so that a failed sign-up would leave a user without an account.
      transaction: true,
    }),
    plugins: plugins.all,
    hooks: { before: requestHooks(plugins) },
    databaseHooks: {
      ...rowHooks,
      session: { ...rowHooks?.session, ...SESSION_HOOKS },
      account: { create: { before: withoutTokens, after: noteNewAccount } },
    },
    // By better-auth's own rule, accounts are linked only by an address that both sides have verified.
    account: { accountLinking: { enabled: true }, updateAccountOnSignIn: false },
    user: userOptions(),
    session: {
      expiresIn: SESSION_LIFETIME_SECONDS,
      updateAge: SESSION_EXTENDED_EVERY_SECONDS,
      // By default better-auth refuses the list of sessions to a session that is older than a day.
      freshAge: 0,
    },
    verification: { storeIdentifier: "hashed" },
    emailAndPassword: passwordOptions(),
    emailVerification: { sendOnSignUp: true, sendOnSignIn: true, autoSignInAfterVerification: true },
    rateLimit: {
      enabled: true,
      ...RATE_DEFAULT,
      customRules: RATE_RULES,
      customStorage: rateLimiter(configuredStore()),
    },
    advanced: {
      useSecureCookies: BASE_URL.startsWith("https://"),
      // Without this option better-auth would turn the check of the origin off under NODE_ENV=test.
      disableOriginCheck: false,
      // With an empty list better-auth trusts no header; without a list it would use its default.
      ipAddress: { ipAddressHeaders: CLIENT_IP_HEADER ? [CLIENT_IP_HEADER] : [] },
      backgroundTasks: { handler: (task) => defer(() => task, "background work of authentication") },
      database: { generateId: newId, joins: true },
    },
    telemetry: { enabled: false },
    // An error that is no refusal is thrown on to `handleAuth`, which logs it without its data; better-auth would print
    // all of it.
    onAPIError: { errorURL: `${BASE_URL}/sign-in`, throw: true },
    // The logger gets no `level`, because better-auth would then also print every refusal.
    logger: { log: logError },
  });
}

function userOptions() {
  return {
    additionalFields: {
      defaultCurrency: {
        type: "string",
        required: false,
        defaultValue: "JPY",
        validator: { input: Currency },
      },
    },
    // Clients use the codes of `/email-otp/*`; the links of `/change-email` stay configured.
    changeEmail: { enabled: true, sendChangeEmailConfirmation: sendChangeEmailLink },
  } as const;
}

function passwordOptions() {
  return {
    enabled: true,
    requireEmailVerification: true,
    revokeSessionsOnPasswordReset: true,
    minPasswordLength: PASSWORD_LENGTH.min,
    maxPasswordLength: PASSWORD_LENGTH.max,
    password: { hash: hashOnce, verify: verifyPassword },
    sendResetPassword: sendResetLink,
    onPasswordReset: ({ user }: { user: { id: string } }) => verifyByLink(user.id),
    // The answer to a second sign-up with the same address must not differ from the first answer.
    customSyntheticUser: ({ coreFields, additionalFields, id }: SyntheticUser) => ({
      ...coreFields,
      image: avatarImage(id),
      twoFactorEnabled: false,
      isAnonymous: false,
      ...additionalFields,
      id,
    }),
  };
}

interface SyntheticUser {
  coreFields: Record<string, unknown>;
  additionalFields: Record<string, unknown>;
  id: string;
}

async function hashOnce(password: string): Promise<string> {
  const { signUp, newPasswordOf } = requestScope() ?? {};
  if (newPasswordOf !== undefined) await refuseGuessable(password, [newPasswordOf]);
  return signUp?.password === password ? signUp.hash : hashPassword(password);
}

/** Removes the provider's tokens, which are not stored, because the service calls the provider only at a sign-in. */
function withoutTokens(account: object) {
  const none = { accessToken: null, refreshToken: null, idToken: null, scope: null };
  const expired = { accessTokenExpiresAt: null, refreshTokenExpiresAt: null };
  return Promise.resolve({ data: { ...account, ...none, ...expired } });
}

/** Notes a new way to sign in for the notice to the owner; the first way of a new user needs no notice. */
function noteNewAccount({ providerId, userId }: { providerId: string; userId: string }) {
  const scope = requestScope();
  if (scope && providerId === "credential") scope.hasFirstPassword = true;
  else if (scope && scope.newUserId !== userId) scope.linkedTo = userId;
  return Promise.resolve();
}

/**
 * Logs errors only, because refusals are ordinary answers. Arguments that are no errors may contain addresses or
 * bodies, so they are left out.
 */
function logError(level: string, message: string, ...rest: unknown[]): void {
  if (level !== "error") return;
  const fault = rest.find((value) => value instanceof Error);
  // The error is of two sign-ups at the same moment; `handleAuth` sends the answer to the one that failed.
  if (isUniqueViolation(fault)) return;
  log().error({ err: fault }, `auth: ${withoutSecrets(message)}`);
}
