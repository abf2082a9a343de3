import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { INCOMING_FOLDER } from "#lib/server/attachments/object-keys.ts";
import { objectStore } from "#lib/server/storage/storage.ts";
import { type Finding, hostOf, runCheck, ok, problem, warning } from "./finding.ts";
import type { DoctorSettings } from "./doctor-settings.ts";

const META = { contentType: "text/plain", cacheControl: "private, no-store" };

/**
 * Loads the bucket's client before any check starts: its code is large, and on a busy machine other servers would seem
 * not to answer while it loads.
 */
export async function preloadStorageClient({ env }: DoctorSettings): Promise<void> {
  if (env.STORAGE_DRIVER === "s3") await import("#lib/server/storage/s3-driver.ts");
}

/** Writes a few bytes, reads them back and deletes them. If the check is interrupted, the hourly sweep deletes them. */
export function checkStorage({ env, dataDir, isNew }: DoctorSettings): Promise<Finding[]> {
  const isBucket = env.STORAGE_DRIVER === "s3";
  const where = isBucket ? `bucket ${env.S3_BUCKET ?? ""}` : join(dataDir, "uploads");
  if (isNew && !isBucket) return Promise.resolve([ok("uploads", `${where} is made by the first upload`)]);
  const advice = isBucket
    ? "Are S3_ENDPOINT, S3_REGION, S3_BUCKET and the keys right, and may they put, get and delete?"
    : `May the service write into ${where}?`;
  return runCheck("uploads", advice, async () => {
    const store = objectStore();
    const key = `${INCOMING_FOLDER}/doctor/${randomUUID()}`;
    const bytes = Buffer.from(key);
    await store.put(key, bytes, META);
    try {
      const found = await store.read(key);
      const read = found && Buffer.from(await new Response(found.body).arrayBuffer());
      if (!read?.equals(bytes))
        return problem("uploads", `${where} does not give back what was put there. ${advice}`);
    } finally {
      await store.delete(key);
    }
    const hasOwnRooms = hostOf(env.PARTYKIT_URL) === `127.0.0.1:${env.PARTY_PORT}`;
    if (isBucket || hasOwnRooms) return ok("uploads", `${where} takes, gives and deletes`);
    const says = `${where} takes, gives and deletes, but is this server's alone`;
    return warning("uploads", `${says}: several need STORAGE_DRIVER=s3, unless all of them have this folder`);
  });
}
