import { defer } from "#lib/server/http/defer.ts";

/**
 * What the rest of the service does when accounts change. It runs after the answer, and its failure never changes the
 * answer.
 */
export interface AuthListeners {
  /** Called when a new user's row is committed; `headers` are those of the request that made it. */
  userCreated(userId: string, headers: Headers): Promise<void>;
  /** Called when a user's row was written. The listener finds out whether a trip shows any of the changed fields. */
  userUpdated(userId: string): Promise<void>;
  /** Called when a session was signed out, was revoked or has expired. */
  sessionEnded(sessionId: string, userId: string): Promise<void>;
}

const listeners: Partial<AuthListeners> = {};

export function listenToAuth(added: Partial<AuthListeners>): void {
  Object.assign(listeners, added);
}

export function onUserCreated(userId: string, headers: Headers): void {
  defer(async () => listeners.userCreated?.(userId, headers), `provisioning of user ${userId}`);
}

export function onUserUpdated(userId: string): void {
  defer(async () => listeners.userUpdated?.(userId), `telling the trips of user ${userId}`);
}

export function onSessionEnded(sessionId: string, userId: string): void {
  defer(
    async () => listeners.sessionEnded?.(sessionId, userId),
    `closing the sockets of session ${sessionId}`,
  );
}
