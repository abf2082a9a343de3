import { isMigrated } from "#db/queries/schema-version.ts";
import { log } from "./http/log.ts";
import { env } from "./env.ts";
import { freshDatabase } from "./database.ts";
import { isStopping } from "./stopping.ts";

type Part = "ok" | "down";
type DatabasePart = Part | "behind";

interface Health {
  status: Part | "stopping";
  database: DatabasePart;
  room: Part;
}

/** What answers later than this is as good as away; who asks for health does not wait long either. */
const PATIENCE_MS = 3000;

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

/** Migrations are never taken back, so what was seen once stays. */
let hasMigrations = false;

async function askDatabase(): Promise<DatabasePart> {
  const db = freshDatabase();
  if (hasMigrations) await db.client.query("select 1");
  else hasMigrations = await isMigrated(db);
  return hasMigrations ? "ok" : "behind";
}

let asking: Promise<Omit<Health, "status">> | undefined;

/** Anybody may ask, so that many who do at once are one question. */
function askParts(): Promise<Omit<Health, "status">> {
  asking ??= Promise.all([probe("the database", askDatabase), probe("the room", askRoom)])
    .then(([database, room]) => ({ database, room }))
    .finally(() => (asking = undefined));
  return asking;
}

/**
 * Whether requests should be sent here. Tells the database and the room apart, so that an operator knows where to look.
 */
export async function checkHealth(): Promise<Health> {
  const { database, room } = await askParts();
  const isWell = database === "ok" && room === "ok";
  return { status: isStopping() ? "stopping" : isWell ? "ok" : "down", database, room };
}
