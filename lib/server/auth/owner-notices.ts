import { selectPreferences } from "#db/queries/preferences.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";
import { log } from "#lib/server/http/log.ts";
import { deliverMail } from "#lib/server/mail/deliver.ts";
import type { NoticeKind } from "#lib/server/mail/message.ts";
import { noticeMail } from "#lib/server/mail/notice.ts";
import { findSession, type Viewer } from "#lib/server/access/session.ts";
import { auth } from "./auth.ts";
import type { BodyFields } from "./body-fields.ts";
import { deviceOf, recordDevice } from "./known-devices.ts";
import { requestLocale } from "./locale.ts";
import type { RequestScope } from "./request-scope.ts";
import { signedInUser } from "./security-events.ts";

/*
 * The owner of an account gets a mail about each change that decides who can use it, whoever made the change. The mail
 * goes to the address that the account had before the request.
 */

/** Paths on which a signed-in user changes who can use the account. */
const OWN_DEEDS = new Set([
  "/change-password",
  "/email-otp/change-email",
  "/verify-email",
  "/two-factor/verify-totp",
  "/two-factor/disable",
  "/two-factor/generate-backup-codes",
]);
const RESETS = new Set(["/reset-password", "/email-otp/reset-password"]);

/** A request that was answered without a refusal. */
export interface AnsweredRequest {
  path: string;
  headers: Headers;
  fields: BodyFields;
  scope: RequestScope;
  /** The caller as before the request, or null without a session. */
  asker: Viewer | null;
  response: Response;
}

interface Recipient {
  userId: string;
  email: string;
}

/** Returns the caller of a path whose change is mailed to the owner; null for other paths. */
export async function callerToNotify(path: string, headers: Headers): Promise<Viewer | null> {
  return OWN_DEEDS.has(path) ? findSession(freshDatabase(), headers) : null;
}

/**
 * Mails the owner about the request that was just answered, if its change needs a mail. A failure never changes the
 * answer.
 */
export async function mailAccountOwner(answered: AnsweredRequest): Promise<void> {
  try {
    await tell(answered);
  } catch (error) {
    log().error({ err: error }, `the notice about ${answered.path} failed`);
  }
}

async function tell(answered: AnsweredRequest): Promise<void> {
  const { headers, scope } = answered;
  if (scope.linkedTo !== undefined)
    await mail("provider-linked", await recipientById(scope.linkedTo), headers);
  const recipient = await recipientOf(answered);
  const kind = recipient === null ? null : await kindOf(answered, recipient);
  if (kind !== null) await mail(kind, recipient, headers);
  await tellOfDevice(answered);
}

async function recipientOf({ path, asker, fields, scope }: AnsweredRequest): Promise<Recipient | null> {
  if (asker) return asker.user.isAnonymous ? null : { userId: asker.userId, email: asker.user.email };
  if (!RESETS.has(path)) return null;
  if (scope.resetUserId !== undefined) return recipientById(scope.resetUserId);
  const { internalAdapter } = await auth().$context;
  const found = await internalAdapter.findUserByEmail(String(fields.get("email")));
  return found ? { userId: found.user.id, email: found.user.email } : null;
}

async function recipientById(userId: string): Promise<Recipient | null> {
  const { internalAdapter } = await auth().$context;
  const user = await internalAdapter.findUserById(userId);
  return user ? { userId, email: user.email } : null;
}

/** Returns the kind of the notice for this recipient, or null when no notice is needed. */
async function kindOf(
  { path, scope, asker }: AnsweredRequest,
  before: Recipient,
): Promise<NoticeKind | null> {
  const hadSecondFactor = asker?.user.twoFactorEnabled === true;
  switch (path) {
    case "/change-password":
      return "password-changed";
    case "/reset-password":
    case "/email-otp/reset-password":
      return scope.hasFirstPassword === true ? "password-set" : "password-reset";
    case "/two-factor/verify-totp":
      return hadSecondFactor ? null : "two-factor-on";
    case "/two-factor/disable":
      return hadSecondFactor ? "two-factor-off" : null;
    case "/two-factor/generate-backup-codes":
      return "backup-codes-renewed";
    default: {
      const now = await recipientById(before.userId);
      return now !== null && now.email !== before.email ? "address-changed" : null;
    }
  }
}

async function tellOfDevice({ path, headers, response }: AnsweredRequest): Promise<void> {
  const userId = signedInUser(path);
  if (userId === null) return;
  const device = deviceOf(headers);
  if (device.cookie !== null) response.headers.append("set-cookie", device.cookie);
  const isNew = await recordDevice(await auth().$context, userId, device);
  if (isNew) await mail("new-device", await recipientById(userId), headers);
}

/**
 * Sends the notice in the language that the owner has chosen, because the request may come from a stranger's browser
 * with another language.
 */
async function mail(kind: NoticeKind, recipient: Recipient | null, headers: Headers): Promise<void> {
  if (recipient === null) return;
  const { userId, email } = recipient;
  const [row] = await selectPreferences(freshDatabase(), { userId });
  const locale = row?.preferences.language ?? requestLocale(headers);
  const userAgent = headers.get("user-agent");
  deliverMail(noticeMail({ kind, at: new Date(), userAgent, site: env().BASE_URL }, email, locale));
}
