import type { Db } from "#db/client.ts";
import { keepInstallation } from "#db/queries/installation.ts";
import { newId } from "../new-id.ts";
import type { ObjectStore } from "./object-store.ts";

const META = { contentType: "text/plain", cacheControl: "private, no-store" };

/**
 * Whose the objects of a folder are: the database's that is noted there. Only its rows can tell what nobody needs. A
 * service on a new database, before its backup is put back, or on the wrong one would else take all for leftovers.
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

/** From here on the objects of a folder are this database's. */
export async function takeFolder(db: Db, store: ObjectStore, folder: string): Promise<void> {
  await store.put(noteOf(folder), Buffer.from(await installationOf(db)), META);
}

function noteOf(folder: string): string {
  return `owners/${folder}.txt`;
}

async function installationOf(db: Db): Promise<string> {
  const [row] = await keepInstallation(db, { id: newId() });
  if (!row) throw new Error("A database has an id.");
  return row.id;
}
