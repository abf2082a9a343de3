/** Raised when an old client could misread what the room says; the room refuses lower numbers with a clear close. */
export const PROTOCOL_VERSION = 1;

/** WebSocket close codes of the room; 4000–4999 is the range for applications. */
export const CLOSE = {
  /** The ticket or token is missing, spent or expired: ask for a new one. */
  unauthorized: 4001,
  /** Removed, left, signed out or revoked: don't come back with this session. */
  cutOff: 4003,
  /** The role changed: connect again with a new ticket. */
  roleChanged: 4004,
  /** This client is too old for the service: reload or update. */
  protocolTooOld: 4010,
  /** Too many or malformed messages. */
  misbehaved: 4008,
} as const;

/** The rooms of people, beside those of trips; a part of their addresses. */
export const INBOX_PARTY = "inbox";
