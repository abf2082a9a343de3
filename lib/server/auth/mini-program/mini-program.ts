import type { AuthContext, BetterAuthPlugin, User } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { parseSessionOutput, parseUserOutput } from "better-auth/db";
import * as z from "zod";

import { env } from "#lib/server/env/env.ts";
import { log } from "#lib/server/http/log.ts";
import { isUniqueViolation } from "#lib/server/auth/unique-violation.ts";
import { fittingName } from "../display-name.ts";
import { placeholderEmail } from "../providers/profile.ts";
import { findProviderAccount, type UnionIdentity } from "../providers/union-id.ts";
import { exchangeLoginCode } from "./platform.ts";

export const MINI_PROGRAM = "mini-program";

/** How often a sign-in is tried, because sign-ins of one user at the same moment can fail at each other's rows. */
const TRIES = 4;

/** `POST /mini-program/sign-in { code }` exchanges the platform's login code for an ordinary session. */
export function miniProgram(): BetterAuthPlugin {
  return {
    id: MINI_PROGRAM,
    endpoints: {
      signInMiniProgram: createAuthEndpoint(
        "/mini-program/sign-in",
        { method: "POST", body: z.object({ code: z.string().min(1).max(512) }) },
        async (ctx) => {
          const identity = await identityOf(ctx.body.code);
          const user = await findOrCreate(ctx.context.internalAdapter, identity);
          const session = await ctx.context.internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({
            token: session.token,
            session: parseSessionOutput(ctx.context.options, session),
            user: parseUserOutput(ctx.context.options, user),
          });
        },
      ),
    },
  };
}

async function identityOf(code: string): Promise<UnionIdentity> {
  const identity = await exchangeLoginCode(env(), code).catch((error: unknown) => {
    log().warn({ err: error }, "auth: the mini-program platform could not be asked");
    throw new APIError("SERVICE_UNAVAILABLE", {
      code: "PROVIDER_UNAVAILABLE",
      message: "The mini-program platform does not answer. Get a new login code and try again.",
    });
  });
  if (identity) return identity;
  const message = "The platform does not know this login code. Get a new one and try again.";
  throw new APIError("UNAUTHORIZED", { code: "INVALID_CODE", message });
}

/**
 * Finds or creates the user. Sign-ins of one user at the same moment violate unique indexes; the one that fails finds
 * the rows of the other at its next try.
 */
async function findOrCreate(rows: AuthContext["internalAdapter"], identity: UnionIdentity): Promise<User> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return (await find(rows, identity)) ?? (await create(rows, identity));
    } catch (error) {
      if (left <= 1 || !isUniqueViolation(error)) throw error;
    }
  }
}

async function find(rows: AuthContext["internalAdapter"], identity: UnionIdentity): Promise<User | null> {
  const account = await findProviderAccount(rows, MINI_PROGRAM, identity);
  return account && rows.findUserById(account.userId);
}

async function create(
  rows: AuthContext["internalAdapter"],
  { openId, subject }: UnionIdentity,
): Promise<User> {
  const email = placeholderEmail(MINI_PROGRAM, openId);
  const profile = { name: fittingName(undefined), email, emailVerified: false };
  const { user } = await rows.createOAuthUser(profile, { providerId: MINI_PROGRAM, accountId: subject });
  return user;
}
