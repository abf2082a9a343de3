import type { GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { createHmac } from "node:crypto";
import * as z from "zod";
import { findUnlockedSecondFactor, markTotpStepUsed } from "#db/queries/second-factors.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { viewerOf } from "./request-guards.ts";

const STEP_SECONDS = 30;
/** The steps whose codes are accepted, counted from now: the device's clock may be one step off, as in the plugin. */
const OFF = [0, -1, 1];

const Asked = z.object({ code: z.string() });

/**
 * Lets an authenticator's code open one session only, so that somebody who saw the code cannot use it again. The plugin
 * would accept it again for a minute and a half. The plugin refuses and counts wrong codes.
 * @throws APIError CODE_ALREADY_USED (401); the sign-in goes on waiting for the next code
 */
export const spendCode = {
  matcher: ({ path }: { path?: string }) => path === "/two-factor/verify-totp",
  handler: createAuthMiddleware(async (context) => {
    const { code } = Asked.safeParse(context.body).data ?? {};
    const userId = code === undefined ? null : await findCodeOwner(context);
    if (code === undefined || userId === null) return;
    const db = freshDatabase();
    const [row] = await findUnlockedSecondFactor(db, { userId });
    if (!row) return;
    const secret = await symmetricDecrypt({ key: context.context.secretConfig, data: row.secret });
    const step = totpStepOf(secret, code, Date.now());
    if (step === null) return;
    const [spent] = await markTotpStepUsed(db, { userId, step });
    if (spent) return;
    throw new APIError("UNAUTHORIZED", {
      code: "CODE_ALREADY_USED",
      message: "This code was used already. Wait for the next one.",
    });
  }),
};

/**
 * Returns the user whose code is checked, in the plugin's own order: the signed-in user, or else the user whose sign-in
 * waits.
 */
export async function findCodeOwner(context: GenericEndpointContext): Promise<string | null> {
  const viewer = await viewerOf(context);
  if (viewer) return viewer.userId;
  const { name } = context.context.createAuthCookie("two_factor");
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (!challenge) return null;
  const waiting = await context.context.internalAdapter.findVerificationValue(challenge);
  return waiting?.value ?? null;
}

/**
 * Returns the step of a code by RFC 6238 (half minutes since 1970), or null when the code fits no step that is valid
 * now.
 */
export function totpStepOf(secret: string, code: string, now: number): number | null {
  const current = Math.floor(now / 1000 / STEP_SECONDS);
  return OFF.map((off) => current + off).find((step) => codeAt(secret, step) === code) ?? null;
}

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}
