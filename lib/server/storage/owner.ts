import type { Db } from "#db/client.ts";
import { storeInstallation } from "#db/queries/installation.ts";
import { newId } from "../process/new-id.ts";
import type { ObjectStore } from "./object-store.ts";

const META = { contentType: "text/plain", cacheControl: "private, no-store" };

/**
 * Returns which database a folder's objects belong to, by a note in the folder. Only that database's rows say which
 * objects are needed. Otherwise a service with a new database, before its backup is restored, or with a wrong one would
 * delete all objects.
 */
export async function folderOwner(
  db: Db,
  store: ObjectStore,
  folder: string,
): Promise<"this" | "another" | "nobody"> {
  const noted = await store.read(noteOf(folder));
  if (!noted) return "nobody";
  const owner = await new Response(noted.body).text();
  return owner === (await installationOf(db)) ? "this" : "another";
}

/** Notes that a folder's objects belong to this database from now on. */
export async function takeFolder(db: Db, store: ObjectStore, folder: string): Promise<void> {
  await store.put(noteOf(folder), Buffer.from(await installationOf(db)), META);
}

function noteOf(folder: string): string {
  return `owners/${folder}.txt`;
}

async function installationOf(db: Db): Promise<string> {
  const [row] = await storeInstallation(db, { id: newId() });
  if (!row) throw new Error("A database has an id.");
  return row.id;
}
