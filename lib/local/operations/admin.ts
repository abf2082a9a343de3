// `npm run admin`: queries and repairs by the operator, through the service's own operations.
import { parseArgs } from "node:util";
import type { Database } from "#db/client.ts";
import { closeDatabases, freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { logToStandardError } from "#lib/server/http/log.ts";
import { logSecurity } from "#lib/server/http/security-log.ts";
import { Id } from "#lib/shared/fields.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { Options } from "./admin/options.ts";
import { runSessionsCommand } from "./admin/sessions.ts";
import { runStatusCommand } from "./admin/status.ts";
import { runTripsCommand } from "./admin/trips.ts";
import { runUsersCommand } from "./admin/users.ts";
import { CommandError, requireNoExtraArguments, runCommand } from "./command.ts";
import { withInstallation } from "./installation.ts";

const USAGE = `npm run admin -- COMMAND

  users find TEXT          people by a part of their name or address, or by their id
  users end-sessions ID    signs somebody out everywhere
  users block ID           lets nobody sign in as somebody, and signs them out; their data stays
  users unblock ID
  users end-second-factor ID --yes
                           for whoever has lost it and all backup codes; signs them out everywhere
  users delete ID --yes    ends an account, as its owner could
  sessions list USER       where somebody is signed in
  sessions end ID
  trips find TEXT          trips by a part of their title, by their id or by one of their people's
  trips show ID            facts of a trip
  trips members ID
  status                   how background work goes; exit code 1: something is in trouble
  runCheckCommand                    looks for whatever can't be, in every trip; exit code 1: something is wrong
  runCheckCommand --repair           also deletes uploads that no row names, where they are this database's
  runCheckCommand --take-uploads     from here on they are, whatever was noted beside them

  --personal               shows names, addresses and titles, which else are left out
  --no-files               leaves uploads out of the runCheckCommand`;

async function main(signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      personal: { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      repair: { type: "boolean", default: false },
      "take-uploads": { type: "boolean", default: false },
      "no-files": { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
  });
  const [area = "", ...rest] = positionals;
  if (values.help) return console.log(USAGE);
  if (!["users", "sessions", "trips", "status", "check"].includes(area)) throw new CommandError(USAGE);
  const words = wordsFor(area, rest);
  const options = { ...values, noFiles: values["no-files"], takeUploads: values["take-uploads"], signal };
  logToStandardError();
  await withInstallation({}, signal, () => run(area, words, options));
}

/**
 * Returns the arguments of a command; names and titles may be typed without quotes.
 * @throws CommandError for superfluous arguments
 */
function wordsFor(area: string, rest: readonly string[]): readonly string[] {
  const [verb, ...others] = rest;
  if (verb === "find") return [verb, others.join(" ")];
  requireNoExtraArguments(rest, ABOUT_NOBODY.has(area) ? 0 : 2);
  return rest;
}

/** Commands about no single user or trip: they count and compare, and change nothing unless they repair. */
const ABOUT_NOBODY: ReadonlySet<string> = new Set(["status", "check"]);

async function run(area: string, rest: readonly string[], options: Options): Promise<void> {
  const [verb, typed] = rest;
  // The search text may be a name, so only an id goes into the log.
  const subject = Id.safeParse(typed).data;
  try {
    const isTold = !ABOUT_NOBODY.has(area) || options.repair || options.takeUploads;
    if (isTold) logSecurity("operator.command", { command: commandOf(area, verb), subject });
    console.log(await answer(area, rest, options));
  } catch (error) {
    throw error instanceof AppError ? new CommandError(wordsOf(error), { cause: error }) : error;
  } finally {
    await awaitDeferredWork();
    await closeDatabases();
  }
}

/**
 * Returns a command's name for the log, without any text that has not the form of a command's word: an operator may
 * have typed a user's name in its place.
 */
function commandOf(area: string, verb = ""): string {
  return /^[a-z-]{1,20}$/.test(verb) ? `${area} ${verb}` : area;
}

/** Returns an error's message. The service's own messages hide from strangers what exists; an operator may know it. */
function wordsOf({ code, message }: AppError): string {
  return code === "NOT_FOUND" ? "There is none with this id." : message;
}

async function answer(area: string, rest: readonly string[], options: Options): Promise<string> {
  const db = freshDatabase();
  if (area === "users") return runUsersCommand(db, rest, options);
  if (area === "sessions") return runSessionsCommand(db, rest, options);
  if (area === "trips") return runTripsCommand(db, rest, options);
  const { text, isWell } = await (area === "status" ? runStatusCommand(db) : checked(db, options));
  if (!isWell) process.exitCode = 1;
  return text;
}

async function checked(db: Database, options: Options): Promise<{ text: string; isWell: boolean }> {
  const { runCheckCommand } = await import("./admin/check.ts");
  return runCheckCommand(db, options);
}

await runCommand(main);
