import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware, sessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { twoFactor } from "better-auth/plugins/two-factor";
import * as z from "zod";
import { forgetTrustedDevices } from "#db/queries/trusted-devices.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { backupCodes, newBackupCodes } from "./backup-codes.ts";
import { accountLockout, backupCodeRateLimit } from "./backup-tries.ts";
import { spendCode } from "./spend-code.ts";

/**
 * Paths that end in a session and so must require the second factor; the plugin itself requires it only after
 * passwords.
 */
const SIGN_INS = new Set([
  "/sign-in/email",
  "/sign-in/email-otp",
  "/sign-in/social",
  "/email-otp/verify-email",
  "/callback/:id",
  "/mini-program/sign-in",
]);

const OptionalPassword = z.object({ password: z.string().optional() }).optional();

/**
 * Requires the second factor on every way to sign in. Turning it off and making new backup codes need no body here,
 * unlike the plugin's own endpoints; but if a password is sent, it must be correct.
 */
export function secondFactor({ issuer, secret }: { issuer: string; secret: string }) {
  const { store, asHash } = backupCodes(secret);
  const plugin = twoFactor({
    issuer,
    allowPasswordless: true,
    backupCodeOptions: { storeBackupCodes: store },
    accountLockout,
  });
  for (const hook of plugin.hooks.after) hook.matcher = ({ path }) => SIGN_INS.has(path ?? "");
  return {
    ...plugin,
    hooks: { ...plugin.hooks, before: [spendCode, backupCodeRateLimit, asHash] },
    endpoints: {
      ...plugin.endpoints,
      disableTwoFactor,
      generateBackupCodes: generateBackupCodes(store.encrypt),
    },
  } satisfies BetterAuthPlugin;
}

const disableTwoFactor = createAuthEndpoint(
  "/two-factor/disable",
  { method: "POST", body: OptionalPassword, use: [sensitiveSessionMiddleware] },
  async (ctx) => {
    const { session, user } = ctx.context.session;
    await checkGivenPassword(ctx, user.id, ctx.body?.password);
    const { internalAdapter, adapter } = ctx.context;
    await adapter.transaction(async (trx) => {
      const update = { twoFactorEnabled: false };
      await trx.update({ model: "user", where: [{ field: "id", value: user.id }], update });
      await trx.deleteMany({ model: "twoFactor", where: [{ field: "userId", value: user.id }] });
    });
    // A device that was trusted under the old secret must not skip the second factor with the new one.
    await forgetTrustedDevices(freshDatabase(), { userId: user.id });
    // The caller's session is replaced by a new one, as the plugin's own endpoint does.
    const next = await internalAdapter.createSession(user.id, false, session);
    await setSessionCookie(ctx, {
      session: next,
      user: Object.assign({}, user, { twoFactorEnabled: false }),
    });
    await internalAdapter.deleteSession(session.token);
    return ctx.json({ status: true });
  },
);

function generateBackupCodes(encrypt: (codes: string) => Promise<string>) {
  return createAuthEndpoint(
    "/two-factor/generate-backup-codes",
    { method: "POST", body: OptionalPassword, use: [sessionMiddleware] },
    async (ctx) => {
      const { user } = ctx.context.session;
      await checkGivenPassword(ctx, user.id, ctx.body?.password);
      const where = [{ field: "userId", value: user.id }];
      const codes = newBackupCodes();
      const update = { backupCodes: await encrypt(JSON.stringify(codes)) };
      const written =
        user.twoFactorEnabled === true &&
        (await ctx.context.adapter.update({ model: "twoFactor", where, update }));
      if (!written) {
        const message = "Two-factor authentication is off. Turn it on first.";
        throw new APIError("BAD_REQUEST", { code: "TWO_FACTOR_NOT_ENABLED", message });
      }
      return ctx.json({ status: true, backupCodes: codes });
    },
  );
}

async function checkGivenPassword(
  ctx: GenericEndpointContext,
  userId: string,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) return;
  const account = await ctx.context.internalAdapter.findCredentialAccount(userId);
  const isRight =
    account?.password && (await ctx.context.password.verify({ hash: account.password, password }));
  if (isRight) return;
  throw new APIError("BAD_REQUEST", { code: "INVALID_PASSWORD", message: "The password is wrong." });
}
