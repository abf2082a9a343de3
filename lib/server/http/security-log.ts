import { unredactedLog } from "./log.ts";
import { addressPseudonym } from "./pseudonym.ts";
import { currentRequest } from "./request-record.ts";

/** Security events in the log; the documentation for operators lists them. */
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

/** Events of normal operation, which are logged at a lower level. */
const ORDINARY = new Set<SecurityEvent>(["sign-in.succeeded", "sign-in.challenged", "session.ended"]);

/**
 * Fields of a security event: only ids and fixed texts, because readers of the log must not learn names, addresses or
 * secrets.
 */
export type EventFields = Readonly<Record<string, string | number | undefined>>;

/** Logs a security event with the ids of user and request and a pseudonym of the IP address. */
export function logSecurity(event: SecurityEvent, fields: EventFields = {}): void {
  const record = currentRequest();
  const context = record && {
    route: record.route,
    userId: record.userId,
    from: addressPseudonym(record.headers),
  };
  unredactedLog()[ORDINARY.has(event) ? "info" : "warn"]({ event, ...context, ...fields }, event);
}
