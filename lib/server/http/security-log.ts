import { plainLog } from "./log.ts";
import { addressPseudonym } from "./pseudonym.ts";
import { currentRequest } from "./request-record.ts";

/** What whoever watches over the service wants to hear of; the documentation for operators lists them. */
export type SecurityEvent =
  | "sign-in.succeeded"
  | "sign-in.challenged"
  | "sign-in.failed"
  | "sign-in.blocked"
  | "session.ended"
  | "password.changed"
  | "password.reset"
  | "address.changed"
  | "provider.unlinked"
  | "second-factor.begun"
  | "second-factor.on"
  | "second-factor.off"
  | "second-factor.codes-renewed"
  | "access.refused"
  | "access.unauthenticated"
  | "origin.refused"
  | "rate-limit.hit"
  | "account.deleted"
  | "operator.command";

/** What goes as it should. */
const ORDINARY = new Set<SecurityEvent>(["sign-in.succeeded", "sign-in.challenged", "session.ended"]);

/** Ids and words of our own alone: whoever may read the log is not to learn names, addresses or secrets from it. */
export type EventFields = Readonly<Record<string, string | number | undefined>>;

/** A line of its own, which says who by ids and where from by a pseudonym. */
export function logSecurity(event: SecurityEvent, fields: EventFields = {}): void {
  const record = currentRequest();
  const context = record && {
    route: record.route,
    userId: record.userId,
    from: addressPseudonym(record.headers),
  };
  plainLog()[ORDINARY.has(event) ? "info" : "warn"]({ event, ...context, ...fields }, event);
}
