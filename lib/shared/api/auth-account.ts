import * as z from "zod";
import { Id } from "../fields.ts";
import { AuthSession, LinkedAccount, SignedInAnswer } from "../auth.ts";
import { Currency } from "../fields.ts";
import {
  email,
  password,
  otp,
  EmailAndCode,
  callbackURL,
  SuccessAnswer,
  StatusAnswer,
  authEndpoint,
} from "./auth-endpoint.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";

/** Endpoints under `/api/auth` with which a user changes how they sign in. */
export const accountEndpoints: DocumentedEndpoint[] = [
  authEndpoint(
    "updateUser",
    "POST",
    "/api/auth/update-user",
    "Change the name or the preselected currency.",
    {
      access: "user",
      body: z.object({ name: z.string().min(1).max(64).optional(), defaultCurrency: Currency.optional() }),
      response: StatusAnswer,
    },
  ),
  authEndpoint(
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
      response: SuccessAnswer,
    },
  ),
  authEndpoint(
    "changeEmail",
    "POST",
    "/api/auth/email-otp/change-email",
    "With the code from the new inbox, change the address.",
    {
      access: "user",
      body: z.object({ newEmail: email, otp }),
      response: SuccessAnswer,
    },
  ),
  authEndpoint(
    "requestReset",
    "POST",
    "/api/auth/email-otp/request-password-reset",
    "Mail a code to set a password with.",
    {
      body: z.object({ email }),
      response: SuccessAnswer,
    },
  ),
  authEndpoint(
    "reset",
    "POST",
    "/api/auth/email-otp/reset-password",
    "Set a password with a code; ends all sessions.",
    {
      body: EmailAndCode.extend({ password }),
      response: SuccessAnswer,
    },
  ),
  authEndpoint(
    "requestResetLink",
    "POST",
    "/api/auth/request-password-reset",
    "Mail a link to set a password with.",
    {
      body: z.object({ email, redirectTo: callbackURL }),
      response: StatusAnswer.extend({ message: z.string() }),
    },
  ),
  authEndpoint(
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
  authEndpoint(
    "resetByLink",
    "POST",
    "/api/auth/reset-password",
    "Set a password with a link's token; ends all sessions.",
    {
      body: z.object({ newPassword: password, token: z.string() }),
      response: StatusAnswer,
    },
  ),
  authEndpoint(
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
  authEndpoint("changeEmailByLink", "POST", "/api/auth/change-email", "Change the address by mailed links.", {
    access: "user",
    body: z.object({ newEmail: email, callbackURL }),
    response: StatusAnswer,
  }),
  authEndpoint("openEmailLink", "GET", "/api/auth/verify-email", "The mailed link of a change of address.", {
    query: z.object({ token: z.string(), callbackURL }),
    status: 302,
  }),
  authEndpoint("sessions", "GET", "/api/auth/list-sessions", "Where the caller is signed in.", {
    access: "user",
    response: z.array(AuthSession),
  }),
  authEndpoint("revokeSession", "POST", "/api/auth/revoke-session", "End one session.", {
    access: "user",
    body: z.object({ token: z.string() }),
    response: StatusAnswer,
  }),
  authEndpoint("revokeSessions", "POST", "/api/auth/revoke-sessions", "End all sessions, this one too.", {
    access: "user",
    response: StatusAnswer,
  }),
  authEndpoint("accounts", "GET", "/api/auth/list-accounts", "The ways in which the caller can sign in.", {
    access: "user",
    response: z.array(LinkedAccount),
  }),
  authEndpoint("unlinkAccount", "POST", "/api/auth/unlink-account", "Remove one of them; never the last.", {
    access: "user",
    body: z.object({ accountId: Id.meta({ description: "of a row of list-accounts; a password stays" }) }),
    response: StatusAnswer,
  }),
  authEndpoint(
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
  authEndpoint(
    "newBackupCodes",
    "POST",
    "/api/auth/two-factor/generate-backup-codes",
    "Replace the backup codes; shown once.",
    {
      access: "user",
      response: StatusAnswer.extend({ backupCodes: z.array(z.string()) }),
    },
  ),
  authEndpoint(
    "disableTwoFactor",
    "POST",
    "/api/auth/two-factor/disable",
    "Turn two-factor authentication off.",
    {
      access: "user",
      response: StatusAnswer,
    },
  ),
];
