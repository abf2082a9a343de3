import type { BetterAuthOptions } from "better-auth";
import { accountPseudonym } from "#lib/server/http/pseudonym.ts";
import { currentRequest, type RequestRecord } from "#lib/server/http/request-record.ts";
import { logSecurity, type SecurityEvent } from "#lib/server/http/security-log.ts";
import type { BodyFields } from "./body-fields.ts";
import { isChallenge } from "./challenge.ts";

/* Logs security events of accounts and sessions, with ids and the kind of sign-in, never with names or secrets. */

/** The name of each way to sign in, by the path on which it ends. */
const WAYS: Readonly<Record<string, string>> = {
  "/sign-in/email": "password",
  "/sign-in/email-otp": "code",
  "/email-otp/verify-email": "code",
  "/verify-email": "link",
  "/sign-in/social": "provider",
  "/callback/:id": "provider",
  "/mini-program/sign-in": "mini-program",
  "/sign-in/anonymous": "invite",
  "/two-factor/verify-totp": "authenticator",
  "/two-factor/verify-backup-code": "backup-code",
};
const TURNING_ON = "/api/auth/two-factor/verify-totp";

/** The events of actions that do not change the session, by the path of the action. */
const DEEDS: Readonly<Record<string, SecurityEvent>> = {
  "/change-password": "password.changed",
  "/reset-password": "password.reset",
  "/email-otp/reset-password": "password.reset",
  "/email-otp/change-email": "address.changed",
  "/unlink-account": "provider.unlinked",
  "/two-factor/enable": "second-factor.begun",
  "/two-factor/disable": "second-factor.off",
  "/two-factor/generate-backup-codes": "second-factor.codes-renewed",
};

type SessionHooks = NonNullable<NonNullable<BetterAuthOptions["databaseHooks"]>["session"]>;

/** A session that a request has started. The answer shows whether it is valid, since a second factor removes it. */
interface Begun {
  sessionId: string;
  userId: string;
  /** Whether this session replaces an earlier one because the user has just turned the second factor on. */
  isTurningOn: boolean;
}

const begun = new WeakMap<RequestRecord, Begun>();

export const noteCreatedSession: NonNullable<SessionHooks["create"]>["after"] = (session, context) => {
  const record = currentRequest();
  const isTurningOn = record?.route === TURNING_ON && Boolean(context?.context.session);
  if (record) begun.set(record, { sessionId: session.id, userId: session.userId, isTurningOn });
  return Promise.resolve();
};

/** Notes the new session of a guest, which is not written by better-auth's hooks. */
export function noteGuest(session: { id: string; userId: string }): void {
  const record = currentRequest();
  if (record) begun.set(record, { sessionId: session.id, userId: session.userId, isTurningOn: false });
}

export function noteSessionEnded(session: { id: string; userId: string }): void {
  const record = currentRequest();
  if (record && begun.get(record)?.sessionId === session.id) begun.delete(record);
  else logSecurity("session.ended", { sessionId: session.id, userId: session.userId });
}

/** Notes that the request ends with a session for the caller. */
export function noteSignedIn(way: string | undefined): void {
  const record = currentRequest();
  const session = record && begun.get(record);
  if (!session) return;
  const { userId, sessionId, isTurningOn } = session;
  if (isTurningOn) logSecurity("second-factor.on", { userId, sessionId });
  else if (way !== undefined) logSecurity("sign-in.succeeded", { way, userId, sessionId });
}

/**
 * Returns the user whose session this request has started by signing in at a path; null when it has started none, or a
 * guest's.
 */
export function signedInUser(path: string): string | null {
  const record = currentRequest();
  const session = record && begun.get(record);
  const isAccount = WAYS[path] !== undefined && WAYS[path] !== "invite";
  return session && isAccount && !session.isTurningOn ? session.userId : null;
}

/** Logs the event of an answer of `/api/auth`. `code` is the error code of a refusal. */
export function noteAuthAnswer(path: string, fields: BodyFields, response: Response, code?: string): void {
  const email = fields.get("email");
  const account = typeof email === "string" ? accountPseudonym(email) : undefined;
  const way = WAYS[path];
  const failure = code ?? errorOf(response);
  if (failure !== undefined) {
    if (way !== undefined && response.status < 500)
      logSecurity("sign-in.failed", { way, code: failure, account });
    return;
  }
  noteSignedIn(way);
  if (way !== undefined && isChallenge(response)) logSecurity("sign-in.challenged", { way, account });
  const deed = DEEDS[path];
  if (deed !== undefined) logSecurity(deed, { account });
}

/** Returns the error of a provider's answer, which ends in a redirect with the error in its URL. */
function errorOf({ status, headers }: Response): string | undefined {
  const location = status >= 300 && status < 400 ? headers.get("location") : null;
  if (location === null || !URL.canParse(location, "http://x")) return undefined;
  const error = new URL(location, "http://x").searchParams.get("error");
  // An error in another form is left out of the log, because the error of a provider may be any text.
  return error === null ? undefined : /^\w{1,64}$/.test(error) ? error : "UNKNOWN";
}
