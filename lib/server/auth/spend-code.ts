import type { GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { createHmac } from "node:crypto";
import * as z from "zod";
import { findOpenSecondFactor, spendCodeStep } from "#db/queries/second-factors.ts";
import { freshDatabase } from "#lib/server/database.ts";
import { viewerOf } from "./request-guards.ts";

const STEP_SECONDS = 30;
/** The clock may be one step off, as the plugin has it. */
const OFF = [0, -1, 1];

const Asked = z.object({ code: z.string() });

/**
 * A code of an authenticator opens one session: whoever has read it over a shoulder comes too late. The plugin would take
 * it again for a minute and a half. What is no right code is the plugin's to refuse, and to count.
 * @throws APIError CODE_ALREADY_USED (401); the sign-in goes on waiting for the next code
 */
export const spendCode = {
  matcher: ({ path }: { path?: string }) => path === "/two-factor/verify-totp",
  handler: createAuthMiddleware(async (context) => {
    const { code } = Asked.safeParse(context.body).data ?? {};
    const userId = code === undefined ? null : await whose(context);
    if (code === undefined || userId === null) return;
    const db = freshDatabase();
    const [row] = await findOpenSecondFactor(db, { userId });
    if (!row) return;
    const secret = await symmetricDecrypt({ key: context.context.secretConfig, data: row.secret });
    const step = stepOf(secret, code, Date.now());
    if (step === null) return;
    const [spent] = await spendCodeStep(db, { userId, step });
    if (spent) return;
    throw new APIError("UNAUTHORIZED", {
      code: "CODE_ALREADY_USED",
      message: "This code was used already. Wait for the next one.",
    });
  }),
};

/** In the plugin's own order: who is signed in, else whose sign-in waits. */
export async function whose(context: GenericEndpointContext): Promise<string | null> {
  const viewer = await viewerOf(context);
  if (viewer) return viewer.userId;
  const { name } = context.context.createAuthCookie("two_factor");
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (!challenge) return null;
  const waiting = await context.context.internalAdapter.findVerificationValue(challenge);
  return waiting?.value ?? null;
}

/** The half minute since 1970 whose code this is, by RFC 6238; null: of none that counts now. */
export function stepOf(secret: string, code: string, now: number): number | null {
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
