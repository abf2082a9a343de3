import * as z from "zod";
import {
  AuthUser,
  CurrentSession,
  NewSession,
  NewSessionOrChallenge,
  SecondFactorInput,
  SignedInAnswer,
  SignUpAnswer,
} from "../auth.ts";
import { Currency, Id } from "../fields.ts";
import { InviteToken } from "../invites.ts";
import { email, password, EmailAndCode, callbackURL, SuccessAnswer, authEndpoint } from "./auth-endpoint.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";

/** Endpoints for sign-up, sign-in and sign-out: `/api/auth` and `/api/mobile-auth`. */
export const signInEndpoints: DocumentedEndpoint[] = [
  authEndpoint(
    "signUp",
    "POST",
    "/api/auth/sign-up/email",
    "Create an unverified user and mail a code; no session yet.",
    {
      body: z.object({
        name: z.string().min(1).max(64),
        email,
        password,
        defaultCurrency: Currency.optional(),
      }),
      response: SignUpAnswer,
    },
  ),
  authEndpoint("signIn", "POST", "/api/auth/sign-in/email", "Sign in with a password.", {
    body: z.object({ email, password }),
    response: SignedInAnswer,
  }),
  authEndpoint(
    "signInByCode",
    "POST",
    "/api/auth/sign-in/email-otp",
    "Sign in with a mailed code; makes no user.",
    {
      body: EmailAndCode,
      response: SignedInAnswer,
    },
  ),
  authEndpoint(
    "signInByProvider",
    "POST",
    "/api/auth/sign-in/social",
    "Where to send the browser to sign in at a provider.",
    {
      body: z.object({
        provider: z.enum(["idp-primary", "idp-qr"]),
        callbackURL,
        errorCallbackURL: callbackURL,
      }),
      response: z.object({ url: z.url(), redirect: z.boolean() }),
    },
  ),
  authEndpoint(
    "signInAsGuest",
    "POST",
    "/api/auth/sign-in/anonymous",
    "Come into an invite's trip without an account: to read, vote and comment there, and nothing else. A repeat under the same `Idempotency-Key` within ten minutes gets the same guest.",
    {
      body: z.object({ inviteToken: InviteToken, name: z.string().min(1).max(64) }),
      response: z.object({ token: z.string(), user: AuthUser, tripId: Id }),
    },
  ),
  authEndpoint(
    "callback",
    "GET",
    "/api/auth/callback/{provider}",
    "Where a provider sends the browser back to.",
    {
      params: z.object({ provider: z.string() }),
      query: z.object({
        code: z.string().optional(),
        state: z.string().optional(),
        error: z.string().optional(),
      }),
      status: 302,
    },
  ),
  authEndpoint(
    "callbackByForm",
    "POST",
    "/api/auth/callback/{provider}",
    "The same for providers that answer by a form.",
    {
      params: z.object({ provider: z.string() }),
      status: 302,
    },
  ),
  authEndpoint(
    "signInMiniProgram",
    "POST",
    "/api/auth/mini-program/sign-in",
    "Swap the platform's login code for a session.",
    {
      body: z.object({ code: z.string() }),
      response: NewSessionOrChallenge,
    },
  ),
  authEndpoint("signOut", "POST", "/api/auth/sign-out", "End this session.", { response: SuccessAnswer }),
  authEndpoint("session", "GET", "/api/auth/get-session", "The caller's session and user, or null.", {
    response: CurrentSession,
  }),
  authEndpoint(
    "sendCode",
    "POST",
    "/api/auth/email-otp/send-verification-otp",
    "Mail a code of six digits, which works only for what its type names.",
    {
      body: z.object({
        email,
        type: z.enum(["sign-in", "email-verification", "forget-password", "change-email"]),
      }),
      response: SuccessAnswer,
    },
  ),
  authEndpoint(
    "verifyEmail",
    "POST",
    "/api/auth/email-otp/verify-email",
    "Verify the address, and sign in.",
    {
      body: EmailAndCode.extend({
        password: password.optional().meta({
          description:
            "the one signed up with; without it, it stays only where nobody gave another for the address",
        }),
      }),
      response: SignedInAnswer,
    },
  ),
  authEndpoint(
    "verifyTotp",
    "POST",
    "/api/auth/two-factor/verify-totp",
    "A code of the authenticator: turns two-factor on, or finishes a sign-in.",
    {
      body: SecondFactorInput,
      response: SignedInAnswer,
    },
  ),
  authEndpoint(
    "verifyBackupCode",
    "POST",
    "/api/auth/two-factor/verify-backup-code",
    "Finish a sign-in with a backup code.",
    {
      body: SecondFactorInput,
      response: SignedInAnswer,
    },
  ),
  authEndpoint(
    "startMobile",
    "GET",
    "/api/mobile-auth/oauth/start",
    "Open in the system's browser: on to the provider.",
    {
      query: z.object({
        provider: z.enum(["idp-primary", "idp-qr"]),
        state: z
          .string()
          .min(1)
          .max(512)
          .optional()
          .meta({ description: "printable ASCII; comes back with the code or the error" }),
        code_challenge: z
          .string()
          .regex(/^[\w-]{43}$/)
          .optional()
          .meta({ description: "the base64url SHA-256 of the code_verifier (RFC 7636)" }),
        code_challenge_method: z.literal("S256").optional(),
      }),
      status: 302,
    },
  ),
  authEndpoint(
    "completeMobile",
    "GET",
    "/api/mobile-auth/oauth/complete",
    "Back to the app, with a code that works once within 3 minutes; where this browser did not come by a start, to a page that asks first.",
    {
      access: "user",
      status: 302,
    },
  ),
  authEndpoint(
    "exchangeMobile",
    "POST",
    "/api/mobile-auth/oauth/exchange",
    "Swap the code for a session of the app's own.",
    {
      body: z.object({
        code: z.string(),
        state: z.string().optional().meta({ description: "demanded where the start gave one" }),
        code_verifier: z.string().optional().meta({
          description: "demanded where the start gave a code_challenge; a wrong one spends the code",
        }),
      }),
      response: NewSession,
    },
  ),
];
