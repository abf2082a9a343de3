import type { Database } from "#db/client.ts";
import { selectPeopleLike, selectPersonById } from "#db/queries/operator.ts";
import { accountPseudonym } from "#lib/server/http/pseudonym.ts";
import { requirePerson } from "#lib/server/operator/find-person.ts";
import { Id } from "#lib/shared/fields.ts";
import { CommandError, countText } from "../command.ts";
import { idFrom, type Options } from "./options.ts";
import { maskText, maskedAddress, table, formatInstant } from "./table.ts";

const MOST = 50;

export async function runUsersCommand(
  db: Database,
  [verb, typed]: readonly string[],
  options: Options,
): Promise<string> {
  if (verb === "find") return find(db, typed ?? "", options);
  const userId = idFrom(typed, "`npm run admin -- users find TEXT` finds it");
  const person = await requirePerson(db, userId);
  if (verb === "end-sessions") {
    const { endSessionsOf } = await loadVerbs();
    await endSessionsOf(db, userId);
    return `Signed out everywhere: ${countText(person.sessions, "session")} ended.`;
  }
  if (verb === "block") {
    const { blockPerson } = await loadVerbs();
    await blockPerson(db, userId, new Date());
    return `Blocked: nobody signs in as ${userId} any more; ${countText(person.sessions, "session")} ended. Their data stays.`;
  }
  if (verb === "unblock") {
    const { unblockPerson } = await loadVerbs();
    const wasBlocked = await unblockPerson(db, userId);
    return wasBlocked ? `${userId} may sign in again.` : `${userId} is not blocked. Nothing was changed.`;
  }
  if (verb === "end-second-factor") return endFactor(db, userId, options);
  if (verb === "delete") {
    if (!options.yes) {
      const consequences = `${countText(person.trips, "trip")} pass on to others, or go where nobody is left to have them`;
      throw new CommandError(
        `This ends account ${userId} for good; ${consequences}. If that is meant, add --yes.`,
      );
    }
    const { deletePerson } = await loadVerbs();
    await deletePerson(db, userId, new Date());
    return `Account ${userId} is gone, and its trips are left.`;
  }
  throw new CommandError(
    "users: find TEXT, end-sessions ID, block ID, unblock ID, end-second-factor ID --yes, or delete ID --yes",
  );
}

async function endFactor(db: Database, userId: string, { yes }: Options): Promise<string> {
  if (!yes) {
    throw new CommandError(
      `From then on ${userId} signs in without a second factor. If you are sure that it is they who ask for it, add --yes.`,
    );
  }
  const { endSecondFactor } = await loadVerbs();
  if (!(await endSecondFactor(db, userId))) return `${userId} has no second factor. Nothing was changed.`;
  return `${userId} signs in without a second factor, and is signed out everywhere.`;
}

/**
 * Loads the operations on users. They are loaded late with all code of the sign-in, which a search does not need.
 */
function loadVerbs() {
  return import("#lib/server/operator/end-access.ts");
}

async function find(db: Database, text: string, { personal }: Options): Promise<string> {
  const userId = Id.safeParse(text).data;
  const [meant] = userId === undefined ? [] : await selectPersonById(db, { userId });
  const alike = await selectPeopleLike(db, { text, limit: MOST + 1 });
  const found = meant ? [meant, ...alike.filter(({ id }) => id !== meant.id)] : alike;
  const rows = found
    .slice(0, MOST)
    .map((person) => [
      person.id,
      personal ? person.name : maskText(person.name),
      personal ? person.email : maskedAddress(person.email),
      formatInstant(person.createdAt),
      stateOf(person),
      person.ways.join(" ") || "-",
      String(person.sessions),
      String(person.trips),
      accountPseudonym(person.email),
    ]);
  const headings = [
    "id",
    "name",
    "address",
    "since",
    "state",
    "signs in by",
    "sessions",
    "trips",
    "in the log",
  ];
  const more = found.length > MOST ? `\nThere are more: say more of whom you look for.` : "";
  return found.length === 0 ? "Nobody." : `${table(headings, rows)}${more}`;
}

function stateOf(person: {
  isAnonymous: boolean;
  emailVerified: boolean;
  twoFactorEnabled: boolean;
  blockedAt: Date | null;
}): string {
  if (person.blockedAt) return "blocked";
  if (person.isAnonymous) return "guest";
  if (!person.emailVerified) return "unverified";
  return person.twoFactorEnabled ? "two factors" : "verified";
}
