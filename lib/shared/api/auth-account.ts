import * as z from "zod";
import { Id } from "../fields.ts";
import { AuthSession, LinkedAccount, SignedInAnswer } from "../auth.ts";
import { Currency } from "../fields.ts";
import { email, password, otp, Code, callbackURL, Success, Status, authentication } from "./auth-endpoint.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";

/** Endpoints under `/api/auth` with which a user changes how they sign in. */
export const accountEndpoints: DocumentedEndpoint[] = [
  authentication(
    "updateUser",
    "POST",
    "/api/auth/update-user",
    "Change the name or the preselected currency.",
    {
      access: "user",
      body: z.object({ name: z.string().min(1).max(64).optional(), defaultCurrency: Currency.optional() }),
      response: Status,
    },
  ),
  authentication(
    "requestEmailChange",
    "POST",
    "/api/auth/email-otp/request-email-change",
    "With a code of type `change-email` from the present inbox, mail one to the new address.",
    {
      access: "user",
      body: z.object({
        newEmail: email,
        otp: otp.optional().meta({ description: "left out only by accounts that have no address yet" }),
      }),
      response: Success,
    },
  ),
  authentication(
    "changeEmail",
    "POST",
    "/api/auth/email-otp/change-email",
    "With the code from the new inbox, change the address.",
    {
      access: "user",
      body: z.object({ newEmail: email, otp }),
      response: Success,
    },
  ),
  authentication(
    "requestReset",
    "POST",
    "/api/auth/email-otp/request-password-reset",
    "Mail a code to set a password with.",
    {
      body: z.object({ email }),
      response: Success,
    },
  ),
  authentication(
    "reset",
    "POST",
    "/api/auth/email-otp/reset-password",
    "Set a password with a code; ends all sessions.",
    {
      body: Code.extend({ password }),
      response: Success,
    },
  ),
  authentication(
    "requestResetLink",
    "POST",
    "/api/auth/request-password-reset",
    "Mail a link to set a password with.",
    {
      body: z.object({ email, redirectTo: callbackURL }),
      response: Status.extend({ message: z.string() }),
    },
  ),
  authentication(
    "openResetLink",
    "GET",
    "/api/auth/reset-password/{token}",
    "The mailed link; goes on to the page that it names.",
    {
      params: z.object({ token: z.string() }),
      query: z.object({ callbackURL }),
      status: 302,
    },
  ),
  authentication(
    "resetByLink",
    "POST",
    "/api/auth/reset-password",
    "Set a password with a link's token; ends all sessions.",
    {
      body: z.object({ newPassword: password, token: z.string() }),
      response: Status,
    },
  ),
  authentication(
    "changePassword",
    "POST",
    "/api/auth/change-password",
    "Change the password; may end the other sessions.",
    {
      access: "user",
      body: z.object({
        currentPassword: z.string(),
        newPassword: password,
        revokeOtherSessions: z.boolean().optional(),
      }),
      response: SignedInAnswer,
    },
  ),
  authentication(
    "changeEmailByLink",
    "POST",
    "/api/auth/change-email",
    "Change the address by mailed links.",
    {
      access: "user",
      body: z.object({ newEmail: email, callbackURL }),
      response: Status,
    },
  ),
  authentication(
    "openEmailLink",
    "GET",
    "/api/auth/verify-email",
    "The mailed link of a change of address.",
    {
      query: z.object({ token: z.string(), callbackURL }),
      status: 302,
    },
  ),
  authentication("sessions", "GET", "/api/auth/list-sessions", "Where the caller is signed in.", {
    access: "user",
    response: z.array(AuthSession),
  }),
  authentication("revokeSession", "POST", "/api/auth/revoke-session", "End one session.", {
    access: "user",
    body: z.object({ token: z.string() }),
    response: Status,
  }),
  authentication("revokeSessions", "POST", "/api/auth/revoke-sessions", "End all sessions, this one too.", {
    access: "user",
    response: Status,
  }),
  authentication("accounts", "GET", "/api/auth/list-accounts", "The ways in which the caller can sign in.", {
    access: "user",
    response: z.array(LinkedAccount),
  }),
  authentication("unlinkAccount", "POST", "/api/auth/unlink-account", "Remove one of them; never the last.", {
    access: "user",
    body: z.object({ accountId: Id.meta({ description: "of a row of list-accounts; a password stays" }) }),
    response: Status,
  }),
  authentication(
    "enableTwoFactor",
    "POST",
    "/api/auth/two-factor/enable",
    "A new secret and backup codes; on only after a code was verified.",
    {
      access: "user",
      body: z.object({ password: z.string().optional() }),
      response: z.object({
        method: z.literal("totp"),
        totpURI: z.string(),
        backupCodes: z.array(z.string()),
      }),
    },
  ),
  authentication(
    "newBackupCodes",
    "POST",
    "/api/auth/two-factor/generate-backup-codes",
    "Replace the backup codes; shown once.",
    {
      access: "user",
      response: Status.extend({ backupCodes: z.array(z.string()) }),
    },
  ),
  authentication(
    "disableTwoFactor",
    "POST",
    "/api/auth/two-factor/disable",
    "Turn two-factor authentication off.",
    {
      access: "user",
      response: Status,
    },
  ),
];
