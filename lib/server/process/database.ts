import { createDatabase, type Database } from "#db/client.ts";
import type { SlotRequester } from "#db/fair-queue.ts";
import { AppError } from "#lib/shared/errors.ts";
import { env } from "../env/env.ts";
import { log } from "../http/log.ts";
import { currentRequest } from "../http/request-record.ts";
import { onShutdown } from "./graceful-shutdown.ts";
import { runInSpan } from "../telemetry/telemetry.ts";

let fresh: Database | undefined;
let cached: Database | undefined;

function connect(url: string): Database {
  onShutdown("connections", closeDatabases);
  const database = createDatabase({
    url,
    driver: env().DATABASE_DRIVER,
    poolMax: env().DATABASE_POOL_MAX,
    claimant,
    onIdleError: (error) => log().warn({ err: error }, "an idle database connection was lost"),
  });
  return {
    ...database,
    transaction: (work, finish) => runInSpan(TRANSACTION, () => database.transaction(work, finish)),
    transactionAtOnce: (key, work) => runInSpan(TRANSACTION, () => database.transactionAtOnce(key, work)),
    snapshot: (work) => runInSpan(SNAPSHOT, () => database.snapshot(work)),
  };
}

/** Returns who needs a connection. The service's own work, such as a job, belongs to no caller, so its key is null. */
function claimant(): SlotRequester {
  const request = currentRequest();
  return { key: request?.asker ?? null, holder: request ?? null };
}

const TRANSACTION = { name: "transaction" };
const SNAPSHOT = { name: "snapshot" };

/**
 * Returns the database without a cache. Every endpoint and the authentication read and write here.
 * @throws AppError UNAVAILABLE (503) when only the URL of the cached database is configured.
 */
export function freshDatabase(): Database {
  const url = env().DATABASE_URL;
  if (!url) throw new AppError("UNAVAILABLE", "The service has no fresh database path: set DATABASE_URL.");
  fresh ??= connect(url);
  return fresh;
}

/**
 * Queries whose answers may be up to 60 s old. Add a name only on purpose: no query that authorises, and no row that is
 * then written, may be here.
 */
export type StaleTolerantRead = "demo-trip" | "place-search";

/** Returns the cached database for a named query, or the database without a cache where no cached one is configured. */
export function cachedRead(_name: StaleTolerantRead): Database {
  const url = env().DATABASE_CACHED_URL;
  if (!url || !env().DATABASE_URL) return freshDatabase();
  cached ??= connect(url);
  return cached;
}

/** Closes both connection pools, at a graceful shutdown or at the end of a test. */
export async function closeDatabases(): Promise<void> {
  const open = [fresh, cached].filter((database) => database !== undefined);
  fresh = undefined;
  cached = undefined;
  await Promise.all(open.map((database) => database.close()));
}
