import { isMigrated } from "#db/queries/schema-version.ts";
import { isDatabaseWritable } from "#db/queries/takes-writes.ts";
import { isWorkOverdue } from "./background/status.ts";
import { log } from "./http/log.ts";
import { env } from "./env/env.ts";
import { freshDatabase } from "./process/database.ts";
import { isStopping } from "./process/graceful-shutdown.ts";
import { folderState, type FolderState } from "./storage/folder-state.ts";
import { uploadsFolder } from "./storage/storage.ts";

type Part = "ok" | "down";
type DatabasePart = Part | "behind" | "read-only";
type Warning = "background-work" | "little-space";

interface Health {
  status: Part | "stopping";
  database: DatabasePart;
  room: Part;
  /** The state of the storage; absent when the uploads folder is usable, or when uploads are in a bucket. */
  storage?: "down";
  /** The warnings; absent without any. With a warning requests still succeed, but the operator should act. */
  warnings?: Warning[];
}

/** The time after which a part without an answer counts as down: a health check does not wait long either. */
const PATIENCE_MS = 3000;
/** How long the result of an expensive check is reused, however many clients ask for health. */
const KNOWN_FOR_MS = 5000;

async function probe<T>(what: string, work: () => Promise<T>): Promise<T | "down"> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    log().warn({ err: error }, `${what} does not answer`);
    return "down";
  } finally {
    clearTimeout(timer);
  }
}

async function askRoom(): Promise<Part> {
  const response = await fetch(new URL("/parties/main/health", env().PARTYKIT_URL), {
    signal: AbortSignal.timeout(2000),
  });
  if (!response.ok) throw new Error(`The room host answered ${response.status}.`);
  return "ok";
}

/** Returns a function that caches the answer of `ask` for KNOWN_FOR_MS. A failure is not cached. */
function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: { at: number; told: Promise<T> } | undefined;
  return () => {
    if (known && Date.now() - known.at < KNOWN_FOR_MS) return known.told;
    const told = ask();
    known = { at: Date.now(), told };
    told.catch(() => (known = undefined));
    return told;
  };
}

/** Whether the schema was complete at some time. It never becomes false, because migrations are never reverted. */
let hasMigrations = false;
const isWritable = remembered(() => isDatabaseWritable(freshDatabase()));

async function askDatabase(): Promise<DatabasePart> {
  const db = freshDatabase();
  if (hasMigrations) await db.client.query("select 1");
  else hasMigrations = await isMigrated(db);
  if (!hasMigrations) return "behind";
  if (await isWritable()) return "ok";
  log().warn("the database takes no writes: it is read-only, or its disk is full");
  return "read-only";
}

/** The state of the uploads folder. A function on Vercel has no permanent folder, so nothing is checked there. */
const askStorage = remembered(async (): Promise<FolderState> => {
  const folder = uploadsFolder();
  return folder === null || env().VERCEL ? "ok" : folderState(folder);
});

const isOverdue = remembered(() => isWorkOverdue(freshDatabase(), new Date()));

/** Returns the warnings. A check that fails adds none, because `database` already says that the database is down. */
async function warningsOf(database: DatabasePart, storage: FolderState | "down"): Promise<Warning[]> {
  const isLate = database === "ok" && (await probe("the background work", isOverdue));
  return [
    ...(isLate === true ? ["background-work" as const] : []),
    ...(storage === "short" ? ["little-space" as const] : []),
  ];
}

async function look(): Promise<Omit<Health, "status">> {
  const [database, room, storage] = await Promise.all([
    probe("the database", askDatabase),
    probe("the room", askRoom),
    probe("the storage", askStorage),
  ]);
  const warnings = await warningsOf(database, storage);
  return {
    database,
    room,
    ...(storage === "down" && { storage }),
    ...(warnings.length > 0 && { warnings }),
  };
}

let asking: Promise<Omit<Health, "status">> | undefined;

/** Checks all parts. The endpoint is public, so requests at the same time share one check. */
function askParts(): Promise<Omit<Health, "status">> {
  asking ??= look().finally(() => (asking = undefined));
  return asking;
}

/**
 * Whether a load balancer should send requests to this process. The status of each part tells an operator where to
 * look.
 */
export async function checkHealth(): Promise<Health> {
  const parts = await askParts();
  const isWell = parts.database === "ok" && parts.room === "ok" && parts.storage === undefined;
  return { status: isStopping() ? "stopping" : isWell ? "ok" : "down", ...parts };
}
