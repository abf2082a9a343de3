import { isMailAllowed } from "#lib/server/auth/rate-limit.ts";
import { requestScope, type RequestScope } from "#lib/server/auth/request-scope.ts";
import { runAndRecord } from "#lib/server/background/note-runs.ts";
import { env } from "#lib/server/env/env.ts";
import { defer } from "#lib/server/http/defer.ts";
import { log } from "#lib/server/http/log.ts";
import { runInSpan } from "#lib/server/telemetry/telemetry.ts";
import { isPlaceholderEmail } from "#lib/shared/placeholder-email.ts";
import { consoleMailer } from "./console-mailer.ts";
import { httpMailer } from "./http-mailer.ts";
import type { Mailer, MailMessage } from "./message.ts";

const MAIL = { name: "mail", kind: "client" } as const;

let configured: Mailer | undefined;

function mailer(): Mailer {
  configured ??= createMailer();
  return configured;
}

function createMailer(): Mailer {
  const { EMAIL_PROVIDER, EMAIL_FROM: from, EMAIL_API_URL: url, EMAIL_API_KEY: key } = env();
  return EMAIL_PROVIDER === "http-api" ? httpMailer({ url, key: key ?? "", from }) : consoleMailer(from);
}

/** Sends a mail after the answer; a failure is logged and changes nothing else. A placeholder address gets no mail. */
export function deliverMail(message: MailMessage): void {
  if (isPlaceholderEmail(message.to)) return;
  // `mailAsker` is read now, because the request has ended when the mail is sent.
  const asker = requestScope()?.mailAsker;
  defer(() => sendWithinLimit(message, asker), `mail ${message.kind}`);
}

/**
 * Whether EMAIL_ONLY_TO allows a mail to this address. An installation for trying a version out must not mail strangers
 * whose addresses are in its database.
 */
function mayBeMailed(address: string): boolean {
  const given = address.toLowerCase();
  const domain = given.slice(given.lastIndexOf("@"));
  return env().EMAIL_ONLY_TO?.some((entry) => [given, domain].includes(entry.toLowerCase())) ?? true;
}

/**
 * Sends a mail within the rate limit, so that nobody can fill another person's inbox; the request is answered in the
 * same way if the mail is not sent.
 */
async function sendWithinLimit(message: MailMessage, asker: RequestScope["mailAsker"]): Promise<void> {
  if (!mayBeMailed(message.to)) log().warn(`mail ${message.kind}: EMAIL_ONLY_TO does not name this address`);
  else if (await isLeft(message, asker))
    await runInSpan(MAIL, () => runAndRecord("mailing", () => mailer().send(message)));
  else log().warn(`mail ${message.kind}: this address has had too many within an hour`);
}

/**
 * Whether the rate limit allows the mail. Notices have their own limit, so that somebody who requests many codes for an
 * address cannot suppress a notice to it.
 */
async function isLeft({ to, secret }: MailMessage, asker: RequestScope["mailAsker"]): Promise<boolean> {
  if (secret === null) return isMailAllowed(to, "notices");
  return isMailAllowed(to, "mails", await asker?.(to));
}
