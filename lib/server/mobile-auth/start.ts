import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { env } from "#lib/server/env/env.ts";
import { readCookie } from "#lib/server/access/session-token.ts";

/* The parameters that an app sends when it starts a sign-in are stored in a signed cookie of the system's browser
   until the sign-in ends. The cookie distinguishes a sign-in that this browser started from one that it only ends
   because it followed somebody else's link. */

const NAME = "wayfare-mobile-start";
/** The time that a provider's page and a second factor may take. */
const LIFETIME_SECONDS = 900;

/**
 * The parameters of the app: `state`, by which it recognises the answer (RFC 6749), and `code_challenge`, by which it
 * proves that the code is its own (RFC 7636).
 */
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
  /** When the sign-in started, in milliseconds since 1970. */
  at: z.number(),
  state: z.string().optional(),
  challenge: z.string().optional(),
});
export type Start = z.infer<typeof Start>;

/** Returns a `Set-Cookie` value that stores a start in this browser. */
export function startCookie(start: Start): string {
  const payload = Buffer.from(JSON.stringify(start)).toString("base64url");
  return cookie(`${payload}.${signature(payload)}`, LIFETIME_SECONDS);
}

/** Returns a `Set-Cookie` value that deletes the start. */
export function expiredStartCookie(): string {
  return cookie("", 0);
}

/** Returns the start of this browser; null when there is none or it has expired. */
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
