import type { Database } from "#db/client.ts";
import { deleteUnneeded } from "#lib/server/operator/check-files.ts";
import {
  checkIntegrity,
  CHECKS,
  type CheckName,
  type Checked,
  type Fault,
} from "#lib/server/operator/check-integrity.ts";
import { objectStore } from "#lib/server/storage/storage.ts";
import { countText } from "../command.ts";
import type { Options } from "./options.ts";
import { safe, table } from "./table.ts";

/** Of one kind; who needs more asks the database. */
const MOST_TOLD = 100;

/** @returns what to print, and whether all is well */
export async function check(db: Database, options: Options): Promise<{ text: string; isWell: boolean }> {
  const store = options.noFiles ? null : objectStore();
  const checked = await checkIntegrity(db, store, new Date(), options.signal);
  const leftovers = checked.faults.filter((fault) => fault.check === "leftovers");
  const mended =
    options.repair && store && leftovers.length > 0 ? await deleteUnneeded(db, store, new Date()) : 0;
  // Looked for anew: what is said of it is how it is now.
  const now = mended > 0 ? await checkIntegrity(db, store, new Date(), options.signal) : checked;
  const repaired = mended > 0 ? `\n${countText(mended, "leftover upload")} deleted.` : "";
  return { text: `${report(now, options)}${repaired}`, isWell: now.faults.length === 0 };
}

function report({ trips, faults }: Checked, { noFiles }: Options): string {
  const byCheck = Map.groupBy(faults, (fault) => fault.check);
  // The keys of an object literal, in their order.
  const names = Object.keys(CHECKS) as CheckName[];
  const rows = names.map((name) => {
    const isLeftOut = noFiles && (name === "files" || name === "leftovers");
    const count = byCheck.get(name)?.length ?? 0;
    return [name, isLeftOut ? "left out" : count === 0 ? "ok" : `${count} wrong`, CHECKS[name]];
  });
  const details = [...byCheck].map(([name, found]) => detailsOf(name, found));
  const hint = byCheck.has("leftovers") ? "\nLeftover uploads are safe to delete: add --repair." : "";
  return (
    [table(["check", countText(trips, "trip"), "what is looked for"], rows), ...details].join("\n\n") + hint
  );
}

function detailsOf(name: CheckName, faults: readonly Fault[]): string {
  const lines = faults
    .slice(0, MOST_TOLD)
    .map(({ tripId, what }) => `  ${tripId ? `trip ${tripId}: ` : ""}${safe(what)}`);
  const rest = faults.length - lines.length;
  return [`${name}:`, ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])].join("\n");
}
