import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { env } from "#lib/server/env.ts";
import { readCookie } from "#lib/server/session-token.ts";

/* What an app gives along when it opens the sign-in, kept in a signed cookie of the system's browser until it ends. The
   cookie tells the end of a sign-in that this browser began from a link that somebody else has put there. */

const NAME = "wayfare-mobile-start";
/** As long as a provider's page and a second factor may take. */
const LIFETIME_SECONDS = 900;

/** The app's own parameters, by which it knows its answer (RFC 6749, `state`) and proves its code (RFC 7636). */
export const AppParameters = z
  .object({
    state: z
      .string()
      .regex(/^[\x20-\x7e]{1,512}$/, "state has 1 to 512 printable ASCII characters.")
      .optional(),
    code_challenge: z
      .string()
      .regex(/^[\w-]{43}$/, "code_challenge is the base64url SHA-256 of the code_verifier, 43 characters.")
      .optional(),
    code_challenge_method: z.literal("S256", "code_challenge_method is S256.").optional(),
  })
  .refine((given) => (given.code_challenge === undefined) === (given.code_challenge_method === undefined), {
    message: "Send code_challenge and code_challenge_method=S256 together, or neither.",
  });

const Start = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  state: z.string().optional(),
  challenge: z.string().optional(),
});
export type Start = z.infer<typeof Start>;

/** A `Set-Cookie` value that keeps a start in this browser. */
export function startCookie(start: Start): string {
  const payload = Buffer.from(JSON.stringify(start)).toString("base64url");
  return cookie(`${payload}.${signature(payload)}`, LIFETIME_SECONDS);
}

/** A `Set-Cookie` value that ends it. */
export function endStart(): string {
  return cookie("", 0);
}

/** The start that this browser came by; null without one, or when it is over. */
export function readStart(headers: Headers, now = Date.now()): Start | null {
  const [payload = "", signed = ""] = (readCookie(headers, cookieName()) ?? "").split(".");
  const expected = Buffer.from(signature(payload));
  const given = Buffer.from(signed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const start = Start.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  return now - start.at <= LIFETIME_SECONDS * 1000 ? start : null;
}

function signature(payload: string): string {
  return createHmac("sha256", env().BETTER_AUTH_SECRET).update(`mobile-start:${payload}`).digest("base64url");
}

function isSecure(): boolean {
  return env().BASE_URL.startsWith("https://");
}

function cookieName(): string {
  return `${isSecure() ? "__Secure-" : ""}${NAME}`;
}

function cookie(value: string, seconds: number): string {
  const secure = isSecure() ? "; Secure" : "";
  return `${cookieName()}=${value}; Max-Age=${seconds}; Path=/api/mobile-auth; HttpOnly${secure}; SameSite=Lax`;
}
