import type { Database } from "#db/client.ts";
import { deleteUnneeded, ownsStore, takeStore } from "#lib/server/operator/check-files.ts";
import {
  checkIntegrity,
  CHECKS,
  type CheckName,
  type IntegrityReport,
  type Fault,
} from "#lib/server/operator/check-integrity.ts";
import { objectStore } from "#lib/server/storage/storage.ts";
import { countText } from "../command.ts";
import type { Options } from "./options.ts";
import { stripControlCharacters, table } from "./table.ts";

/** Maximum number of printed faults of one kind; an operator who needs all of them queries the database. */
const MOST_TOLD = 100;

const SAFE = "Leftover uploads are safe to delete: add --repair.";
const NOT_OURS =
  "Nothing deletes these leftover uploads, since this database was never seen to be theirs. Is it the right one, and is " +
  "no backup still to be put back? Then say so once: add --repair --take-uploads.";

/**
 * Runs the integrity checks.
 * @returns the text to print, and whether there is no fault
 */
export async function runCheckCommand(
  db: Database,
  options: Options,
): Promise<{ text: string; isWell: boolean }> {
  const store = options.noFiles ? null : objectStore();
  const checked = await checkIntegrity(db, store, new Date(), options.signal);
  const leftovers = checked.faults.filter((fault) => fault.check === "leftovers");
  if (options.takeUploads && store) await takeStore(db, store);
  const mended =
    options.repair && store && leftovers.length > 0 ? await deleteUnneeded(db, store, new Date()) : 0;
  // After a repair the check runs again, so that the report describes the current state.
  const now = mended > 0 ? await checkIntegrity(db, store, new Date(), options.signal) : checked;
  const repaired = mended > 0 ? `\n${countText(mended, "leftover upload")} deleted.` : "";
  const hasLeftovers = store !== null && now.faults.some((fault) => fault.check === "leftovers");
  const hint = hasLeftovers ? `\n${(await ownsStore(db, store)) ? SAFE : NOT_OURS}` : "";
  return { text: `${report(now, options)}${hint}${repaired}`, isWell: now.faults.length === 0 };
}

function report({ trips, faults }: IntegrityReport, { noFiles }: Options): string {
  const byCheck = Map.groupBy(faults, (fault) => fault.check);
  // The cast is safe: these are the keys of an object literal, in their order.
  const names = Object.keys(CHECKS) as CheckName[];
  const rows = names.map((name) => {
    const isLeftOut = noFiles && (name === "files" || name === "leftovers");
    const count = byCheck.get(name)?.length ?? 0;
    return [name, isLeftOut ? "left out" : count === 0 ? "ok" : `${count} wrong`, CHECKS[name]];
  });
  const details = [...byCheck].map(([name, found]) => detailsOf(name, found));
  return [table(["check", countText(trips, "trip"), "what is looked for"], rows), ...details].join("\n\n");
}

function detailsOf(name: CheckName, faults: readonly Fault[]): string {
  const lines = faults
    .slice(0, MOST_TOLD)
    .map(({ tripId, what }) => `  ${tripId ? `trip ${tripId}: ` : ""}${stripControlCharacters(what)}`);
  const rest = faults.length - lines.length;
  return [`${name}:`, ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])].join("\n");
}
