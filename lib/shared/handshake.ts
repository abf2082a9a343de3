/**
 * The version of the messages between rooms and clients. It is raised when an old client could misread a room's
 * messages; the room closes sockets with a lower number by a close code of its own.
 */
export const PROTOCOL_VERSION = 1;

/** WebSocket close codes of the room; 4000–4999 is the range for applications. */
export const CLOSE_CODES = {
  /** The ticket or token is missing, spent or expired: the client requests a new one. */
  unauthorized: 4001,
  /**
   * The member was removed or left, or the session was signed out or revoked: don't connect again with this session.
   */
  cutOff: 4003,
  /** The role changed: connect again with a new ticket. */
  roleChanged: 4004,
  /** This client is too old for the service: reload or update. */
  protocolTooOld: 4010,
  /** Too many or malformed messages. */
  misbehaved: 4008,
} as const;

/** The party of the rooms for users' inboxes; it is a part of their addresses. */
export const INBOX_PARTY = "inbox";
