import type { Database } from "#db/client.ts";
import { selectSessionsOf } from "#db/queries/operator.ts";
import { requirePerson } from "#lib/server/operator/find-person.ts";
import { CommandError } from "../command.ts";
import { idFrom, type Options } from "./options.ts";
import { table, formatInstant } from "./table.ts";

export async function runSessionsCommand(
  db: Database,
  [verb, typed]: readonly string[],
  { personal }: Options,
): Promise<string> {
  if (verb === "end") {
    const sessionId = idFrom(typed, "`npm run admin -- sessions list USER` lists them");
    // The import is late because it loads all code of the sign-in.
    const { endSession } = await import("#lib/server/operator/end-access.ts");
    await endSession(db, sessionId);
    return "The session has ended, and its sockets are closed.";
  }
  if (verb !== "list") throw new CommandError("sessions: list USER, or end ID");
  const userId = idFrom(typed, "`npm run admin -- users find TEXT` finds it");
  await requirePerson(db, userId);
  const found = await selectSessionsOf(db, { userId });
  const headings = ["id", "since", "last used", "until", ...(personal ? ["from", "by"] : [])];
  const rows = found.map((session) => [
    session.id,
    formatInstant(session.createdAt),
    formatInstant(session.updatedAt),
    formatInstant(session.expiresAt),
    ...(personal ? [session.ipAddress ?? "-", session.userAgent ?? "-"] : []),
  ]);
  return found.length === 0 ? "No session." : table(headings, rows);
}
