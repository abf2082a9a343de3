import * as z from "zod";
import { Currency, Id, Instant } from "./fields.ts";

/*
 * Schemas of the authentication endpoints' answers. better-auth makes these answers, so only the OpenAPI document uses
 * the schemas.
 */

export const AuthUser = z
  .object({
    id: Id,
    name: z.string().meta({ description: "1 to 64 characters" }),
    email: z.email().meta({ description: "ends in `.invalid` for people who have given no address yet" }),
    emailVerified: z.boolean(),
    image: z.string().meta({ description: "a URL, or a generated picture as a data URI" }),
    defaultCurrency: Currency,
    twoFactorEnabled: z.boolean(),
    isAnonymous: z
      .boolean()
      .meta({ description: "a guest: somebody without an account, who is in one trip" }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "AuthUser" });

export const AuthSession = z
  .object({
    id: Id,
    userId: Id,
    token: z.string().meta({ description: "what native clients send as `Authorization: Bearer`" }),
    expiresAt: Instant,
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "AuthSession" });

export const CurrentSession = z.object({ session: AuthSession, user: AuthUser }).nullable();

/** The answer instead of a session if the account has two-factor authentication. */
const Challenge = z
  .object({
    twoFactorRedirect: z.literal(true),
    twoFactorMethods: z.array(z.literal("totp")),
    twoFactorToken: z.string().optional().meta({
      description: "for native clients, which keep no cookies: goes back as `twoFactorToken` beside the code",
    }),
  })
  .meta({ id: "TwoFactorChallenge" });

const SignedIn = z.object({ token: z.string().nullable(), user: AuthUser }).meta({ id: "SignedIn" });

export const SignedInAnswer = z.union([SignedIn, Challenge]);
export const NewSession = z.object({ token: z.string(), session: AuthSession, user: AuthUser });
export const NewSessionOrChallenge = z.union([NewSession, Challenge]);
export const SignUpAnswer = z.object({ token: z.null(), user: AuthUser });
export const SecondFactorInput = z.object({
  code: z.string(),
  trustDevice: z.boolean().optional(),
  twoFactorToken: z.string().optional(),
});
export const LinkedAccount = z.object({
  id: Id,
  providerId: z.enum(["credential", "idp-primary", "idp-qr", "mini-program"]),
  accountId: z.string(),
  userId: Id,
  scopes: z.array(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
});
