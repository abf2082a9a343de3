import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import { projectProfileToTrips } from "./project-profile.ts";
import { listenToAuth } from "../auth/listeners.ts";
import { requestLocale } from "../auth/locale.ts";
import { freshDatabase } from "../process/database.ts";
import { provisionUser } from "./provisioning.ts";
import { closeSockets } from "../realtime/sockets.ts";

/** Registers what the service does when a user is created or updated and when a session ends. */
export function connectAccountEvents(): void {
  listenToAuth({
    userCreated: (userId, headers) => provisionUser(userId, requestLocale(headers)),
    userUpdated: (userId) => projectProfileToTrips(freshDatabase(), userId),
    sessionEnded: (sessionId, userId) =>
      closeSockets({ userId, sessionId, code: CLOSE_CODES.cutOff, reason: "You signed out." }),
  });
}
