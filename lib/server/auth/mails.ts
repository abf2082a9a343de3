import type { GenericEndpointContext } from "better-auth";
import { env } from "#lib/server/env/env.ts";
import { deliverMail } from "#lib/server/mail/deliver.ts";
import type { CodeUse, OtpKind } from "#lib/server/mail/message.ts";
import { codeMail, linkMail } from "#lib/server/mail/templates.ts";
import { requestLocale } from "./locale.ts";
import { requestHeaders } from "./row-hooks.ts";

/*
 * The functions by which better-auth sends mail. They only start deferred work, so their promise says nothing about the
 * mail.
 */

interface Code {
  email: string;
  otp: string;
  type: OtpKind;
}

/** Mails a verification code. `use` is its purpose, where the code's type does not name it. */
export function sendCode(
  { email, otp, type }: Code,
  context?: GenericEndpointContext,
  use: CodeUse = type,
): Promise<void> {
  deliverMail(codeMail(type, email, otp, requestLocale(requestHeaders(context)), use));
  return Promise.resolve();
}

export function sendCodeOnRequest({ email, otp, type }: Code, request?: Request): void {
  deliverMail(codeMail(type, email, otp, requestLocale(request?.headers)));
}

export function sendResetLink(
  { user, url }: { user: { email: string }; url: string },
  request?: Request,
): Promise<void> {
  deliverMail(linkMail("reset-password", user.email, withPage(url), requestLocale(request?.headers)));
  return Promise.resolve();
}

export function sendChangeEmailLink(
  { user, url, newEmail = user.email }: { user: { email: string }; url: string; newEmail?: string },
  request?: Request,
): Promise<void> {
  const locale = requestLocale(request?.headers);
  deliverMail(linkMail("change-email-confirmation", user.email, url, locale, newEmail));
  return Promise.resolve();
}

/** Returns the link; one that was requested without `redirectTo` opens the page of the web app. */
function withPage(link: string): string {
  const url = new URL(link);
  if (!url.searchParams.get("callbackURL"))
    url.searchParams.set("callbackURL", `${env().BASE_URL}/reset-password`);
  return url.href;
}
