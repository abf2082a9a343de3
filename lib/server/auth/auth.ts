import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import { drizzle } from "drizzle-orm/node-postgres";
import { newId } from "#lib/server/new-id.ts";
import type { Database } from "#db/client.ts";
import * as schema from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/database.ts";
import { env } from "#lib/server/env.ts";
import { defer } from "#lib/server/http/defer.ts";
import { log, withoutSecrets } from "#lib/server/http/log.ts";
import { SESSION_EXTENDED_EVERY_SECONDS, SESSION_LIFETIME_SECONDS } from "#lib/server/session-token.ts";
import { isUniqueViolation } from "#lib/server/unique-violation.ts";
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
import { afterSession } from "./security-events.ts";

export const AUTH_PATH = "/api/auth";
const APP_NAME = "Wayfare";
const SESSION_HOOKS = { ...sessionHooks, create: { ...sessionHooks.create, after: afterSession } };

export type Auth = ReturnType<typeof createAuth>;

let current: { database: Database; auth: Auth } | undefined;

/** The process's own instance, made on first use so that a build needs no environment. @throws AppError UNAVAILABLE */
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
      // Off by default, which would leave users without an account behind failed sign-ups.
      transaction: true,
    }),
    plugins: plugins.all,
    hooks: { before: requestHooks(plugins) },
    databaseHooks: {
      ...rowHooks,
      session: { ...rowHooks?.session, ...SESSION_HOOKS },
      account: { create: { before: withoutTokens, after: noteNewAccount } },
    },
    // Linking needs an address that both sides have verified, which is better-auth's own rule.
    account: { accountLinking: { enabled: true }, updateAccountOnSignIn: false },
    user: userOptions(),
    session: {
      expiresIn: SESSION_LIFETIME_SECONDS,
      updateAge: SESSION_EXTENDED_EVERY_SECONDS,
      // The list of sessions would otherwise be closed to sessions older than a day.
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
      // better-auth turns the check off under NODE_ENV=test unless told otherwise.
      disableOriginCheck: false,
      // An empty list, unlike none, trusts no header at all.
      ipAddress: { ipAddressHeaders: CLIENT_IP_HEADER ? [CLIENT_IP_HEADER] : [] },
      backgroundTasks: { handler: (task) => defer(() => task, "background work of authentication") },
      database: { generateId: newId, joins: true },
    },
    telemetry: { enabled: false },
    // What is no refusal is thrown on to our frame, which logs it without its data; better-auth would print all of it.
    onAPIError: { errorURL: `${BASE_URL}/sign-in`, throw: true },
    // With a level of its own, better-auth would also print every refusal.
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
    // What a second sign-up with the same address is told must not differ from the first answer.
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

/** Nothing is ever asked of a provider after the sign-in, so its tokens are not kept. */
function withoutTokens(account: object) {
  const none = { accessToken: null, refreshToken: null, idToken: null, scope: null };
  const expired = { accessTokenExpiresAt: null, refreshTokenExpiresAt: null };
  return Promise.resolve({ data: { ...account, ...none, ...expired } });
}

/** A way to sign in that somebody did not have before; a new person's first one is none to tell them of. */
function noteNewAccount({ providerId, userId }: { providerId: string; userId: string }) {
  const scope = requestScope();
  if (scope && providerId === "credential") scope.hasFirstPassword = true;
  else if (scope && scope.newUserId !== userId) scope.linkedTo = userId;
  return Promise.resolve();
}

/** Only faults: refusals are answers. Arguments other than errors may hold addresses or bodies, so they are left out. */
function logError(level: string, message: string, ...rest: unknown[]): void {
  if (level !== "error") return;
  const fault = rest.find((value) => value instanceof Error);
  // Sign-ups at the same moment; the handler gives the one that lost its answer.
  if (isUniqueViolation(fault)) return;
  log().error({ err: fault }, `auth: ${withoutSecrets(message)}`);
}
